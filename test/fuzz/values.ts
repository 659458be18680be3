import fc from "fast-check";
import { known } from "../../src/engine/upstream/operations.ts";
import { eventTypeNames } from "../../src/kinds/events.ts";
import { at, type Schema } from "./document.ts";
import type { Pool } from "./pool.ts";
import type { Random } from "./random.ts";

/** What values are made with. */
export interface Maker {
  whole: Schema;
  chance: Random;
  pool: Pool;
  /** Where messages may go: nothing is sent anywhere else. */
  receiver: string;
}

const EVENTS = ["*", ...eventTypeNames, ...new Set(eventTypeNames.map((type) => type.replace(/\..*/, ".*")))];
const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia"];
const OPERATIONS = [...known.keys(), "nothing.such"];

const reference = (collection: string) => (make: Maker) => {
  const known = make.pool.ids(collection);
  return known.length === 0 ? `${collection}_none` : make.chance.pick(known);
};

/** Values that mean something where a schema only says text, by the name of the field. */
const meant: Record<string, (make: Maker) => unknown> = {
  watchlistId: reference("watchlists"),
  targetId: reference("targets"),
  channelId: reference("channels"),
  subscriptionId: reference("subscriptions"),
  eventId: reference("events"),
  watchlist: ({ chance }) => chance.pick(["default", "wl_default"]),
  url: ({ receiver, chance }) =>
    `${receiver}/${chance.pick(["slack/services/T1/B1/x", "api/webhooks/1001/x", "hook"])}`,
  secret: () => `whsec_${Buffer.alloc(32, 5).toString("base64")}`,
  previousSecret: () => `whsec_${Buffer.alloc(32, 6).toString("base64")}`,
  timezone: ({ chance }) => chance.pick(ZONES),
  schedule: ({ chance }) => chance.pick(["0 9 * * 1", "*/15 * * * *", "30 2 29 2 *"]),
  period: ({ chance }) => chance.pick([null, "P7D", "P1D", "PT12H"]),
  until: ({ chance }) => chance.pick(["2099-01-01T00:00:00.000Z", "2098-06-01", "2097-01-01T00:00:00+02:00"]),
  since: () => "2026-01-01T00:00:00Z",
  expiresAt: ({ chance }) => chance.pick([null, "2099-01-01T00:00:00.000Z"]),
  operation: ({ chance }) => chance.pick(OPERATIONS),
  type: ({ chance }) => chance.pick(EVENTS),
  events: ({ chance }) => Array.from({ length: chance.int(1, 3) }, () => chance.pick(EVENTS)),
  template: ({ chance }) => (chance.chance(0.5) ? {} : { "live.started": "{{name}} is on" }),
  name: ({ chance }) =>
    `${chance.pick(["Maria", "música", "東京", "a'b\"<c>&", "👩‍🚀"])} ${chance.int(0, 1_000_000_000)}`,
  userId: ({ chance }) => String(chance.int(1, 1_000_000_000)),
};

const arbitraries = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string, chance: Random): string {
  const known = arbitraries.get(pattern) ?? fc.stringMatching(new RegExp(pattern, "u"), { maxLength: 60 });
  arbitraries.set(pattern, known);
  return fc.sample(known, { seed: chance.int(0, 2 ** 31 - 1), numRuns: 1 })[0]!;
}

/** A value that fits a schema, as far as the schema says. */
export function valueOf(schema: Schema, make: Maker, name = "", depth = 0): unknown {
  const { chance } = make;
  if (schema["$ref"] !== undefined) return valueOf(at(make.whole, schema["$ref"]), make, name, depth);
  // A default stands in a schema of its own.
  if (schema["allOf"]?.length === 1) return valueOf(schema["allOf"][0] as Schema, make, name, depth);
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["enum"] !== undefined) return chance.pick(schema["enum"] as unknown[]);
  if (name in meant && schema["properties"] === undefined) return meant[name]!(make);
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (choices !== undefined) return valueOf(chance.pick(choices as Schema[]), make, name, depth);
  const type = Array.isArray(schema["type"]) ? chance.pick(schema["type"] as string[]) : schema["type"];
  if (type === "null") return null;
  if (type === "boolean") return chance.chance(0.5);
  if (type === "integer" || type === "number") return numberOf(schema, type, chance);
  if (type === "string") return textOf(schema, chance);
  if (type === "array") {
    const max = Math.min(schema["maxItems"] ?? 3, (schema["minItems"] ?? 0) + 3);
    return Array.from({ length: chance.int(schema["minItems"] ?? 0, max) }, () =>
      valueOf(schema["items"] ?? {}, make, "", depth + 1),
    );
  }
  if (type === "object") return objectOf(schema, make, depth);
  return chance.pick([null, true, 0, "text", [1], { a: 1 }]);
}

function objectOf(schema: Schema, make: Maker, depth: number): object {
  const required: string[] = schema["required"] ?? [];
  const created: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Schema>(schema["properties"] ?? {}))
    if (required.includes(name) || make.chance.chance(0.4)) created[name] = valueOf(field, make, name, depth + 1);
  const more = schema["additionalProperties"];
  if (typeof more === "object" && depth < 4 && make.chance.chance(0.3))
    created[make.chance.pick(["userId", "a", "live.started"])] = valueOf(more, make, "", depth + 1);
  return created;
}

function numberOf(schema: Schema, type: string, chance: Random): number {
  const least = schema["minimum"] ?? 0;
  const max = Math.min(schema["maximum"] ?? least + 1000, 2 ** 40);
  if (chance.chance(0.2)) return chance.pick([least, max]);
  return type === "integer" ? chance.int(Math.ceil(least), Math.floor(max)) : least + chance.next() * (max - least);
}

const LETTERS = Array.from("abc XYZ09-_.äß漢😀");

function textOf(schema: Schema, chance: Random): string {
  if (schema["pattern"] !== undefined) return matching(schema["pattern"], chance);
  if (schema["format"] === "date-time") return "2026-03-01T12:00:00.000Z";
  const length = chance.int(Math.max(1, schema["minLength"] ?? 0), Math.min(schema["maxLength"] ?? 20, 40));
  return Array.from({ length }, () => chance.pick(LETTERS)).join("");
}
