import fc from "fast-check";
import { expect, test } from "vitest";
import { airtimeRow, type ReportFrame } from "../../src/features/reports/rows/row.ts";
import type { HistoryEvent, Past } from "../../src/sections/section.ts";
import { live } from "../../src/kinds/live/kind.ts";
import { iso } from "../../src/core/instant.ts";
import { runs } from "../support/runs.ts";
import { watched } from "./watched-past.ts";

const MINUTE = 60_000;
const FROM = Date.UTC(2027, 2, 1);
const DAYS = 3;
const TO = FROM + DAYS * 24 * 60 * MINUTE;

type Span = [from: number, to: number];

/** The history of a creator who is really live in these spans, as polls at these times see it. */
function polled(truth: Span[], polls: number[], createdAt: number): Past {
  const target = watched("tgt_1", createdAt);
  const events: HistoryEvent[] = [];
  let [state, lastOkAt]: [unknown, number | null] = [null, null];
  for (const at of polls) {
    const isOn = truth.some(([from, to]) => at >= from && at < to);
    const judgment = live.judge({
      targetId: target.id,
      params: { userId: "7001" },
      settings: live.settings().parse({}),
      announceInitial: true,
      before: state as never,
      view: { verdict: isOn ? "on" : "off", room: isOn ? "7" : null },
      at,
      hold: false,
      holdsMs: 600_000,
      lastOkAt,
    });
    for (const { type, occurredAt, data, window } of judgment.changes) {
      const seenUntil = type === "live.ended" && window.from !== null ? { seenUntil: iso(window.from) } : {};
      events.push({ type, occurredAt, detectedAt: at, data: { ...data, ...seenUntil } });
    }
    [state, lastOkAt] = [judgment.state, at];
  }
  const snapshot = state === null ? null : live.snapshot(state as never);
  return { target, snapshot, gaps: [], events, series: {} };
}

const frameOf = (from: number, to: number, now: number): ReportFrame => ({
  period: { name: "p", from, to, before: { from: 2 * from - to, to: from } } as ReportFrame["period"],
  timezone: "UTC",
  validDayMs: 60 * MINUTE,
  now,
});

const within = (spans: Span[], from: number, to: number): number =>
  spans.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, to) - Math.max(a, from)), 0);

test("however polls fall, true airtime is at most the uncertainty away from what the report says", () => {
  let [met, tight] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 400 })), { maxLength: 12 }),
      fc.array(fc.integer({ min: 20, max: 400 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: -600, max: 600 }),
      fc.integer({ min: 0, max: 3000 }),
      (streams, pauses, shift, cut) => {
        // Breaks and streams are longer than any time between two polls, and longer than the grace period.
        let at = FROM + shift * MINUTE;
        const truth = streams.map(([off, on]): Span => {
          const from = at + off * MINUTE + 1234;
          at = from + on * MINUTE;
          return [from, at];
        });
        const begin = FROM - 24 * 60 * MINUTE;
        const polls: number[] = [];
        for (let time = begin, n = 0; time < TO; time += pauses[n++ % pauses.length]! * 1000) polls.push(time);
        const now = polls.at(-1)!;
        const [from, to] = [FROM + cut * 1000, Math.min(TO, now) - cut * 1000];
        // A report after everything that it needs was seen, and a stream that lasts has no end yet.
        const { seconds, uncertaintySeconds, coverage } = airtimeRow(
          { history: polled(truth, polls, begin), viewers: [], removedAt: null, goal: null },
          frameOf(from, to, now),
        );
        expect([coverage, typeof uncertaintySeconds]).toEqual([1, "number"]);
        const real = within(truth, from, to) / 1000;
        expect(Math.abs(real - seconds)).toBeLessThanOrEqual(uncertaintySeconds! + 1);
        // No more than the longest time between two polls, for each start or each end.
        const edges = truth.filter(([a, b]) => b > from - 400_000 && a < to + 400_000).length;
        expect(uncertaintySeconds!).toBeLessThanOrEqual(edges * Math.max(...pauses));
        met += Number(uncertaintySeconds! > 0);
        tight += Number(uncertaintySeconds! > 0 && Math.abs(real - seconds) * 3 > uncertaintySeconds!);
      },
    ),
    { numRuns: runs(3000, 300) },
  );
  expect([met > 100, tight > 20]).toEqual([true, true]);
});

const ended = (from: number, to: number, data: object = {}): HistoryEvent => ({
  type: "live.ended",
  occurredAt: to,
  detectedAt: to,
  data: { startedAt: iso(from), ...data },
});

const rowOf = (events: HistoryEvent[], createdAt: number, more: Partial<Past> = {}) =>
  airtimeRow(
    {
      history: { target: watched("tgt_1", createdAt), snapshot: null, gaps: [], events, series: {}, ...more },
      viewers: [],
      removedAt: null,
      goal: null,
    },
    frameOf(FROM, TO, TO),
  );

const at = (minute: number): number => FROM + minute * MINUTE;

test("a stream whose polls are not stored makes it unknown, but not one of another period", () => {
  const known = ended(at(100), at(200), { startedAfter: iso(at(97)), seenUntil: iso(at(195)) });
  expect(rowOf([known], 0).uncertaintySeconds).toBe(300);
  expect(rowOf([ended(at(-300), at(-200)), known], 0).uncertaintySeconds).toBe(300);
  expect(rowOf([known, ended(at(300), at(400))], 0).uncertaintySeconds).toBeNull();
  expect(rowOf([known, ended(at(300), at(400), { startedAfter: iso(at(299)) })], 0).uncertaintySeconds).toBeNull();
});

test("who was live when they were added may have been since they were added", () => {
  expect(rowOf([ended(at(10), at(60), { seenUntil: iso(at(59)) })], at(7)).uncertaintySeconds).toBe(180);
  expect(rowOf([ended(at(100), at(160), { seenUntil: iso(at(159)) })], at(7)).uncertaintySeconds).toBeNull();
});

test("unknown time and time that counts already is not counted again", () => {
  const change = [
    ended(at(0), at(60), { startedAfter: iso(at(-1)), seenUntil: iso(at(55)) }),
    ended(at(60), at(90), { startedAfter: iso(at(55)), seenUntil: iso(at(89)) }),
  ];
  // The start of the second is within the first.
  expect(rowOf(change, 0).uncertaintySeconds).toBe(360);
  const later = ended(at(100), at(101), { startedAfter: iso(at(91)), seenUntil: iso(at(101)) });
  expect(rowOf([later], 0, { gaps: [[at(92), at(98)]] }).uncertaintySeconds).toBe(180);
});
