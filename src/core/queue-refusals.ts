import type { Findings } from "./health-snapshot.ts";

type Refusals = Pick<Findings, "queueRefusedAt" | "queueRefusedSince">;

/** The longest time between tries of a queue that refuses messages, milliseconds. */
const LONGEST_WAIT_MS = 600_000;

/** How long a refusal counts without another try. Longer than the time between tries. */
const BELIEVED_MS = 660_000;

/**
 * The refusals of a queue after a tick. `refused` is whether it refused a message then; null if none was sent. Older
 * versions stored no first refusal.
 */
export function refusalsAfter(before: Refusals, refused: boolean | null, now: number): Refusals {
  const { queueRefusedAt, queueRefusedSince } = before;
  if (refused === true) return { queueRefusedAt: now, queueRefusedSince: queueRefusedSince || now };
  const stands = refused === null && now - queueRefusedAt < BELIEVED_MS;
  return stands ? { queueRefusedAt, queueRefusedSince } : { queueRefusedAt: 0, queueRefusedSince: 0 };
}

/**
 * The first tick that may use the queue again: the next one after a single refusal, later the longer it has refused. 0
 * if it refuses nothing.
 */
export const queueRetryAt = ({ queueRefusedAt, queueRefusedSince }: Refusals): number =>
  queueRefusedAt + Math.min(LONGEST_WAIT_MS, queueRefusedAt - (queueRefusedSince || queueRefusedAt));
