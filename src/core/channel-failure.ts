/** What a person can do so that a channel takes messages again; "wait" if nothing needs to be done yet. */
export const FIXES = [
  "allow",
  "token",
  "thread",
  "open",
  "address",
  "refused",
  "key",
  "message",
  "limit",
  "wait",
] as const;
export type Fix = (typeof FIXES)[number];

/** The failure of a channel. Instants are tick time, epoch ms. */
export interface ChannelFailure {
  /** Refusals since a message last arrived, counted up to `REFUSALS`. */
  refusals: number;
  /** True once a message failed for a reason other than a request to wait. */
  failed: boolean;
  /** The last answer of the destination: one line, without secrets. */
  reason: string;
  fix: Fix;
  /** The request that is refused until somebody fixes it; undefined if anything may fail. Others may still arrive. */
  request?: string | undefined;
  /** When a message was last tried. */
  triedAt: number;
  /** Waiting deliveries, as a tick last counted them. */
  waiting: number;
  /** The start of the failure as reported on other channels; null until then. */
  reportedSince: number | null;
  /** When a message arrived again, until that is reported; otherwise null. */
  recoveredAt: number | null;
}

/** The columns of a channel that say whether messages arrive. */
export interface ChannelState {
  /** Tick time since which nothing has arrived; null while nothing fails. */
  failingSince: number | null;
  failure: ChannelFailure | null;
}

/** A channel whose messages fail. */
export interface FailingChannel extends ChannelState {
  id: string;
  kind: string;
  name: string;
}

/** A channel fails after this many consecutive refusals … */
export const REFUSALS = 2;

/** … or if nothing has arrived for this long while something fails. */
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

/**
 * Reports whether a channel fails: from the second refusal in a row, or 15 minutes without an arrival, as seen by
 * attempts and ticks.
 */
export function isFailing({ failingSince, failure }: ChannelState): boolean {
  if (failingSince === null || failure === null) return false;
  const { refusals, reportedSince, triedAt } = failure;
  return refusals >= REFUSALS || reportedSince !== null || triedAt - failingSince >= SILENT_MS;
}

/** Messages that fail for this long, not because the destination asked to wait, are worth a look. */
const LOOK_AFTER_MS = 60_000;

/** Reports whether somebody should look at a channel: it fails, or its messages have failed for a while. */
export const needsLook = (one: ChannelState): boolean =>
  isFailing(one) ||
  (one.failingSince !== null &&
    one.failure !== null &&
    one.failure.failed &&
    one.failure.triedAt - one.failingSince >= LOOK_AFTER_MS);

/**
 * What remains of a failure when a person changes the channel: only that it was reported, so that its end is reported
 * too.
 */
export const afterRepair = (failure: ChannelFailure | null): ChannelFailure | null =>
  failure === null || failure.reportedSince === null
    ? null
    : { ...failure, request: undefined, refusals: 0, failed: false };

/** Reports whether a channel was disabled after 120 hours without an arrival. It is probed until a message arrives. */
export const isProbed = ({ enabled, failure }: Pick<ChannelState, "failure"> & { enabled: boolean }): boolean =>
  !enabled && failure !== null;
