import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { gapsOnce, type GapSpan } from "../../core/month-row.ts";
import type { Past } from "../section.ts";
import { coverageOf, unknownIn } from "./spans.ts";
import { observedIn } from "../../core/knowledge.ts";

const MINUTE = 60_000;

const watched = (createdAt: number, gaps: GapSpan[]): Past => ({
  target: { id: "tgt_1", name: "Maria", params: {}, createdAt },
  snapshot: null,
  gaps,
  events: [],
  series: {},
});

const minute = fc.integer({ min: 0, max: 600 });

test("coverage is the share of minutes that a model counts as known, rounded down to four digits", () => {
  const met = { later: 0, added: 0, all: 0, none: 0, partly: 0, open: 0, overlapping: 0 };
  fc.assert(
    fc.property(
      fc.oneof({ weight: 2, arbitrary: fc.constant(-100) }, { weight: 1, arbitrary: minute }),
      fc.array(fc.tuple(minute, fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(Infinity))), { maxLength: 4 }),
      minute,
      fc.integer({ min: -5, max: 600 }),
      (created, provided, from, length) => {
        const gaps = provided.map(([at, lasts]): GapSpan => [at * MINUTE, (at + lasts) * MINUTE]);
        const history = watched(created * MINUTE, gapsOnce(gaps));
        const to = from + length;
        const own = coverageOf(history, from * MINUTE, to * MINUTE);
        if (length <= 0 || created >= to) {
          met.later += 1;
          expect(own).toBeNull();
          return;
        }
        const isUnknown = (at: number) =>
          at < created || provided.some(([since, lasts]) => at >= since && at < since + lasts);
        const minutes = Array.from({ length }, (_, n) => from + n);
        const unknown = minutes.filter(isUnknown).length;
        // Ten thousandths are counted in whole numbers: fractions would be a little too small.
        let share = 0;
        while ((share + 1) * length <= (length - unknown) * 10_000) share++;
        expect([own, unknownIn(history, from * MINUTE, to * MINUTE)]).toEqual([share / 10_000, unknown * MINUTE]);
        met.added += Number(created > from);
        met.all += Number(own === 1);
        met.none += Number(own === 0);
        met.partly += Number(own! > 0 && own! < 1);
        met.open += Number(provided.some(([since, lasts]) => lasts === Infinity && since < to));
        met.overlapping += Number(gapsOnce(gaps).length < gaps.length);
      },
    ),
    { numRuns: runs(5000) },
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > 5]).toEqual([what, true]);
});

test("only all of a period is 1, and a share with four digits is exactly that", () => {
  const period = 10_000_000;
  expect(coverageOf(watched(0, [[5, 6]]), 0, period)).toBe(0.9999);
  for (let known = 0; known <= 10_000; known++)
    expect(coverageOf(watched(0, [[known * 1000, Infinity]]), 0, period)).toBe(known / 10_000);
});

test("of creators it is the mean of those who were added by then", () => {
  const of = (...all: (number | null)[]) => observedIn(all.map((coverage) => ({ coverage })));
  expect([of(), of(null), of(0.7, 0.1), of(null, 0.4), of(1, 0.9999), of(0, 0)]).toEqual([
    null,
    null,
    0.4,
    0.4,
    0.9999,
    0,
  ]);
});
