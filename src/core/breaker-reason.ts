import type { Fault } from "./fault.ts";

/** Why no call may start: credentials refused (401), key session expired (428), or too many requests (429). */
export type BreakerReason = "unauthorized" | "key_expired" | "throttled";

/** A refusal, with the tick that first found it (epoch ms). */
export interface Refusal {
  reason: BreakerReason;
  status: number;
  since: number;
}

/** HTTP statuses that refuse the caller rather than the request. */
const BREAKER_REASONS: Readonly<Record<number, BreakerReason>> = {
  401: "unauthorized",
  428: "key_expired",
  429: "throttled",
};

/** Why a fault opens a breaker; undefined if it does not. */
export const reasonOf = ({ status }: Fault): BreakerReason | undefined =>
  status === null ? undefined : BREAKER_REASONS[status];
