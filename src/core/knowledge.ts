import { isShut, type HealthSnapshot } from "./pulse.ts";
import type { Entry } from "./entry.ts";
import { fairShareMs, longestWaitMs } from "./waiting.ts";

// A verdict is proven by the poll that gave it. After some time without another one nobody knows how things stand.

/** No verdict is given up sooner, milliseconds. */
const SHORTEST_MS = 600_000;

/** So many polls may pass without a verdict. */
const POLLS = 3;

/** Ticks are a minute apart: who waits as long as anybody may is polled within two of them. */
const LATE_MS = 120_000;

/** What one poll of everybody takes, and what all intervals ask for a minute: as a tick counted it. */
interface Asked {
  calls: number;
  asked: number;
}

/** How long everybody waits for a turn where the budget is too small for all intervals, milliseconds; 0 where it is not. */
export const turnMs = ({ calls, asked }: Asked, perMinute: number): number =>
  asked > perMinute ? fairShareMs(calls, perMinute) : 0;

/**
 * How long a verdict holds, milliseconds: ten minutes or three polls, whichever is longer. Where the budget is too small
 * (`turn` from `turnMs`) a poll comes as late as anybody may wait.
 */
export function unknownAfterMs(intervalSeconds: number, turn: number): number {
  const scarce = turn === 0 ? 0 : longestWaitMs({ intervalSeconds }, turn) + LATE_MS;
  return Math.max(SHORTEST_MS, POLLS * intervalSeconds * 1000, scarce);
}

/** True at `now` of a target on the timetable whose last verdict is too old. Of one that was never polled nothing is known yet. */
export const isLapsed = ({ last, provedAt, intervalSeconds }: Entry, now: number, turn: number): boolean =>
  last !== 0 && now - (provedAt || last) >= unknownAfterMs(intervalSeconds, turn);

/** What is shown is judged by it. Instants are epoch ms. */
export interface Horizon {
  now: number;
  /** How long everybody waits for a turn, milliseconds; 0 where the budget reaches all in time. */
  turn: number;
  /** The last instant at which any poll was answered well: no verdict is younger. */
  lastProof: number;
}

/**
 * The horizon at `wallNow`. While ticks replay other days theirs is the time; else nobody is ahead of the wall clock, unless the
 * last tick was.
 */
export function horizonOf(healthSnapshot: HealthSnapshot, wallNow: number): Horizon {
  const { gate: breaker, lastTickAt, lastPollAt, failingSince } = healthSnapshot;
  const proofs = [
    lastPollAt,
    ...(isShut(breaker) ? [breaker!.since] : []),
    ...(failingSince === 0 ? [] : [failingSince]),
  ];
  const now = healthSnapshot.replays && lastTickAt !== 0 ? lastTickAt : Math.max(wallNow, lastTickAt);
  return { now, turn: turnMs(healthSnapshot.load, healthSnapshot.perMinute), lastProof: Math.min(...proofs) };
}
