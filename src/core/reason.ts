/** The problems of the system, as named by `/healthz`. */
export type Reason =
  | "tick_ahead"
  | "no_ticks"
  | "tick_failed"
  | "no_polls"
  | "batches_lost"
  | "queue_refused"
  | "database_quota"
  | "budget_exceeded"
  | "behind"
  | "upstream_unauthorized"
  | "upstream_key_expired"
  | "upstream_throttled"
  | "upstream_refused"
  | "upstream_failing"
  | "upstream_drifted"
  | "upstream_suspect"
  | "upstream_unknown"
  | "account_key_lost"
  | "channel_key_lost"
  | "channel_failing"
  | "not_connected";

const BLINDING: ReadonlySet<Reason> = new Set([
  "tick_ahead",
  "no_ticks",
  "no_polls",
  "upstream_unauthorized",
  "upstream_key_expired",
  "upstream_throttled",
  "upstream_failing",
  "upstream_drifted",
  "not_connected",
  "account_key_lost",
]);

/** Reports whether a problem makes it unknown who is live. */
export const isBlind = (reason: Reason): boolean => BLINDING.has(reason);

/** A problem: its reason, its start (epoch ms, 0 if unknown), and a sentence that says what to do. */
export interface Problem {
  reason: Reason;
  since: number;
  detail: string;
  /** The operation that is refused, or only limited, while everything else goes on; omitted for other problems. */
  refused?: { operation: string; limited: boolean };
}
