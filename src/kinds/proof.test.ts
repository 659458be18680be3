import { expect, test } from "vitest";
import type { Horizon } from "../core/knowledge.ts";
import { unknownSinceOf, type Provable } from "./proof.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const horizon: Horizon = {
  now: NOW,
  turn: 0,
  lastProof: NOW - MINUTE,
  lastVerdict: NOW - MINUTE,
  refused: {},
  rests: new Set(),
};

const live: Provable = {
  kind: "live",
  state: { verdict: "on", since: NOW - 90 * MINUTE, knownAt: null, session: null },
  intervalSeconds: 60,
  consecutiveFaults: 0,
  lastOkAt: NOW - 80 * MINUTE,
  unknownSince: null,
  createdAt: NOW - 200 * MINUTE,
};

const lost = (minutes: number) => ({ verdict: "unknown", since: 0, knownAt: NOW - minutes * MINUTE, session: null });

test.each([
  ["polls go on", {}, {}, null],
  ["what was noted stands", { unknownSince: 7 }, {}, 7],
  ["its polls fail, for nine minutes", { consecutiveFaults: 3, lastOkAt: NOW - 9 * MINUTE }, {}, null],
  ["its polls fail, for ten", { consecutiveFaults: 3, lastOkAt: NOW - 10 * MINUTE }, {}, NOW - 10 * MINUTE],
  ["its answers say nothing, for ten minutes", { state: lost(10) }, {}, NOW - 10 * MINUTE],
  ["its answers say nothing, for nine", { state: lost(9) }, {}, null],
  ["it is paused: its row has its last good answer", { enabled: false }, {}, NOW - 80 * MINUTE],
  ["the timetable knows its last poll", { lastPolledAt: NOW - 11 * MINUTE }, {}, NOW - 11 * MINUTE],
  [
    "nobody was answered for ten minutes",
    {},
    { lastProof: NOW - 10 * MINUTE, lastVerdict: NOW - 10 * MINUTE, refused: {}, rests: new Set() },
    NOW - 10 * MINUTE,
  ],
  ["three polls are longer than that", { intervalSeconds: 600, state: lost(29) }, {}, null],
  ["three polls have passed", { intervalSeconds: 600, state: lost(30) }, {}, NOW - 30 * MINUTE],
  ["it waits for its turn", { state: lost(29) }, { turn: 10 * MINUTE }, null],
  ["its turn is long over", { state: lost(32) }, { turn: 10 * MINUTE }, NOW - 32 * MINUTE],
  ["it was never checked", { state: null, consecutiveFaults: 1, lastOkAt: null }, {}, NOW - 200 * MINUTE],
  ["it was made a moment ago", { state: null, createdAt: NOW - MINUTE }, {}, null],
] as [string, Partial<Provable>, Partial<Horizon>, number | null][])("%s", (_, more, seen, expected) => {
  expect(unknownSinceOf({ ...live, ...more }, { ...horizon, ...seen })).toBe(expected);
});
