import fc from "fast-check";
import { operationsOf } from "../../src/engine/upstream/operations.ts";
import { isObject, type Json, type JsonObject } from "../../src/core/json.ts";
import { fixtures } from "./fixtures.ts";
import type { AnyTargetKind } from "../../src/kinds/registry.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { firstPoll, readOff } from "./readings.ts";

const operations = operationsOf({});

/** Reports whether no operation conflicts with a form, with the default definitions. */
export function fitsService(form: Record<string, unknown>): boolean {
  const kind = targetKinds[String(form["kind"])];
  if (kind?.polls === undefined) return true;
  const { params, settings } = form;
  return kind.polls.wrong({ params, settings }, operations.get(kind.polls.operation(params)) ?? null).length === 0;
}

/** Changes a generated form to a known operation and fields that it has, which the kind's schema does not know. */
export function fittingService(form: JsonObject): JsonObject {
  const kind = targetKinds[String(form["kind"])];
  if (kind?.polls === undefined) return form;
  const { params } = kind.example;
  const [field = ""] = Object.keys(operations.get(kind.polls.operation(params))!.fields);
  const named = (value: Json, key: string): Json => {
    if (key === "field" || key === "timeField") return field;
    if (Array.isArray(value)) return value.map((one) => named(one, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, named(one, name)]));
  };
  return { ...form, params, ...(form["settings"] === undefined ? {} : { settings: named(form["settings"], "") }) };
}

/** The body that an operation answers to everyone: of the first fixture of any kind that calls it. */
export const payloads: ReadonlyMap<string, Json> = new Map(
  Object.values(targetKinds)
    .flatMap((kind) => fixtures[kind.kind]!.map((fixture) => ({ kind, fixture })))
    .flatMap(({ kind, fixture: { params, bodies } }) =>
      readOff(kind.read(firstPoll(kind.params().parse(params), kind.settings().parse({}) as object)), bodies)
        .calls.slice(0, bodies.length)
        .map(({ operation }, index): [string, Json] => [operation, bodies[index]!]),
    )
    .toReversed(),
);

/** Reports whether a kind accepts params without configuration. */
function takes(kind: AnyTargetKind, params: Json): boolean {
  const read = kind.params().safeParse(params);
  if (!read.success || kind.polls === undefined) return read.success;
  const operation = operationsOf({}).get(kind.polls.operation(read.data)) ?? null;
  return kind.polls.wrong({ params: read.data, settings: kind.settings().parse({}) }, operation).length === 0;
}

/** The n-th other value of the same type; for an object, in each of its fields. */
function otherwise(value: Json, n: number): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, otherwise(one, n)]));
  if (typeof value === "number") return n;
  return /^\d+$/.test(String(value)) ? String(5000 + n) : `${String(value)} ${n}`;
}

/** Params of distinct targets of a kind: its example with changes of an identifying field. */
export function variants(kind: AnyTargetKind, count: number): JsonObject[] {
  const { params } = kind.example;
  for (const [name, value] of Object.entries(params)) {
    const all = Array.from({ length: count }, (_, n): JsonObject => ({ ...params, [name]: otherwise(value, n) }));
    if (!all.every((one) => takes(kind, one))) continue;
    if (new Set(all.map((one) => kind.identity(kind.params().parse(one)))).size === count) return all;
  }
  throw new Error(`no field of the example of ${kind.kind} tells targets apart`);
}

/** Params that a kind accepts: those of its example and fixtures, with fields omitted and changed. */
export function generatedParams(kind: AnyTargetKind, texts: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
  const known = [kind.example.params, ...fixtures[kind.kind]!.map(({ params }) => params).filter(isObject)];
  const generated = (value: Json): fc.Arbitrary<Json> => {
    const same: fc.Arbitrary<Json> = fc.constant(value);
    if (typeof value === "number")
      return fc.oneof(same, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1e6 }));
    if (typeof value === "string") return fc.oneof(same, fc.integer({ min: 1, max: 1_000_000 }).map(String), texts);
    if (isObject(value))
      return fc.record(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, generated(one)])));
    return same;
  };
  const shapes = known.map((params) =>
    fc.record(
      Object.fromEntries(
        Object.entries(params).map(([name, value]): [string, fc.Arbitrary<Json>] => [name, generated(value)]),
      ),
      { requiredKeys: [] },
    ),
  );
  return fc
    .oneof(...shapes, fc.constantFrom(...known))
    .filter((params) => takes(kind, params as JsonObject)) as fc.Arbitrary<JsonObject>;
}
