import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeAnswer } from "../../src/edges/upstream/answer.ts";
import { WATCHED_LIVE } from "../support/watched-live.ts";
import type { Fault } from "../../src/core/fault.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { askingOf, judge } from "../../src/flows/poll/judge.ts";
import type { WatchedTarget } from "../../src/flows/poll/batch.ts";
import { live } from "../../src/targets/live/kind.ts";
import { DEFAULT_READING } from "../../src/targets/live/wire.ts";
import { plainOperation } from "../support/readings.ts";
import { runs } from "../support/runs.ts";

interface Step {
  seconds: number;
  /** What a person would say the answer says. */
  says: "on" | "off" | "paused" | "nothing";
  answer: { status: number; text: string } | "no connection";
}

interface Told {
  type: string;
  key: string;
  at: number;
  from: number | null;
  initial?: boolean;
  durationSeconds?: number;
}

const START = Date.UTC(2026, 0, 5, 12);
const reading = { ...DEFAULT_READING, paused: ["paused"] };

const rowBody = (alive: unknown, room: unknown) =>
  JSON.stringify({ code: 0, msg: "ok", data: { data: [{ alive, room_id: room }], extra: { now: 1 }, status_code: 0 } });

const room = fc.constantFrom("7100", 7200, "7457312345678901234", 0, null);
const said = (says: Step["says"], alive: fc.Arbitrary<unknown>) =>
  fc.record({
    says: fc.constant(says),
    answer: fc.tuple(alive, room).map(([a, r]) => ({ status: 200, text: rowBody(a, r) })),
  });

/** Everything that says nothing: faults of every sort, and answers without a verdict. */
const nothing = fc
  .oneof(
    fc
      .constantFrom(400, 401, 402, 403, 404, 428, 429, 500, 503, 520)
      .map((status) => ({ status, text: '{"code":0,"data":{"data":[{"alive":false}]}}' })),
    fc
      .constantFrom(
        "",
        "<html>busy</html>",
        "null",
        "[]",
        '{"code":0,"data":null}',
        '{"code":0,"data":{"data":[],"status_code":0}}',
        '{"code":0,"data":{"data":null}}',
        '{"code":0,"data":[]}',
        '{"code":7,"data":{"data":[{"alive":false,"room_id":1}]}}',
        '{"code":0,"data":{"data":[{"alive":false}],"status_code":30003}}',
        '{"code":0,"data":{"data":[{"is_alive_now":false}]}}',
        '{"code":0,"data":{"rooms":[{"alive":false}]}}',
        '{"code":0,"data":{"data":[{"alive":"perhaps"}]}}',
        '{"code":0,"data":{"data":[{"alive":null}]}}',
        '{"data":{"data":[{"alive":false}]}}',
        '{"code":0,"data":{"data":[{"alive":fal',
      )
      .map((text) => ({ status: 200, text })),
    fc.constant("no connection" as const),
  )
  .map((answer) => ({ says: "nothing" as const, answer }));

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(20, 60, 60, 60, 61, 179, 180, 181, 600, 7200),
    fc.oneof(
      { weight: 4, arbitrary: said("on", fc.constantFrom(true, 1, "1", "true")) },
      { weight: 4, arbitrary: said("off", fc.constantFrom(false, 0, "0", "false")) },
      { weight: 2, arbitrary: said("paused", fc.constant("paused")) },
      { weight: 3, arbitrary: nothing },
    ),
  )
  .map(([seconds, rest]) => ({ seconds, ...rest }));

interface Rules {
  confirmOn: number;
  confirmOff: number;
  graceSeconds: number;
  announceInitial: boolean;
}

/**
 * The rules once more, as docs say them to users: verdicts in a row, and one broadcast at a time. A `paused` breaks no
 * row and is none; as the first verdict it is a broadcast that was open before.
 */
function model(steps: Step[], rules: Rules): Told[] {
  const told: Told[] = [];
  let now = START;
  let row = { of: "", length: 0, began: 0, first: false };
  let anythingKnown = false;
  let openedAt: number | null = null;
  let lastOn = 0;
  let lastOff: number | null = null;
  const open = (at: number, initial: boolean) => {
    openedAt = at;
    if (initial && !rules.announceInitial) return;
    told.push({ type: "live.started", key: String(at), at: now, initial, from: initial ? null : lastOff });
  };
  for (const { seconds, says } of steps) {
    now += seconds * 1000;
    if (says === "nothing") continue;
    const first = !anythingKnown;
    anythingKnown = true;
    if (says === "paused") {
      if (!first) continue;
      lastOn = now;
      open(now, true);
      continue;
    }
    row = row.of === says ? { ...row, length: row.length + 1 } : { of: says, length: 1, began: now, first };
    if (says === "on") lastOn = now;
    if (says === "on" && openedAt === null && row.length >= rules.confirmOn) open(row.began, row.first);
    const ended = row.length >= rules.confirmOff && now - lastOn >= rules.graceSeconds * 1000;
    if (says === "off" && openedAt !== null && ended) {
      const durationSeconds = (row.began - openedAt) / 1000;
      told.push({ type: "live.ended", key: String(openedAt), at: now, from: lastOn, durationSeconds });
      openedAt = null;
    }
    if (says === "off") lastOff = now;
  }
  return told;
}

/** The same sequence through the real decoding and judging. */
function tallylight(steps: Step[], { announceInitial, ...settings }: Rules): Told[] {
  const told: Told[] = [];
  let target = watched(settings, announceInitial);
  let at = START;
  let lastAt = 0;
  for (const { seconds, answer } of steps) {
    at += seconds * 1000;
    const seen = read(answer, askingOf(target, lastAt, at) as Asked);
    const { events, write, patch } = judge({ target, lastAt, seen, calls: 1, asked: 1 }, at, 0.5, false);
    // That a target cannot be read is told to operators; it says nothing about the creator.
    for (const event of events.filter(({ type }) => type.startsWith("live."))) {
      const { durationSeconds, initial } = event.data as { durationSeconds?: number; initial?: boolean };
      const key = String(
        event.type === "live.started" ? event.occurredAt : Date.parse(String(event.data["startedAt"])),
      );
      const said = event.type === "live.started" ? { initial: initial! } : { durationSeconds: durationSeconds! };
      told.push({ type: event.type, key, at, from: event.window.from, ...said });
      expect(event.window.from === null || event.window.from < event.window.to).toBe(true);
      expect(event.window.to).toBeLessThanOrEqual(at);
    }
    if (write !== null) target = { ...target, ...write, revision: target.revision + 1 };
    // As the timetable does: a poll that was not answered for lack of a credential leaves the last one standing.
    lastAt = patch?.last ?? at;
  }
  return told;
}

type Asked = Parameters<typeof live.read>[0];

function read(answer: Step["answer"], asking: Asked): Result<unknown, Fault> {
  const reader = live.read(asking);
  reader.next();
  const decoded: Result<never, Fault> | ReturnType<typeof decodeAnswer> =
    answer === "no connection"
      ? err({ kind: "unreachable", status: null, detail: "the connection failed" })
      : decodeAnswer(answer.status, answer.text);
  const operation = { ...plainOperation("live.check"), reading };
  let step = reader.next(decoded.ok ? ok({ body: decoded.value, operation, facts: {} }) : decoded);
  // Whatever more is said, or not, of one who is on air changes no session.
  for (let said = asking.at / 1000; !step.done; said += 1) {
    expect(step.value.optional).toBeDefined();
    const facts = { title: `title ${said}`, viewers: said % 100, handle: `maria${said % 2}` };
    const failed = err({ kind: "unreachable", status: 500, detail: "the service answered 500" } as const);
    step = reader.next(said % 3 === 0 ? failed : ok({ body: {}, operation, facts }));
  }
  return step.value;
}

const watched = (settings: Omit<Rules, "announceInitial">, announceInitial: boolean): WatchedTarget => ({
  ...WATCHED_LIVE,
  settings,
  announceInitial,
});

const rules = fc.record({
  confirmOn: fc.integer({ min: 1, max: 3 }),
  confirmOff: fc.integer({ min: 1, max: 3 }),
  graceSeconds: fc.constantFrom(0, 60, 180, 600),
  announceInitial: fc.boolean(),
});

test("sessions are what a plain model says, over generated answers", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), rules, (steps, how) => {
      expect(tallylight(steps, how)).toEqual(model(steps, how));
    }),
    { numRuns: runs(10_000) },
  );
});

test("answers that say nothing never make an event, whatever was known before", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 10 }),
      fc.array(fc.tuple(fc.constant(60), nothing), { minLength: 1, maxLength: 30 }),
      rules,
      (before, silence, how) => {
        const silent = silence.map(([seconds, rest]): Step => ({ seconds, ...rest }));
        expect(tallylight([...before, ...silent], how)).toEqual(tallylight(before, how));
      },
    ),
    { numRuns: runs(10_000) },
  );
});

const rowOf = (...said: Step["says"][]): Step[] =>
  said.map((says) => ({
    seconds: 60,
    says,
    answer: { status: 200, text: rowBody(says === "paused" ? "paused" : says === "on", "7100") },
  }));

const minutes = (count: number): number => START + count * 60_000;

const plain: Rules = { confirmOn: 2, confirmOff: 1, graceSeconds: 0, announceInitial: false };

test.each<[string, Partial<Rules>, Step[], Partial<Told>[]]>([
  ["a pause while a start awaits its second look at the first sight", {}, rowOf("on", "paused", "on", "on"), []],
  ["a first pause is on air already", { confirmOn: 1 }, rowOf("paused", "on", "on"), []],
  [
    "a first pause is told where what is on air already is to be told",
    { announceInitial: true },
    rowOf("paused", "on", "on"),
    [{ type: "live.started", at: minutes(1), from: null, initial: true }],
  ],
  [
    "a first pause ends like any other broadcast",
    {},
    rowOf("paused", "paused", "off"),
    [{ type: "live.ended", key: String(minutes(1)), from: minutes(1), durationSeconds: 120 }],
  ],
  [
    "a pause while a start awaits its third look",
    { confirmOn: 3 },
    rowOf("off", "on", "paused", "on", "on"),
    [{ type: "live.started", key: String(minutes(2)), at: minutes(5), from: minutes(1), initial: false }],
  ],
  [
    "a pause between off and on does not hide when it began",
    {},
    rowOf("off", "paused", "on", "on"),
    [{ type: "live.started", key: String(minutes(3)), from: minutes(1) }],
  ],
  [
    "a pause while an end awaits its second look",
    { confirmOn: 1, confirmOff: 2 },
    rowOf("off", "on", "off", "paused", "off"),
    [{ type: "live.started" }, { type: "live.ended", from: minutes(2), at: minutes(5), durationSeconds: 60 }],
  ],
])("%s", (_name, how, steps, expected) => {
  expect(tallylight(steps, { ...plain, ...how })).toMatchObject(expected);
  expect(tallylight(steps, { ...plain, ...how })).toHaveLength(expected.length);
});

test("an end of what was on air before watching began follows no start", () => {
  const endOf = (announceInitial: boolean) => {
    let target = watched({ confirmOn: 1, confirmOff: 1, graceSeconds: 0 }, announceInitial);
    return rowOf("paused", "off").flatMap(({ answer }, index) => {
      const seen = read(answer, askingOf(target, 0, minutes(index)) as Asked);
      const { events, write } = judge({ target, lastAt: 0, seen, calls: 1, asked: 1 }, minutes(index), 0.5, false);
      target = { ...target, ...write };
      return events.filter(({ type }) => type === "live.ended");
    })[0]!;
  };
  expect(endOf(false).follows).toBeNull();
  expect(endOf(true).follows).toMatchObject({ detectedAt: minutes(0) });
});
