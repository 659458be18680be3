/** What a person can do so that a channel takes messages again; "wait" where nothing needs to be done yet. */
export const FIXES = ["allow", "token", "thread", "address", "key", "message", "limit", "wait"] as const;
export type Fix = (typeof FIXES)[number];

/** What is known of a channel at which messages fail. Instants are tick time, epoch ms. */
export interface ChannelFailure {
  /** Refusals since the last arrival, counted up to `REFUSALS`. */
  refusals: number;
  /** True once a message failed for any other reason than that the destination asked to wait. */
  failed: boolean;
  /** What the destination said last: one line, without secrets. */
  reason: string;
  fix: Fix;
  /** When a message was last tried. */
  triedAt: number;
  /** Deliveries that waited when a tick last counted them. */
  waiting: number;
  /** Since when it fails, as reported on other channels; null before that. */
  reportedSince: number | null;
  /** When a message arrived again, until that is reported; null before that. */
  recoveredAt: number | null;
}

/** The columns of a channel that say whether messages arrive. */
export interface ChannelState {
  /** Since when nothing has arrived, tick time; null while nothing fails. */
  failingSince: number | null;
  failure: ChannelFailure | null;
}

/** A channel is failing from this many refusals in a row on … */
export const REFUSALS = 2;

/** … or when nothing has arrived for this long while something fails. */
export const SILENT_MS = 900_000;

export const NO_FAILURE: ChannelFailure = {
  refusals: 0,
  failed: false,
  reason: "no message arrives",
  fix: "wait",
  triedAt: 0,
  waiting: 0,
  reportedSince: null,
  recoveredAt: null,
};

/** True from the second refusal in a row, or after 15 minutes without an arrival, as far as attempts and ticks know. */
export function isFailing({ failingSince, failure }: ChannelState): boolean {
  if (failingSince === null || failure === null) return false;
  const { refusals, reportedSince, triedAt } = failure;
  return refusals >= REFUSALS || reportedSince !== null || triedAt - failingSince >= SILENT_MS;
}

/** What stays of a failure when a person changes the channel: only that it was reported, so that its end is reported too. */
export const afterRepair = (failure: ChannelFailure | null): ChannelFailure | null =>
  failure === null || failure.reportedSince === null ? null : { ...failure, refusals: 0, failed: false };

/** True for a channel that was disabled after 120 hours without an arrival: it is probed until a message arrives again. */
export const isProbed = ({ enabled, failure }: Pick<ChannelState, "failure"> & { enabled: boolean }): boolean =>
  !enabled && failure !== null;
