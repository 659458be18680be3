import { expect, test } from "vitest";
import { countedWith } from "./months.ts";
import { GROUPS, inNeed, totalsOf, type Person } from "./people.ts";

/** A creator in one of the groups, or without a goal. */
const person = (n: number): Person =>
  ({
    id: `tgt_${String(n).padStart(26, "0")}`,
    name: `Creator ${String(n).padStart(6, "0")}`,
    group: GROUPS[n % (GROUPS.length + 1)] ?? null,
    needed: n % 3 === 0 ? null : { ms: (n % 977) * 1000 },
    standing: { hours: n % 151, validDays: n % 31, coverage: n % 2, unknown: [] },
  }) as unknown as Person;

test("a list that is counted in parts has the sums and the order of the whole, in a value that the database takes", () => {
  const all = Array.from({ length: 10_000 }, (_, n) => person(n));
  let counted: ReturnType<typeof countedWith> | null = null;
  for (let from = 0; from < all.length; from += 200) {
    counted = countedWith(counted, all.slice(from, from + 200));
    expect(JSON.stringify(counted).length).toBeLessThan(500_000);
  }
  expect(counted!.totals).toEqual(totalsOf(all));
  const first = [...all].sort(inNeed).slice(0, 5000);
  expect(counted!.ranked.map(([, [group]]) => group)).toEqual(first.map(({ group }) => group));
  expect(counted!.ranked.map(([, [, needed]]) => needed)).toEqual(first.map(({ needed }) => needed?.ms ?? 0));
});
