import type { Fault } from "./fault.ts";

/** Why no call may start: credentials refused (401), key session expired (428), or too many requests (429). */
export type GateReason = "unauthorized" | "key_expired" | "throttled";

/** Closed until `until`; then, after a refusal, one careful call is let through every ten minutes. Epoch ms. */
export interface Gate {
  reason: GateReason;
  status: number;
  since: number;
  until: number;
  /** How often in a row the upstream answered 429. */
  strikes: number;
  /** After a 429: when the gate opened again and the budget began to creep back; 0 while closed. */
  reopenedAt: number;
}

const CAREFUL_MS = 10 * 60_000;
const FIRST_BACKOFF_MS = 60_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;

/** After a 429 the budget is whole again this long after the gate opened. */
export const CREEP_MS = 25 * 60_000;

const reasons: Record<number, GateReason> = { 401: "unauthorized", 428: "key_expired", 429: "throttled" };

/** The gate after a fault at `now`, null where the fault closes none. Keeps `since` while the same reason lasts. */
export function closedBy(fault: Fault, gate: Gate | null, now: number): Gate | null {
  const reason = fault.status === null ? undefined : reasons[fault.status];
  if (reason === undefined || fault.status === null) return null;
  const same = gate?.reason === reason ? gate : null;
  const strikes = (same?.strikes ?? 0) + 1;
  const asked = fault.retryAfterSeconds;
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(strikes - 1, 10));
  const pauseMs = reason !== "throttled" ? CAREFUL_MS : asked === undefined ? backoff : Math.ceil(asked * 1000);
  return {
    reason,
    status: fault.status,
    since: same?.since ?? now,
    until: Math.max(same?.until ?? 0, now + pauseMs),
    strikes,
    reopenedAt: 0,
  };
}

/** The share of the budget that may be used at `now`: creeps from a tenth to all after a 429, 1 without a gate. */
export function budgetRate(gate: Gate | null, now: number): number {
  if (gate === null || gate.reason !== "throttled" || gate.reopenedAt === 0) return 1;
  return Math.min(1, 0.1 + (0.9 * (now - gate.reopenedAt)) / CREEP_MS);
}
