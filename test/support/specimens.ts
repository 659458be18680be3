import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { readAs } from "../../src/resources/write/refused.ts";
import { resourceOf, resources } from "../../src/resources/registry.ts";
import type { AnyStored, Declared } from "../../src/resources/resource.ts";
import { formOf } from "../../src/resources/view.ts";
import type { RunningApi } from "../api/running-api.ts";

/** A record as the API serializes it. */
export type Displayed = { id: string } & JsonObject;

/** The configuration of the API under test. */
export const LIMITS = {
  minIntervalSeconds: 60,
  retentionDays: 90,
  addresses: { local: true, own: null, ownPorts: [] },
};

const known = new WeakMap<JsonObject, JsonObject>();

/** A form as serialized after it was stored, if none of it is secret. Cached, since forms do not change. */
export function displayedOf(of: Declared, form: JsonObject): JsonObject {
  const before = known.get(form);
  if (before !== undefined) return before;
  const read = readAs(of, form, LIMITS);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const displayed = JSON.parse(JSON.stringify(formOf(of, read.value as AnyStored))) as JsonObject;
  known.set(form, displayed);
  return displayed;
}

/** Fields that are serialized differently from what was sent, because they are secret. */
export const masked = (of: Declared): string[] =>
  of.written === undefined ? [] : Object.keys(of.serialize).filter((field) => field in of.form().shape);

/** The body of a record that every field with a reference to this resource accepts. */
export const suiting = (of: Declared): JsonObject =>
  Object.assign(
    {},
    ...resources.flatMap(({ refs }) =>
      Object.values(refs).map((ref) => (ref!.to === of.name ? (ref!.only?.example ?? {}) : {})),
    ),
  ) as JsonObject;

/** Creates records of any resource from its example, each a different one, after the records they refer to. */
export function specimens(api: RunningApi) {
  let count = 0;
  const specimen = {
    async body(of: Declared, over: JsonObject = {}): Promise<JsonObject> {
      const example = of.example.body as JsonObject;
      const named: JsonObject = "name" in of.form().shape ? { name: `${String(example["name"])} ${(count += 1)}` } : {};
      const pairs = Object.entries(of.refs).flatMap(([field, ref]) => (ref!.same ? [[field, ref!.same.field]] : []));
      for (const [field, ref] of Object.entries(of.refs)) {
        // Of two records that must belong together, only the given one is named.
        if (field in over || pairs.some((pair) => pair.includes(field) && pair.some((one) => one in over))) continue;
        const together = ref!.same === undefined ? {} : { [ref!.same.field]: named[ref!.same.field]! };
        named[field] = (await specimen.make(resourceOf(ref!.to), { ...ref!.only?.example, ...together })).id;
      }
      const body = { ...example, ...named, ...over };
      // A record with alternative references uses as many as it may.
      for (const field of Object.keys(of.refs).toReversed())
        if (!(field in over) && !readAs(of, body, LIMITS).ok) delete body[field];
      return body;
    },
    async make(of: Declared, over: JsonObject = {}): Promise<Displayed> {
      const { status, body } = await api.call("POST", `/v1/${of.name}`, await specimen.body(of, over));
      expect([of.name, status, body.detail]).toEqual([of.name, 201, undefined]);
      return body;
    },
    /** The serialized record; null if it was deleted. */
    async read(of: Declared, id: string): Promise<Displayed | null> {
      const { status, body } = await api.call("GET", `/v1/${of.name}/${id}`);
      return status === 404 ? null : body;
    },
    /** All rows of a resource's table. */
    rows: async (of: Declared) => (await api.db.prepare(`SELECT * FROM "${of.name}" ORDER BY id`).all()).results,
    /** The audit log, oldest first: operation, subject and status. */
    async entries(): Promise<[operation: string, subject: string | null, status: number][]> {
      const { results } = await api.db.prepare("SELECT operation, subject, status FROM audit ORDER BY seq").all();
      return results.map((row) => [row["operation"], row["subject"], row["status"]] as [string, string | null, number]);
    },
  };
  return specimen;
}
