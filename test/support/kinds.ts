import fc from "fast-check";
import { isObject, type Json, type JsonObject } from "../../src/core/json.ts";
import { fixtures } from "./fixtures.ts";
import type { AnyTargetKind } from "../../src/targets/registry.ts";
import { targetKinds } from "../../src/targets/registry.ts";
import { firstPoll, readOff } from "./readings.ts";

/** The body that an operation answers to everyone: of the first fixture, of all kinds, that calls it. */
export const payloads: ReadonlyMap<string, Json> = new Map(
  Object.values(targetKinds)
    .flatMap((kind) => fixtures[kind.kind]!.map((fixture) => ({ kind, fixture })))
    .flatMap(({ kind, fixture: { params, bodies } }) =>
      readOff(kind.read(firstPoll(kind.params().parse(params))), bodies)
        .calls.slice(0, bodies.length)
        .map(({ operation }, index): [string, Json] => [operation, bodies[index]!]),
    )
    .toReversed(),
);

const takes = (kind: AnyTargetKind, params: Json): boolean => kind.params().safeParse(params).success;

/** So many params of a kind, each another target: its example with one field that tells targets apart put otherwise. */
export function variants(kind: AnyTargetKind, count: number): JsonObject[] {
  const { params } = kind.example;
  for (const [name, value] of Object.entries(params)) {
    const other = (n: number): Json =>
      typeof value === "number" ? n : /^\d+$/.test(String(value)) ? String(5000 + n) : `${String(value)} ${n}`;
    const all = Array.from({ length: count }, (_, n): JsonObject => ({ ...params, [name]: other(n) }));
    if (!all.every((one) => takes(kind, one))) continue;
    if (new Set(all.map((one) => kind.identity(kind.params().parse(one)))).size === count) return all;
  }
  throw new Error(`no field of the example of ${kind.kind} tells targets apart`);
}

/** Params that a kind takes: those of its example and its fixtures, with fields left out and put otherwise. */
export function generatedParams(kind: AnyTargetKind, texts: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> {
  const known = [kind.example.params, ...fixtures[kind.kind]!.map(({ params }) => params).filter(isObject)];
  const otherwise = (value: Json): fc.Arbitrary<Json> => {
    const same: fc.Arbitrary<Json> = fc.constant(value);
    if (typeof value === "number")
      return fc.oneof(same, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1e6 }));
    if (typeof value === "string") return fc.oneof(same, fc.integer({ min: 1, max: 1_000_000 }).map(String), texts);
    return same;
  };
  const shapes = known.map((params) =>
    fc.record(
      Object.fromEntries(
        Object.entries(params).map(([name, value]): [string, fc.Arbitrary<Json>] => [name, otherwise(value)]),
      ),
      { requiredKeys: [] },
    ),
  );
  return fc
    .oneof(...shapes, fc.constantFrom(...known))
    .filter((params) => takes(kind, params as JsonObject)) as fc.Arbitrary<JsonObject>;
}
