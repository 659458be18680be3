import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { item, Polled } from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";
import type { Item } from "./view.ts";

/** Ways in which an answer can be distorted. */
const spoiled = fc.record({
  order: fc.constantFrom("same", "reversed", "pinned"),
  twice: fc.boolean(),
  fails: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
type Spoiled = typeof spoiled extends fc.Arbitrary<infer T> ? T : never;

function arranged(all: Item[], { order, twice }: Spoiled): Item[] {
  const ordered = order === "same" ? all : all.toReversed();
  const pinned = order === "pinned" ? [...all.slice(-1), ...ordered.slice(1)] : ordered;
  return twice ? [...pinned, ...pinned.slice(0, 2)] : pinned;
}

describe("generated histories", () => {
  test("of items with times: each appearance and each disappearance is reported once, and nothing else", () => {
    const met = { appeared: 0, gone: 0, back: 0, hidden: 0, failed: 0, pinned: 0, empty: 0 };
    const step = fc.record({
      come: fc.integer({ min: 0, max: 3 }),
      leave: fc.option(fc.nat(20), { nil: null }),
      returns: fc.option(fc.nat(20), { nil: null, freq: 5 }),
      hides: fc.oneof(fc.constant<"all">("all"), fc.array(fc.nat(20), { maxLength: 4 })),
      spoiled,
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 25 }), fc.integer({ min: 1, max: 4 }), (steps, confirm) => {
        const list = new Polled({ confirmGone: confirm, timeField: "time" });
        let [created, polls] = [0, 0];
        const there = new Map<string, Item>();
        const left = new Map<string, Item>();
        /** Number of consecutive answers without each item. */
        const missing = new Map<string, number>();
        const noted = new Set<string>();
        const ever = new Set<string>();
        for (const one of steps) {
          const at = list.next;
          for (let n = 0; n < one.come; n++) {
            const id = String((created += 1));
            there.set(id, item(id, { title: `Item ${id}`, time: at / 1000 - 20 }));
          }
          const pick = (from: Map<string, Item>, n: number | null) =>
            n === null || from.size === 0 ? null : [...from.values()][n % from.size]!;
          const back = pick(left, one.returns);
          if (back !== null && !noted.has(back.id)) {
            left.delete(back.id);
            there.set(back.id, back);
            met.back += 1;
          }
          const goes = pick(there, one.leave);
          // An item that no answer has shown cannot be missed.
          if (goes !== null && ever.has(goes.id)) {
            there.delete(goes.id);
            left.set(goes.id, goes);
          }
          if (one.spoiled.fails) {
            list.poll(null);
            met.failed += 1;
            continue;
          }
          const all = [...there.values()];
          const young = (id: string) => !ever.has(id);
          const wanted = one.hides === "all" ? all : one.hides.flatMap((n) => all[n % all.length] ?? []);
          // Items are not hidden long enough to count as gone, nor in the first answer after they appear.
          const hidden = new Set(
            wanted.flatMap(({ id }) => (polls > 0 && !young(id) && (missing.get(id) ?? 0) + 1 < confirm ? id : [])),
          );
          if (hidden.size > 0) met.hidden += 1;
          if (one.spoiled.order === "pinned") met.pinned += 1;
          const answer = all.filter(({ id }) => !hidden.has(id));
          if (answer.length === 0 && noted.size > 0) met.empty += 1;
          const expected: string[] = [];
          for (const { id } of answer) {
            if (young(id) && polls > 0) expected.push(`item.appeared ${id}`);
            noted.add(id);
            ever.add(id);
            missing.delete(id);
          }
          for (const id of noted) {
            if (answer.some((other) => other.id === id)) continue;
            missing.set(id, (missing.get(id) ?? 0) + 1);
            if (missing.get(id)! < confirm) continue;
            expected.push(`item.gone ${id}`);
            noted.delete(id);
            missing.delete(id);
          }
          met.appeared += expected.filter((text) => text.startsWith("item.appeared")).length;
          met.gone += expected.filter((text) => text.startsWith("item.gone")).length;
          expect(list.said(arranged(answer, one.spoiled))).toEqual(expected.sort());
          polls += 1;
        }
      }),
      { numRuns: runs(3000) },
    );
    for (const [name, count] of Object.entries(met)) expect([name, count > 20]).toEqual([name, true]);
  });

  test("of items without times: every item that is not stored is new, whatever the answers", () => {
    const met = { appeared: 0, gone: 0, again: 0, whole: 0 };
    const answer = fc.oneof(
      { weight: 1, arbitrary: fc.constant<number[] | null>(null) },
      { weight: 6, arbitrary: fc.subarray([1, 2, 3, 4, 5, 6]) },
      { weight: 2, arbitrary: fc.subarray([1, 2, 3]) },
      { weight: 1, arbitrary: fc.subarray([11, 12, 13, 14, 15, 16], { minLength: 5 }) },
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(answer, spoiled), { minLength: 2, maxLength: 30 }),
        fc.integer({ min: 1, max: 3 }),
        (answers, confirm) => {
          const list = new Polled({ confirmGone: confirm });
          // Number of consecutive answers without each id.
          let known: Record<string, number> | null = null;
          const told = new Set<string>();
          for (const [ids, how] of answers) {
            const said = list.poll(
              ids === null
                ? null
                : arranged(
                    ids.map((id) => item(id)),
                    how,
                  ),
            );
            if (ids === null) continue;
            const now = ids.map(String);
            const before: Record<string, number> = known ?? Object.fromEntries(now.map((id) => [id, 0]));
            const fresh = now.filter((id) => before[id] === undefined);
            const absent = Object.entries(before).filter(([id]) => !now.includes(id));
            const gone = absent.filter(([, times]) => times + 1 >= confirm).map(([id]) => id);
            known = Object.fromEntries([
              ...now.map((id) => [id, 0]),
              ...absent.filter(([id]) => !gone.includes(id)).map(([id, times]) => [id, times + 1]),
            ]) as Record<string, number>;
            expect(said.map(({ type, data }) => `${type} ${data.itemId}`).sort()).toEqual(
              [...fresh.map((id) => `item.appeared ${id}`), ...gone.map((id) => `item.gone ${id}`)].sort(),
            );
            met.appeared += fresh.length;
            met.gone += gone.length;
            met.again += fresh.filter((id) => told.has(id)).length;
            for (const id of gone) told.add(id);
            const atLeast = said.flatMap(({ data }) => ("atLeast" in data ? data.atLeast : []));
            if (atLeast.length > 0) {
              met.whole += 1;
              expect(atLeast).toEqual(now.map(() => now.length));
              expect(fresh.length).toBe(now.length);
            }
          }
        },
      ),
      { numRuns: runs(3000) },
    );
    for (const [name, count] of Object.entries(met)) expect([name, count > 20]).toEqual([name, true]);
  });
});

test("a watched field is compared as a number if it has one, and as text if not", () => {
  const list = new Polled({ watch: [{ field: "title" }, { field: "plays", above: 500 }] });
  const fields = (title: string, plays: number) => [item(1, { title, plays })];
  list.poll(fields("old", 400));
  expect(list.poll(fields("new", 450))).toMatchObject([
    { type: "item.changed", data: { field: "title", before: "old", after: "new" } },
  ]);
  expect(list.poll(fields("new", 600))).toMatchObject([{ type: "item.crossed", data: { field: "plays" } }]);
});
