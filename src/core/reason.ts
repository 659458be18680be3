/** Why the system is not well; `/healthz` names it so. */
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

/** True where nobody knows any more who is on air. */
export const isBlind = (reason: Reason): boolean => BLINDING.has(reason);

/** A reason with the instant since when it stands (epoch ms, 0 where nobody knows), and a sentence that says what to do. */
export interface Trouble {
  reason: Reason;
  since: number;
  detail: string;
}
