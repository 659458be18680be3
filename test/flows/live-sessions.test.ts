import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeAnswer } from "../../src/engine/upstream/answer.ts";
import { WATCHED_LIVE } from "../support/watching-hours.ts";
import type { Fault } from "../../src/core/fault.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { askingOf, judge } from "../../src/engine/poll/judge.ts";
import type { WatchedTarget } from "../../src/engine/poll/batch.ts";
import { live } from "../../src/kinds/live/kind.ts";
import { DEFAULT_READING } from "../../src/kinds/live/wire.ts";
import { plainOperation } from "../support/readings.ts";
import { runs } from "../support/runs.ts";

interface Step {
  seconds: number;
  /** What a person would read from the answer. */
  says: "on" | "off" | "paused" | "nothing";
  /** The room in the answer; null for none. */
  room: string | null;
  answer: { status: number; text: string } | "no connection";
}

interface Notified {
  type: string;
  key: string;
  at: number;
  from: number | null;
  room: string | null;
  initial?: boolean;
  durationSeconds?: number;
  unknownSeconds?: number;
}

/** How long the last known state of a target with this interval holds. */
const HOLDS = 600_000;

const START = Date.UTC(2026, 0, 5, 12);
const reading = { ...DEFAULT_READING, paused: ["paused"] };

const rowBody = (alive: unknown, room: unknown) =>
  JSON.stringify({ code: 0, msg: "ok", data: { data: [{ alive, room_id: room }], extra: { now: 1 }, status_code: 0 } });

const room = fc.constantFrom("7100", 7200, "7457312345678901234", 0, null);
const reported = (says: Step["says"], alive: fc.Arbitrary<unknown>) =>
  fc
    .record({
      answered: fc.tuple(alive, room),
    })
    .map(({ answered: [a, r] }) => ({
      says,
      room: r === 0 || r === null ? null : String(r),
      answer: { status: 200, text: rowBody(a, r) },
    }));

/** Everything without a verdict: faults of every kind, and answers that say nothing. */
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
  .map((answer) => ({ says: "nothing" as const, room: null, answer }));

const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom(20, 60, 60, 60, 61, 179, 180, 181, 600, 7200),
    fc.oneof(
      { weight: 4, arbitrary: reported("on", fc.constantFrom(true, 1, "1", "true")) },
      { weight: 4, arbitrary: reported("off", fc.constantFrom(false, 0, "0", "false")) },
      { weight: 2, arbitrary: reported("paused", fc.constant("paused")) },
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

/** The open or possible stream: since when, where, and when polls had no verdict for too long. */
interface Broadcast {
  began: number;
  room: string | null;
  lastOn: number;
  /** The last poll with any verdict on it. */
  proof: number;
  blind: [from: number, to: number][];
}

interface Coming extends Broadcast {
  seen: number;
  first: boolean;
  after: number | null;
  overAt: number;
}

const look = (one: Broadcast, at: number): void => {
  if (at - one.proof >= HOLDS) one.blind.push([one.proof, at]);
  one.proof = at;
};

const isOther = (room: string | null, one: Broadcast): boolean =>
  room !== null && one.room !== null && room !== one.room;

/**
 * A second implementation of the rules in the docs: verdicts in a row, one stream at a time. A `paused` interrupts no
 * row and counts for none; as a first verdict it is a stream that was already open. Another room is another stream,
 * unless it comes within the grace period.
 */
function model(steps: Step[], rules: Rules): Notified[] {
  const notified: Notified[] = [];
  const grace = rules.graceSeconds * 1000;
  let now = START;
  let live: Broadcast | null = null;
  /** A row of `on` that is not the open stream, and the first poll since its last `on` that saw something else. */
  let coming = null as Coming | null;
  let offs = { began: 0, seen: 0 };
  let anythingKnown = false;
  /** The last poll with the verdict on or off. */
  let lastReported: number | null = null;
  const open = (one: Broadcast, initial: boolean, from: number | null) => {
    live = { began: one.began, room: one.room, lastOn: one.lastOn, proof: one.proof, blind: one.blind };
    if (initial && !rules.announceInitial) return;
    notified.push({ type: "live.started", key: String(one.began), at: now, initial, from, room: one.room });
  };
  const close = ({ began: started, room, lastOn, proof, blind }: Broadcast, end: number) => {
    const gaps = [...blind, ...(end - proof >= HOLDS ? [[proof, end] as const] : [])];
    const unknown = gaps.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - from), 0) / 1000;
    const counted = { durationSeconds: (end - started) / 1000 - unknown, unknownSeconds: unknown };
    notified.push({ type: "live.ended", key: String(started), at: now, from: lastOn, room, ...counted });
    live = null;
  };
  for (const { seconds, says, room } of steps) {
    now += seconds * 1000;
    if (says === "nothing") continue;
    const first = !anythingKnown;
    anythingKnown = true;
    const here = live as Broadcast | null;
    const fresh = { began: now, room, lastOn: now, proof: now, blind: [] };
    if (says === "paused") {
      if (first) {
        open(fresh, true, null);
        lastReported = now;
      }
      if (here !== null && !isOther(room, here)) look(here, now);
      if (coming !== null) look(coming, now);
      continue;
    }
    if (says === "off") {
      coming = null;
      if (here !== null) {
        look(here, now);
        offs = { began: offs.seen === 0 ? now : offs.began, seen: offs.seen + 1 };
        if (offs.seen >= rules.confirmOff && now - here.lastOn >= grace) {
          close(here, offs.began);
          offs.seen = 0;
        }
      }
      lastReported = now;
      continue;
    }
    if (here !== null && !(isOther(room, here) && now - here.lastOn > grace)) {
      look(here, now);
      Object.assign(here, { lastOn: now, room: room ?? here.room });
      coming = null;
    } else {
      if (coming !== null && !(isOther(room, coming) && now - coming.lastOn > grace)) {
        look(coming, now);
        Object.assign(coming, { lastOn: now, room: room ?? coming.room, seen: coming.seen + 1 });
      } else {
        const overAt: number = offs.seen > 0 ? offs.began : (coming?.overAt ?? now);
        coming = { ...fresh, seen: 1, first: first && coming === null, after: lastReported, overAt };
      }
      if (coming.seen >= rules.confirmOn) {
        if (here !== null) close(here, Math.min(coming.overAt, coming.began));
        open(coming, coming.first, coming.first ? null : coming.after);
        coming = null;
      }
    }
    [lastReported, offs.seen] = [now, 0];
  }
  return notified;
}

/** The same sequence through the real decoder and judge. */
function tallylight(steps: Step[], { announceInitial, ...settings }: Rules): Notified[] {
  const notified: Notified[] = [];
  let target = watched(settings, announceInitial);
  let at = START;
  let lastAt = 0;
  for (const { seconds, answer } of steps) {
    at += seconds * 1000;
    const seen = read(answer, askingOf(target, lastAt, at) as Requested);
    const { events, write, patch } = judge(
      { target, lastAt, seen, calls: 1, asked: 1 },
      { at, jitter: 0.5, hold: false, turn: 0 },
    );
    // Only starts and ends: other events say nothing about sessions.
    for (const event of events.filter(({ type }) => type === "live.started" || type === "live.ended")) {
      const { durationSeconds, unknownSeconds, unknown, initial, roomId } = event.data as unknown as Data;
      const key = String(
        event.type === "live.started" ? event.occurredAt : Date.parse(String(event.data["startedAt"])),
      );
      const reported = event.type === "live.started" ? { initial } : { durationSeconds, unknownSeconds };
      notified.push({ type: event.type, key, at, from: event.window.from, room: roomId, ...reported });
      if (unknown !== undefined) {
        const gaps = unknown.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 1000);
        expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(unknownSeconds);
      }
      expect(event.window.from === null || event.window.from < event.window.to).toBe(true);
      expect(event.window.to).toBeLessThanOrEqual(at);
    }
    if (write !== null) target = { ...target, ...write, revision: target.revision + 1 };
    // Like the scheduler: a poll that was refused for its credentials does not replace the last one.
    lastAt = patch?.last ?? at;
  }
  return notified;
}

interface Data {
  roomId: string | null;
  initial: boolean;
  durationSeconds: number;
  unknownSeconds: number;
  unknown?: { from: string; to: string }[];
}

type Requested = Parameters<typeof live.read>[0];

function read(answer: Step["answer"], asking: Requested): Result<unknown, Fault> {
  const reader = live.read(asking);
  reader.next();
  const decoded: Result<never, Fault> | ReturnType<typeof decodeAnswer> =
    answer === "no connection"
      ? err({ kind: "unreachable", status: null, detail: "the connection failed" })
      : decodeAnswer(answer.status, answer.text);
  const operation = { ...plainOperation("live.check"), reading };
  let step = reader.next(decoded.ok ? ok({ body: decoded.value, operation, facts: {} }) : decoded);
  // Further facts about a live creator change no session.
  for (let reported = asking.at / 1000; !step.done; reported += 1) {
    expect(step.value.optional).toBeDefined();
    const facts = { title: `title ${reported}`, viewers: reported % 100, handle: `maria${reported % 2}` };
    const failed = err({ kind: "unreachable", status: 500, detail: "the service answered 500" } as const);
    step = reader.next(reported % 3 === 0 ? failed : ok({ body: {}, operation, facts }));
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

test("sessions match a simple model over generated answers", () => {
  const met = { roomChanges: 0, afterTheFirstOff: 0, unknown: 0, lastingOnBothSides: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), rules, (steps, how) => {
      const notified = tallylight(steps, how);
      expect(notified).toEqual(model(steps, how));
      for (const [index, { type, at, unknownSeconds = 0, durationSeconds = 0 }] of notified.entries()) {
        const next = notified[index + 1];
        if (type === "live.ended" && next?.at === at) {
          met.roomChanges += 1;
          if (Number(next.key) > Number(notified[index]!.key) + (durationSeconds + unknownSeconds) * 1000)
            met.afterTheFirstOff += 1;
        }
        if (unknownSeconds > 0) met.unknown += 1;
        if (unknownSeconds > 0 && durationSeconds > 0) met.lastingOnBothSides += 1;
      }
    }),
    { numRuns: runs(10_000), seed: Number(process.env["SEED"] ?? 11) },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(5);
});

test("answers without a verdict never cause an event, whatever was known before", () => {
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

const rowOf = (...reported: Step["says"][]): Step[] =>
  reported.map((says) => ({
    seconds: 60,
    says,
    room: "7100",
    answer: { status: 200, text: rowBody(says === "paused" ? "paused" : says === "on", "7100") },
  }));

const minutes = (count: number): number => START + count * 60_000;

const plain: Rules = { confirmOn: 2, confirmOff: 1, graceSeconds: 0, announceInitial: false };

test.each<[string, Partial<Rules>, Step[], Partial<Notified>[]]>([
  ["a pause while a start awaits its second poll, at the first poll", {}, rowOf("on", "paused", "on", "on"), []],
  ["a first pause is live already", { confirmOn: 1 }, rowOf("paused", "on", "on"), []],
  [
    "a first pause is reported if streams that are already live are",
    { announceInitial: true },
    rowOf("paused", "on", "on"),
    [{ type: "live.started", at: minutes(1), from: null, initial: true }],
  ],
  [
    "a first pause ends like any other stream",
    {},
    rowOf("paused", "paused", "off"),
    [{ type: "live.ended", key: String(minutes(1)), from: minutes(1), durationSeconds: 120 }],
  ],
  [
    "a pause while a start awaits its third poll",
    { confirmOn: 3 },
    rowOf("off", "on", "paused", "on", "on"),
    [{ type: "live.started", key: String(minutes(2)), at: minutes(5), from: minutes(1), initial: false }],
  ],
  [
    "a pause between off and on does not hide when it started",
    {},
    rowOf("off", "paused", "on", "on"),
    [{ type: "live.started", key: String(minutes(3)), from: minutes(1) }],
  ],
  [
    "a pause while an end awaits its second poll",
    { confirmOn: 1, confirmOff: 2 },
    rowOf("off", "on", "off", "paused", "off"),
    [{ type: "live.started" }, { type: "live.ended", from: minutes(2), at: minutes(5), durationSeconds: 60 }],
  ],
])("%s", (_name, how, steps, expected) => {
  expect(tallylight(steps, { ...plain, ...how })).toMatchObject(expected);
  expect(tallylight(steps, { ...plain, ...how })).toHaveLength(expected.length);
});

test("an end of a stream from before watching follows no start", () => {
  const endOf = (announceInitial: boolean) => {
    let target = watched({ confirmOn: 1, confirmOff: 1, graceSeconds: 0 }, announceInitial);
    return rowOf("paused", "off").flatMap(({ answer }, index) => {
      const seen = read(answer, askingOf(target, 0, minutes(index)) as Requested);
      const { events, write } = judge(
        { target, lastAt: 0, seen, calls: 1, asked: 1 },
        {
          at: minutes(index),
          jitter: 0.5,
          hold: false,
          turn: 0,
        },
      );
      target = { ...target, ...write };
      return events.filter(({ type }) => type === "live.ended");
    })[0]!;
  };
  expect(endOf(false).follows).toBeNull();
  expect(endOf(true).follows).toMatchObject({ detectedAt: minutes(0) });
});
