import fc from "fast-check";
import { known } from "../../src/engine/upstream/operations.ts";
import { eventTypeNames } from "../../src/kinds/events.ts";
import { at, type Document, type Operation, type Schema } from "./document.ts";
import { type Pool, type Random, unknownId } from "./random.ts";
import { hugeBytes, ODD_IDS, ODD_QUERY, oddBytes, spoiled } from "./spoil.ts";

export interface CreatedRequest {
  method: string;
  /** With its query, as it goes on the wire. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  chunked: boolean;
  /** The JSON that the body is, where the request is otherwise in order; undefined where it is not. */
  sent?: unknown;
  operation: Operation | null;
}

interface Source {
  document: Document;
  pool: Pool;
  chance: Random;
  receiver: string;
  token: string;
  /** An exported configuration: the one thing that replaces a configuration sensibly. */
  exported: unknown;
}

const ELSEWHERE = [
  "/",
  "/v1",
  "/v1/",
  "/v1/nowhere",
  "/v2/targets",
  "/V1/targets",
  "/v1/targets/",
  "//v1/targets",
  "/x",
];

/** One request: mostly to an operation of the document, in or out of order. */
export function createdRequest(source: Source): CreatedRequest {
  const { document, chance } = source;
  if (chance.chance(0.04)) return strayRequest(source);
  const operation = chance.pick(document.operations);
  const calm = chance.chance(0.45);
  const headers = headersOf(source, calm);
  const path = pathOf(operation, source, calm) + queryOf(operation, source, calm);
  const plain = { method: operation.method, path, headers, chunked: chance.chance(0.15), operation };
  const types = Object.keys(operation.bodies);
  if (types.length === 0) return { ...plain, body: chance.chance(0.03) ? Buffer.from("{}") : null };
  const type = chance.pick(types);
  const value = bodyValue(operation, type, source);
  const text = typeof value === "string" && type !== "application/json" ? value : JSON.stringify(value);
  headers["content-type"] = chance.chance(0.1) ? `${type}; charset=utf-8` : type;
  if (calm) return { ...plain, body: Buffer.from(text), sent: value };
  return { ...plain, ...disordered(text, value, type, headers, source) };
}

function disordered(text: string, value: unknown, type: string, headers: Record<string, string>, source: Source) {
  const { chance } = source;
  const way = chance.next();
  if (way < 0.5 && type.includes("json") && type !== "application/x-ndjson") {
    const bad = spoiled(value, chance);
    return { body: Buffer.from(JSON.stringify(bad) ?? "null"), sent: bad };
  }
  if (way < 0.6)
    headers["content-type"] = chance.pick(["text/plain", "application/xml", "multipart/form-data", ";", ""]);
  if (way < 0.65) delete headers["content-type"];
  if (way > 0.995) return { body: hugeBytes(chance.chance(0.1) ? 16 : 1, chance) };
  return { body: way < 0.65 ? Buffer.from(text) : oddBytes(text, chance) };
}

/** What values are made with. */
interface Maker {
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
function valueOf(schema: Schema, make: Maker, name = "", depth = 0): unknown {
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

function bodyValue(operation: Operation, type: string, source: Source): unknown {
  const { schema, example } = operation.bodies[type]!;
  if (!type.endsWith("json") || type.endsWith("ndjson")) return example;
  if (operation.method === "PUT" && source.exported !== null && source.chance.chance(0.7)) return source.exported;
  const make: Maker = { ...source, whole: source.document.whole };
  if (operation.method === "PATCH") return patchOf(operation, make);
  return valueOf(schema, make);
}

/** A merge patch: some fields of what the collection's POST takes. */
function patchOf(operation: Operation, make: Maker): unknown {
  const collection = operation.path.replace(/\/\{.*/, "");
  const { paths } = make.whole as { paths: Record<string, Record<string, any>> };
  const form = paths[collection]?.["post"]?.requestBody?.content?.["application/json"]?.schema;
  const whole = form === undefined ? { name: "x" } : (valueOf(form, make) as Record<string, unknown>);
  const { kind: _kind, ...fields } = whole;
  return Object.fromEntries(Object.entries(fields).filter(() => make.chance.chance(0.4)));
}

function pathOf({ path, method }: Operation, { pool, chance }: Source, calm: boolean): string {
  return path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, collection: string) => {
    const known = pool.ids(collection).filter((id) => method !== "DELETE" || !pool.kept.has(id));
    const way = chance.next();
    if (known.length > 0 && (calm || way < 0.75)) return `${collection}/${chance.pick(known)}`;
    return `${collection}/${calm || way < 0.85 ? unknownId(collection, chance) : chance.pick(ODD_IDS)}`;
  });
}

function queryOf({ parameters, path }: Operation, source: Source, calm: boolean): string {
  const { chance, pool, document } = source;
  const make: Maker = { ...source, whole: document.whole };
  // A configuration that is applied takes everything away that it does not have.
  const parts = parameters.some(({ name }) => name === "dryRun") && chance.chance(0.85) ? ["dryRun=true"] : [];
  for (const { name, in: place, schema, example } of parameters) {
    if (place !== "query" || name === "dryRun" || chance.chance(name === "cascade" ? 0.3 : 0.7)) continue;
    const cursors = pool.cursors(path);
    const good = name === "cursor" ? (cursors.length > 0 ? chance.pick(cursors) : null) : valueOf(schema, make, name);
    const value = good === null ? example : good;
    if (name === "cursor" && good === null && calm) continue;
    parts.push(`${name}=${calm || chance.chance(0.5) ? encodeURIComponent(String(value)) : chance.pick(ODD_QUERY)}`);
  }
  if (!calm && chance.chance(0.2)) parts.push(chance.pick(["limit=1&limit=x", "=", "&&", "a[]=1", "unknown=1", "%=%"]));
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** A path or a method that the document does not have. */
function strayRequest(source: Source): CreatedRequest {
  const { chance, document } = source;
  const { path } = chance.pick(document.operations);
  const elsewhere = chance.chance(0.4);
  return {
    method: chance.pick(["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"]),
    path: elsewhere ? chance.pick(ELSEWHERE) : path.replaceAll(/\{\w+\}/g, "some_id"),
    headers: headersOf(source, true),
    body: null,
    chunked: false,
    operation: null,
  };
}

function headersOf({ chance, pool, token }: Source, calm: boolean): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (calm) return chance.chance(0.1) ? { ...headers, "idempotency-key": freshKey(chance, pool) } : headers;
  const other = pool.tokens.length > 0 ? chance.pick(pool.tokens) : "none";
  if (chance.chance(0.12)) {
    const odd = [
      `bearer ${token}`,
      `Bearer   ${token}  `,
      `Bearer ${other}`,
      "Bearer",
      "Basic YTpi",
      `Bearer ${token}x`,
    ];
    headers["authorization"] = chance.pick([...odd, "", "Bearer é", `Bearer ${"x".repeat(4000)}`, `Bearer ${other}`]);
    if (chance.chance(0.3)) delete headers["authorization"];
  }
  if (chance.chance(0.25)) {
    const odd = ["a b", "é", "", "x".repeat(255), "x".repeat(256), "\t"];
    const known = pool.keys.length > 0 ? pool.keys : odd;
    headers["idempotency-key"] = chance.pick([chance.pick(known), freshKey(chance, pool), chance.pick(odd)]);
  }
  if (chance.chance(0.1)) headers["accept"] = chance.pick(["text/html", "application/yaml", "*/*;q=0", "é"]);
  if (chance.chance(0.05)) headers["x-http-method-override"] = "DELETE";
  if (chance.chance(0.05)) headers["content-encoding"] = chance.pick(["gzip", "identity", "nonsense"]);
  return headers;
}

function freshKey(chance: Random, pool: Pool): string {
  const key = `key-${chance.int(0, 2 ** 40)}`;
  pool.keys = [...pool.keys, key].slice(-50);
  return key;
}
