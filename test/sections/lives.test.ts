import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lives } from "../../src/sections/lives/section.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { runs } from "../support/runs.ts";
import { liveHistory, watched, type Session } from "./watched-past.ts";
import { inEnglish } from "../support/phrases.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const conclude = (histories: Past[], frame: Frame) =>
  lives.conclude(
    histories.map((history) => lives.measure(history, frame)),
    frame,
  );

interface Creator {
  createdAt: number;
  sessions: Session[];
}

/** Where the period before began: a calendar day, week or month before, by the clock on the wall, where the period is one. */
function startedBefore({ from, to, timezone }: Frame): number {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  const earlier = (at: number, days: number, months: number): string => {
    const [date, time] = wall.format(at).split(" ");
    const [year, month, day] = date!.split("-").map(Number) as [number, number, number];
    const shifted = new Date(Date.UTC(year, month - 1 - months, day - days));
    return `${shifted.toISOString().slice(0, 10)} ${time}`;
  };
  for (const [days, months] of [
    [1, 0],
    [7, 0],
    [0, 1],
  ] as const) {
    if (earlier(to, days, months) !== wall.format(from)) continue;
    const wanted = earlier(from, days, months);
    for (let at = from - 32 * DAY; at < from; at += 30 * MINUTE) if (wall.format(at) === wanted) return at;
  }
  return from - (to - from);
}

/** The same numbers minute by minute: who was on air in each, on which day of the wall, in which month. */
function counted({ createdAt, sessions }: Creator, { from, to, timezone, before: compared }: Frame) {
  const within = (at: number, [begin, end]: readonly [number, number, ...unknown[]]) => begin <= at && at < end;
  const seenIn = (session: Session, at: number): boolean =>
    within(at, session) && !(session[2] ?? []).some((gap) => within(at, gap));
  const onAir = (at: number): boolean => sessions.some((session) => seenIn(session, at));
  const minutesOf = (session: Session): number => {
    let minutes = 0;
    const until = Math.min(session[1], to);
    for (let at = Math.max(session[0], from); at < until; at += MINUTE) if (seenIn(session, at)) minutes += 1;
    return minutes;
  };
  const lengths = sessions.map((session) => minutesOf(session) * MINUTE);
  const wall = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
  const monthOf = (at: number): string => wall.format(at).slice(0, 7);
  const found = { airtimeMs: 0, beforeMs: 0, monthMs: 0, days: new Set<string>() };
  for (let at = from; at < to; at += MINUTE) {
    if (!onAir(at)) continue;
    found.airtimeMs += MINUTE;
    found.days.add(wall.format(at));
  }
  const before = compared ?? { from: startedBefore({ from, to, timezone }), to: from };
  for (let at = before.from; at < before.to; at += MINUTE) if (onAir(at)) found.beforeMs += MINUTE;
  const isUnknown = (at: number): boolean =>
    at < createdAt || sessions.some(([, , gaps]) => (gaps ?? []).some((gap) => within(at, gap)));
  /** Whether half of the minutes at least are known. */
  const isHalfKnown = (begin: number, end: number): boolean => {
    let unknown = 0;
    for (let at = begin; at < end; at += MINUTE) if (isUnknown(at)) unknown += 1;
    return 2 * unknown * MINUTE <= end - begin;
  };
  const month = monthOf(to - 1);
  let [monthFrom, monthTo] = [to - MINUTE, to];
  while (monthOf(monthFrom - MINUTE) === month) monthFrom -= MINUTE;
  while (monthOf(monthTo) === month) monthTo += MINUTE;
  for (let at = monthFrom; at < to; at += MINUTE) if (onAir(at)) found.monthMs += MINUTE;
  const seen = to - Math.max(monthFrom, createdAt);
  return {
    airtimeMs: found.airtimeMs,
    beforeMs: isHalfKnown(from, to) && isHalfKnown(before.from, before.to) ? found.beforeMs : null,
    sessions: lengths.filter((ms) => ms > 0).length,
    days: found.days.size,
    longestMs: Math.max(0, ...lengths),
    monthMs: found.monthMs,
    paceMs: seen < DAY || to === monthTo ? null : found.monthMs * (1 + (monthTo - to) / seen),
  };
}

const frame = fc
  .record({
    to: fc.constantFrom(
      Date.UTC(2026, 10, 16, 8),
      Date.UTC(2026, 9, 26, 8),
      Date.UTC(2026, 2, 31, 22),
      Date.UTC(2026, 2, 30),
    ),
    hours: fc.constantFrom(1, 12, 24, 25, 72, 167, 168, 169),
    timezone: fc.constantFrom("Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "UTC"),
    // Some are compared with the same part of a month before, which may be shorter.
    before: fc.option(fc.record({ days: fc.constantFrom(20, 28, 31), hours: fc.constantFrom(1, 24, 100) })),
  })
  .map(({ to, hours, timezone, before }): Frame => {
    const from = to - hours * HOUR;
    if (before === null) return { from, to, timezone };
    const earlier = from - before.days * DAY;
    return { from, to, timezone, before: { from: earlier, to: earlier + Math.min(before.hours, hours) * HOUR } };
  });

/** Breaks and sessions in minutes, backwards from some time after the period. */
const creator = (frame: Frame): fc.Arbitrary<Creator> =>
  fc
    .record({
      age: fc.constantFrom(0.1, 0.5, 0.51, 0.99, 1, 1.49, 1.5, 2, 3, 9),
      after: fc.integer({ min: 0, max: 600 }),
      turns: fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 900 }),
          fc.integer({ min: 1, max: 3000 }),
          fc.option(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))),
        ),
        { maxLength: 25 },
      ),
    })
    .map(({ age, after, turns }) => {
      const createdAt = frame.to - Math.ceil((age * (frame.to - frame.from)) / MINUTE) * MINUTE;
      let end = frame.to + after * MINUTE;
      const sessions: Session[] = [];
      for (const [length, pause, shares] of turns) {
        const begin = end - length * MINUTE;
        if (begin < createdAt) break;
        const [first, last] = (shares ?? [0, 0]).map((share) => Math.round(share * length)).toSorted((a, b) => a - b);
        const gap: [number, number] = [begin + first! * MINUTE, begin + last! * MINUTE];
        sessions.unshift([begin, end, gap[1] > gap[0] ? [gap] : []]);
        end = begin - pause * MINUTE;
      }
      return { createdAt, sessions };
    });

test("all numbers are what counting minute by minute comes to", () => {
  fc.assert(
    fc.property(
      frame.chain((one) => fc.tuple(fc.constant(one), fc.array(creator(one), { minLength: 1, maxLength: 4 }))),
      fc.integer({ min: 0, max: 400 }),
      ([frame, creators], late) => {
        const now = frame.to + late * MINUTE;
        const histories = creators.map(({ createdAt, sessions }, index) => {
          const known = sessions.filter(([begin]) => begin <= now);
          return liveHistory(lives, frame, watched(`tgt_${index}`, createdAt), known, now);
        });
        const expected = creators.map((one) => counted(one, frame));
        const data = conclude(histories, frame);
        histories.forEach((history, index) => {
          const { paceMs, ...measured } = lives.measure(history, frame);
          const { paceMs: pace, ...rest } = expected[index]!;
          expect(measured).toMatchObject(rest);
          if (pace === null) expect(paceMs).toBe(null);
          else expect(paceMs).toBeCloseTo(pace, -1);
          expect(measured.spark.reduce((sum, ms) => sum + ms, 0)).toBe(rest.airtimeMs);
        });
        const sum = (of: (one: (typeof expected)[number]) => number) => expected.reduce((all, one) => all + of(one), 0);
        const then = expected.filter(({ beforeMs }) => beforeMs !== null);
        expect(data).toMatchObject({
          airtimeMs: sum(({ airtimeMs }) => airtimeMs),
          sessions: sum(({ sessions }) => sessions),
          live: expected.filter(({ airtimeMs }) => airtimeMs > 0).length,
          compared: {
            creators: then.length,
            beforeMs: then.reduce((all, { beforeMs }) => all + beforeMs!, 0),
            nowMs: then.reduce((all, { airtimeMs }) => all + airtimeMs, 0),
          },
          longest:
            sum(({ sessions }) => sessions) === 0 ? null : { ms: Math.max(...expected.map((one) => one.longestMs)) },
        });
        expect(data.month.soFarMs).toBe(sum(({ monthMs }) => monthMs));
        if (expected.every(({ paceMs }) => paceMs === null)) expect(data.month.paceMs).toBe(null);
        else
          expect(data.month.paceMs).toBeCloseTo(
            sum(({ paceMs, monthMs }) => paceMs ?? monthMs),
            -2,
          );
      },
    ),
    { numRuns: runs(300) },
  );
});

describe("a week", () => {
  const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };
  const at = (day: number, hour: number): number => Date.UTC(2026, 10, day, hour - 1);
  const of = (name: string, sessions: Session[], createdAt = 0): Past =>
    liveHistory(lives, week, watched(`tgt_${name}`, createdAt, name), sessions, week.to);
  const maria = of("Maria", [
    [at(3, 20), at(3, 22)],
    [at(9, 8), at(9, 10)], // one hour of it before the period
    [at(12, 22), at(13, 2)], // over midnight
    [at(16, 7), at(16, 12)], // still on air at its end
  ]);

  test("is told in figures", () => {
    expect(lives.figures(conclude([maria, of("Zoë", [])], week), inEnglish(week))).toEqual([
      { label: "Time live", value: "7 h", detail: "+133.3% vs. the week before" },
      { label: "Were live", value: "1 of 2", detail: "1 live at the end" },
      { label: "Projection for November", value: "19 h 30 min", detail: "10 h so far" },
      { label: "Longest stream", value: "4 h", detail: "Maria" },
      { label: "Streams", value: "3", detail: "2 h 20 min on average" },
    ]);
  });

  test("has rows of those who were live", () => {
    const data = conclude([maria, of("Zoë", [])], week);
    expect(data.most).toMatchObject([{ name: "Maria", days: 4, sessions: 3 }]);
    expect(lives.tables(data, inEnglish(week))).toEqual([
      {
        title: "Most time live",
        rows: [
          {
            label: "Maria",
            value: "7 h · 4 days",
            change: { text: "+133.3%", tone: "up" },
            spark: [1, 0, 0, 4, 0, 0, 2].map((hours) => hours * HOUR),
          },
        ],
        more: 0,
      },
      {
        title: "Biggest changes",
        movers: true,
        rows: [{ label: "Maria", value: "7 h", change: { text: "+4 h", tone: "up" }, spark: null }],
        more: 0,
      },
      {
        title: "Projection for November",
        rows: [{ label: "Maria", value: "19 h 30 min", change: { text: "10 h so far", tone: "flat" }, spark: null }],
        more: 0,
      },
    ]);
    expect(lives.note(data, inEnglish(week))).toBe(null);
  });

  test("is drawn", () => {
    expect(lives.chart(conclude([maria], week), inEnglish(week))).toEqual({
      form: "timeline",
      title: "Who was live",
      subtitle: "Time live, 9 – 16 Nov",
      alt: "Time live of the creators who were live longest, 9 – 16 Nov: Maria 7 h in 3 streams on 4 days.",
      note: null,
      from: week.from,
      to: week.to,
      ticks: [10, 11, 12, 13, 14, 15, 16].map((day, index) => ({
        at: at(day, 0),
        label: `${["Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Mon"][index]} ${day}`,
      })),
      rows: [
        {
          label: "Maria",
          text: "7 h",
          spans: [
            [week.from, at(9, 10)],
            [at(12, 22), at(13, 2)],
            [at(16, 7), week.to],
          ],
        },
      ],
    });
  });

  test("in which nobody was live says so", () => {
    const data = conclude([of("Maria", [])], week);
    expect(lives.note(data, inEnglish(week))).toBe("No one was seen live.");
    expect(lives.figures(data, inEnglish(week))[0]).toEqual({ label: "Time live", value: "0 min", detail: null });
    expect(lives.tables(data, inEnglish(week))).toEqual([]);
    expect(lives.chart(data, inEnglish(week))).toBe(null);
  });

  test("that was watched in part says so, and compares with nothing", () => {
    const young = of("Maria", [[at(14, 10), at(14, 12)]], at(13, 9));
    const data = conclude([young], week);
    expect(lives.note(data, inEnglish(week))).toBe(
      "Not enough data yet to compare time live with the week before. The creators were watched for 3 of 7 days.",
    );
    expect(lives.figures(data, inEnglish(week))[0]).toEqual({ label: "Time live", value: "2 h", detail: null });
    expect(lives.note(conclude([of("Maria", [], at(16, 6)), of("Zoë", [], at(13, 9))], week), inEnglish(week))).toBe(
      "No one was seen live. Not enough data yet to compare time live with the week before. The creators were watched for at most 3 of 7 days.",
    );
    const both = conclude([young, maria], week);
    expect(lives.note(both, inEnglish(week))).toBe("1 of 2 creators was watched for less than the whole week.");
    expect(lives.figures(both, inEnglish(week))[0]!.detail).toBe(
      "+133.3% vs. the week before, counting only the 1 watched then",
    );
  });

  test("has no pace before a day of the month was watched", () => {
    const data = conclude([of("Maria", [[at(16, 3), at(16, 5)]], at(15, 20))], week);
    expect(data.month).toEqual({ name: "November", soFarMs: 2 * HOUR, paceMs: null });
  });
});

test("the day on which the clock is set back has 25 hours, and is one day", () => {
  const day: Frame = { from: Date.UTC(2026, 9, 24, 22), to: Date.UTC(2026, 9, 25, 23), timezone: "Europe/Berlin" };
  const history = liveHistory(lives, day, watched("tgt_1", 0, "Maria"), [[day.from, day.to]], day.to);
  const data = conclude([history], day);
  expect(data).toMatchObject({ airtimeMs: 25 * HOUR, most: [{ days: 1 }], period: { word: "day" } });
  expect(lives.chart(data, inEnglish(day))).toMatchObject({ subtitle: "Time live, 25 Oct, 00:00 – 26 Oct, 00:00" });
});
