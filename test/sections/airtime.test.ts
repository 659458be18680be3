import type { AirtimeRow } from "../../src/sections/airtime-shape.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { iso } from "../../src/core/instant.ts";
import { airtimeRow, type ReportFrame } from "../../src/features/reports/rows/row.ts";
import { live } from "../../src/kinds/live/kind.ts";
import { airtime } from "../../src/sections/airtime/section.ts";
import type { Frame, HistoryEvent, Past } from "../../src/sections/section.ts";
import { inEnglish } from "../support/phrases.ts";
import { runs } from "../support/runs.ts";
import { generatedAirtime } from "./generated-digests.ts";
import { watched } from "./watched-past.ts";

const march: Frame = {
  from: Date.UTC(2027, 1, 28, 23),
  to: Date.UTC(2027, 2, 31, 22),
  timezone: "Europe/Berlin",
};

test("whatever the report, the digest says its numbers, names nobody twice, and counts who is left out", () => {
  const met = { more: 0, goals: 0, missed: 0, none: 0, stored: 0 };
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 5, 10, 11, 40, 500, 501), fc.integer({ min: 1, max: 1e6 }), (count, seed) => {
      const report = generatedAirtime(count, seed);
      const data = JSON.parse(JSON.stringify(airtime.summarize(report, march))) as ReturnType<typeof airtime.summarize>;
      const { rows } = report;
      let [before, now, compared] = [0, 0, 0];
      for (const row of rows) {
        if (row.change === null) continue;
        compared += 1;
        now += row.seconds;
        before += row.seconds - row.change;
      }
      expect(data.totals).toEqual(report.totals);
      expect(data.compared).toEqual({ creators: compared, beforeSeconds: before, nowSeconds: now });
      const withGoal = rows.filter(({ goal }) => goal !== null);
      const of = (name: string) => withGoal.filter((row) => row.goal!.state === name).length;
      const { behind, out, missed } = data.goals.by!;
      expect([behind + out, missed]).toEqual([of("behind"), of("missed")]);
      expect(data.goals).toMatchObject({
        creators: withGoal.length,
        counting: withGoal.length - of("not_started"),
        reached: of("reached"),
        failing: of("missed") + of("behind"),
      });
      const known = rows.filter(({ coverage }) => coverage !== null);
      if (known.length === 0) expect(data.coverage).toBeNull();
      else {
        const mean = known.reduce((sum, { coverage }) => sum + coverage!, 0) / known.length;
        expect(Math.abs(data.coverage! - mean)).toBeLessThan(0.0001);
      }
      const notified = inEnglish(march);
      const tables = airtime.tables(data, notified);
      const live = rows.filter(({ seconds }) => seconds > 0).length;
      const [first] = tables.filter(({ title }) => title === "Airtime and valid days");
      expect(first?.rows.length ?? 0).toBe(Math.min(10, live));
      if (first !== undefined) expect(first.more).toBe(rows.length - first.rows.length);
      const [goals] = tables.filter(({ title }) => title === "Monthly goals");
      const judged = withGoal.length - of("not_started");
      expect(goals?.rows.length ?? 0).toBe(Math.min(10, judged));
      if (goals !== undefined) {
        expect(goals.more).toBe(judged - goals.rows.length);
        // Those who need attention come first.
        const order = goals.rows.map(({ change }) => ["▼", "", "▲"].indexOf(signOf(change?.tone)));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }
      for (const { rows: displayed } of tables)
        expect(new Set(displayed.map(({ label }) => label)).size, JSON.stringify(displayed)).toBe(displayed.length);
      const all = airtime.rows(data);
      expect(all?.length ?? null).toBe(count > 500 ? null : count);
      if (all !== null) {
        expect(all.map(({ seconds }) => seconds)).toEqual(rows.map(({ seconds }) => seconds));
        expect(new Set(all.map(({ name }) => name)).size).toBe(count);
      }
      const text = JSON.stringify([
        airtime.figures(data, notified),
        tables,
        airtime.fact(data, notified),
        airtime.note(data, notified),
      ]);
      expect(text).not.toMatch(/NaN|Infinity|undefined|null%|\[object|100\.\d+%/);
      expect(JSON.stringify(data).length).toBeLessThan(1_000_000);
      met.more += Number((first?.more ?? 0) > 0);
      met.goals += Number(goals !== undefined);
      met.missed += of("missed");
      met.none += Number(live === 0);
      met.stored += Number(all === null);
    }),
    { numRuns: runs(300, 60) },
  );
  for (const [what, times] of Object.entries(met)) expect([what, times > 2]).toEqual([what, true]);
});

const signOf = (tone: string | undefined): string => (tone === "down" ? "▼" : tone === "up" ? "▲" : "");

const row = (more: Partial<AirtimeRow>): AirtimeRow => ({
  ...generatedAirtime(1, 1).rows[0]!,
  name: "Maria",
  seconds: 162 * 3600,
  validDays: 20,
  streams: 31,
  change: 2 * 3600,
  coverage: 0.988,
  unknownSeconds: Math.round(0.012 * 31 * 86_400),
  watchedSince: "2027-01-01T00:00:00.000Z",
  goal: null,
  ...more,
});

const summarized = (rows: AirtimeRow[]) => {
  const sum = (of: (one: AirtimeRow) => number) => rows.reduce((all, one) => all + of(one), 0);
  const totals = {
    creators: rows.length,
    seconds: sum(({ seconds }) => seconds),
    validDays: sum(({ validDays }) => validDays),
    streams: sum(({ streams }) => streams),
    viewerSeconds: 0,
    peakViewers: null,
    missedSlots: 0,
    unknownSeconds: sum(({ unknownSeconds }) => unknownSeconds ?? 0),
    uncertaintySeconds: null,
  };
  return airtime.summarize({ rows, totals }, march);
};

test("a month is shown in figures, with the goal of each creator", () => {
  const goal = {
    goalId: "goal_1",
    timezone: "UTC",
    validDayMinutes: 60,
    period: "2027-03",
    coverage: 1,
    hours: 39.99,
    validDays: 20,
    wanted: { hours: 40, validDays: 20 },
    left: { hours: 0.01, validDays: 0, days: 0 },
    pace: null,
    state: "missed" as const,
    reached: false,
    behind: false,
  };
  const data = summarized([
    row({ goal }),
    row({ name: "Bo", targetId: "tgt_2", seconds: 9 * 3600 + 300, change: null }),
  ]);
  expect(airtime.figures(data, inEnglish(march))).toEqual([
    { label: "Airtime", value: "171 h 5 min", detail: "+1.3% vs. the month before, counting only the 1 watched then" },
    { label: "Valid days", value: "40", detail: "62 streams" },
    { label: "Goals reached", value: "0 of 1", detail: "1 not reached" },
    { label: "Coverage", value: "98.8%", detail: null },
  ]);
  expect(airtime.tables(data, inEnglish(march))).toMatchObject([
    {
      rows: [
        { label: "Maria", value: "162 h · 20 d", change: { text: "+2 h", tone: "up" } },
        { label: "Bo", value: "9 h 5 min · 20 d", change: null },
      ],
    },
    // A missing minute is not a reached goal.
    { rows: [{ label: "Maria", value: "39/40 h · 20/20 d", change: { text: "not reached", tone: "down" } }] },
  ]);
  expect(airtime.note(data, inEnglish(march))).toBe("We watched 98.8% of the time.");
});

test("of creators who were added a moment ago it says so, and that they were watched since", () => {
  const to = iso(march.to - 4 * 60_000);
  const fresh = (more: object = {}) =>
    row({
      seconds: 240,
      coverage: 0.0001,
      unknownSeconds: (march.to - march.from) / 1000 - 240,
      watchedSince: to,
      change: null,
      ...more,
    });
  const noteOf = (rows: AirtimeRow[]) => airtime.note(summarized(rows), inEnglish(march));
  expect(noteOf([fresh()])).toBe(
    "We watched 100% of the time since they were added. The creators in the report were watched for 4 min of 31 days.",
  );
  expect(noteOf([fresh(), row({ unknownSeconds: 0, coverage: 1 })])).toBe(
    "We watched 100% of the time since they were added. 1 of 2 creators were added later.",
  );
  expect(noteOf([row({ unknownSeconds: 0, coverage: 1 })])).toBeNull();
});

test("days of watching are those of the calendar, as valid days are, and time that nobody watched makes a sum the least", () => {
  // From 29 March at 20:00 until the end of the month are three days, of which two and a quarter passed.
  const late = row({
    seconds: 19 * 3600 + 240,
    validDays: 3,
    coverage: 0.073,
    unknownSeconds: 28 * 86_400 + 20 * 3600,
    watchedSince: "2027-03-29T18:00:00.000Z",
    change: null,
  });
  const data = summarized([late]);
  expect(airtime.note(data, inEnglish(march))).toContain("were watched for 3 of 31 days");
  expect(airtime.fact(data, inEnglish(march))?.text).toBe("at least 19 h 4 min of airtime in total");
  expect(airtime.figures(data, inEnglish(march))[0]).toMatchObject({ value: "at least 19 h 4 min" });
  const whole = summarized([row({})]);
  expect(airtime.fact(whole, inEnglish(march))?.text).toContain("162 h of airtime in total");
});

test("a message names no goal that doesn't count yet", () => {
  const goal = generatedAirtime(40, 1).rows.find((one) => one.goal !== null)!.goal!;
  const future = row({ goal: { ...goal, state: "not_started", reached: false, behind: false } });
  expect(airtime.tables(summarized([future]), inEnglish(march)).map(({ title }) => title)).toEqual([
    "Airtime and valid days",
  ]);
});

test("goals that don't count yet are neither reached nor not", () => {
  const report = generatedAirtime(40, 1);
  const goal = report.rows.find((one) => one.goal !== null)!.goal!;
  const labelsOf = (states: ("not_started" | "reached")[]) =>
    airtime
      .figures(
        summarized(states.map((state) => row({ goal: { ...goal, state, reached: state === "reached" } }))),
        inEnglish(march),
      )
      .flatMap(({ label, value }) => (label === "Goals reached" ? value : []));
  expect(labelsOf(["not_started", "not_started"])).toEqual([]);
  expect(labelsOf(["not_started", "reached"])).toEqual(["1 of 1"]);
});

test("time that nobody observed is never a claim that nobody was live", () => {
  const data = summarized([row({ seconds: 0, coverage: 0, change: null, validDays: 0, streams: 0 })]);
  expect(airtime.note(data, inEnglish(march))).toBe("No data yet.");
  expect(airtime.fact(data, inEnglish(march))).toBeNull();
});

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
