import fc from "fast-check";
import { expect, test } from "vitest";
import type { FaultKind } from "../../core/fault.ts";
import { alikeOf, type Troubled } from "./alike.ts";

const one = (id: string, more: Partial<Troubled> = {}): Troubled => ({
  id,
  kind: "live",
  name: id,
  fault: { kind: "unreachable", status: 503 },
  failing: true,
  since: 1000,
  wasLive: false,
  ...more,
});
const idsOf = (all: Troubled[]) => alikeOf(all).map((group) => group.all.map(({ id }) => id));

test("targets with the same problem are one group, whatever became of them before", () => {
  const many = Array.from({ length: 24 }, (_, n) => one(`c${n}`, { since: n === 3 ? null : 1000 + n }));
  const groups = alikeOf(many);
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject({ since: { first: 1000, last: 1023 }, never: 1 });
  expect(groups[0]!.all).toHaveLength(24);
});

test("two different faults are two groups: first the one with somebody who was live, and who was live comes first", () => {
  const gone = { fault: { kind: "gone" as const, status: 404 } };
  expect(idsOf([one("a"), one("b"), one("c"), one("x", gone), one("maria", { ...gone, wasLive: true })])).toEqual([
    ["maria", "x"],
    ["a", "b", "c"],
  ]);
  expect(idsOf([one("x", gone), one("a"), one("b")])).toEqual([["a", "b"], ["x"]]);
});

test("what differs keeps apart: kind, failing or without a status, and the status that the service answered", () => {
  const each = [
    one("503"),
    one("500", { fault: { kind: "unreachable", status: 500 } }),
    one("none", { fault: { kind: "unreachable", status: null } }),
    one("no fault", { fault: null }),
    one("unclear", { fault: null, failing: false }),
    one("hashtag", { kind: "hashtag" }),
  ];
  expect(alikeOf(each)).toHaveLength(each.length);
  // A page says the same of both.
  expect(
    idsOf(["gone", "gone"].map((kind, n) => one(`g${n}`, { fault: { kind: kind as FaultKind, status: 404 + 6 * n } }))),
  ).toEqual([["g0", "g1"]]);
});

test("that no check ever worked is neither a time nor zero", () => {
  expect(alikeOf([one("a", { since: null })])[0]).toMatchObject({ since: null, never: 1 });
  expect(alikeOf([one("a", { since: 0 })])[0]).toMatchObject({ since: { first: 0, last: 0 }, never: 0 });
  expect(alikeOf([])).toEqual([]);
});

test("each target is in one group, once, as it was named first", () => {
  expect(alikeOf([one("a", { wasLive: true }), one("a")])[0]!.all).toEqual([one("a", { wasLive: true })]);
  const troubled = fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    kind: fc.constantFrom("live", "hashtag"),
    status: fc.constantFrom(null, 500, 503),
    failing: fc.boolean(),
    wasLive: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(troubled), (all) => {
      const made = all.map(({ id, status, ...more }) => one(id, { ...more, fault: { kind: "unreachable", status } }));
      const ids = idsOf(made).flat();
      expect(ids.toSorted()).toEqual([...new Set(made.map(({ id }) => id))].sort());
    }),
  );
});
