import { isBreakerOpen } from "./circuit-breaker.ts";
import type { HealthSnapshot } from "./health-snapshot.ts";
import { LIVE_CHECK, refusedOperations } from "./operation.ts";
import { type Entry, fairShareMs, longestWaitMs } from "./slot-entry.ts";

// A verdict is proven by the poll that gave it. Some time after the last one the state is unknown.

/** The shortest time that a verdict holds, milliseconds. */
const SHORTEST_MS = 600_000;

/** The number of polls that may pass without a verdict. */
const POLLS = 3;

/** Ticks are a minute apart: a target at its longest wait is polled within two of them. */
const LATE_MS = 120_000;

/** The calls for one poll of all targets, and the calls per minute that all intervals need, as counted by a tick. */
interface CallsNeeded {
  calls: number;
  asked: number;
}

/**
 * How long every target waits for its turn, milliseconds, if the budget is too small for all intervals; otherwise 0.
 */
export const turnMs = ({ calls, asked }: CallsNeeded, perMinute: number): number =>
  asked > perMinute ? fairShareMs(calls, perMinute) : 0;

/**
 * How long a verdict holds, milliseconds: ten minutes or three polls, whichever is longer. If the budget is too small
 * (`turn` from `turnMs`), at least as long as a target may have to wait.
 */
export function unknownAfterMs(intervalSeconds: number, turn: number): number {
  const scarce = turn === 0 ? 0 : longestWaitMs({ intervalSeconds }, turn) + LATE_MS;
  return Math.max(SHORTEST_MS, POLLS * intervalSeconds * 1000, scarce);
}

/** Reports whether the last verdict of a scheduled target is too old at `now`. False for one that was never polled. */
export const isLapsed = ({ last, provedAt, intervalSeconds }: Entry, now: number, turn: number): boolean =>
  last !== 0 && now - (provedAt || last) >= unknownAfterMs(intervalSeconds, turn);

/** What determines whether a stored state is still known. Instants are epoch ms. */
export interface Horizon {
  now: number;
  /** How long every target waits for its turn, milliseconds; 0 if the budget is sufficient. */
  turn: number;
  /** No good answer is later than this: the last poll, or since when the account is refused or all polls fail. */
  lastProof: number;
  /** No verdict is later than this: the same, or since when live checks are refused. */
  lastVerdict: number;
  /** The HTTP status with which single operations are refused while everything else goes on. */
  refused: Readonly<Record<string, number>>;
  /** Targets that no connected service is asked about. */
  rests: ReadonlySet<string>;
}

export interface HorizonPorts {
  /** The tick up to which states are known, and how long they stay valid. */
  horizon: () => Promise<Horizon>;
}

/**
 * The horizon at `wallNow`. While ticks replay other days, they set the time. Otherwise it is the wall clock, or the
 * last tick if that is ahead.
 */
export function horizonOf(healthSnapshot: HealthSnapshot, wallNow: number): Horizon {
  const { gate: breaker, lastTickAt, lastPollAt, failingSince } = healthSnapshot;
  const refused = refusedOperations(healthSnapshot);
  const check = refused.find(([operation]) => operation === LIVE_CHECK)?.[1];
  const proofs = [
    lastPollAt,
    ...(isBreakerOpen(breaker) ? [breaker!.since] : []),
    ...(failingSince === 0 ? [] : [failingSince]),
  ];
  const now = healthSnapshot.replays && lastTickAt !== 0 ? lastTickAt : Math.max(wallNow, lastTickAt);
  const lastProof = Math.min(...proofs);
  return {
    now,
    turn: turnMs(healthSnapshot.load, healthSnapshot.perMinute),
    lastProof,
    lastVerdict: Math.min(lastProof, check?.since ?? lastProof),
    refused: Object.fromEntries(refused.map(([operation, { status }]) => [operation, status])),
    rests: new Set(healthSnapshot.rests),
  };
}

/**
 * The share of time in which it is known whether creators were live, weighted equally, with four digits; null if all
 * were added later.
 */
export function observedIn(rows: { coverage: number | null }[]): number | null {
  const known = rows.flatMap(({ coverage }) => coverage ?? []);
  if (known.length === 0) return null;
  // Shares are counted in whole numbers, as sums of fractions are not exact.
  const sum = known.reduce((all, share) => all + Math.round(share * 10_000), 0);
  return Math.floor(sum / known.length) / 10_000;
}
