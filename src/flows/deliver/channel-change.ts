import { ownWords } from "../../channels/own-words.ts";
import type { Outcome } from "../../channels/kind.ts";
import { NO_FAILURE, REFUSALS, type ChannelFailure, type ChannelState, type Fix } from "../../core/channel-failure.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { ChannelChange, TakenChannel } from "./outbox.ts";
import type { Verdict } from "./verdict.ts";

/** A channel is disabled if nothing has arrived for this long. Its deliveries keep waiting. */
const CHANNEL_DISABLED_AFTER_MS = 120 * 3_600_000;

/** The result of one attempt, and its exchange without secrets; null if nothing was sent. */
export interface AttemptResult {
  outcome: Outcome;
  status: number | null;
  exchange: Exchange | null;
}

/** Statuses that only ask to retry later. */
const TRY_LATER = [408, 425, 429];

/** Reports whether an answer will be the same until a person acts. */
function isRefusal({ outcome, status }: AttemptResult): boolean {
  if (outcome.kind === "later" && outcome.fix !== undefined) return true;
  return status !== null && ((status >= 300 && status < 500 && !TRY_LATER.includes(status)) || outcome.kind === "dead");
}

function fixFor({ outcome, status }: AttemptResult): Fix {
  if (outcome.kind !== "later") return "message";
  if (outcome.fix !== undefined) return outcome.fix;
  if (outcome.scope !== "delivery") return "limit";
  if (status === 401 || status === 403) return "allow";
  return status !== null && status >= 300 && status < 500 ? "address" : "wait";
}

/** The judge's reason, and the destination's own message. */
function reasonOf({ outcome, exchange }: AttemptResult): string {
  const evaluated = outcome.kind === "sent" ? "" : outcome.reason;
  const own = ownWords(exchange?.response?.body ?? "");
  return own === null || evaluated.includes(own) ? evaluated : `${evaluated}: ${own}`;
}

/** The failure of a channel after a message that did not arrive. */
function failureOf({ failure }: TakenChannel, came: AttemptResult, now: number): ChannelFailure {
  const before = failure ?? NO_FAILURE;
  const { outcome } = came;
  return {
    ...before,
    refusals: Math.min(REFUSALS, before.refusals + (isRefusal(came) ? 1 : 0)),
    failed: before.failed || outcome.kind !== "later" || outcome.scope === "delivery",
    reason: reasonOf(came),
    fix: fixFor(came),
    triedAt: now,
    recoveredAt: null,
  };
}

const recovered = (failure: ChannelFailure, now: number): ChannelFailure => ({
  ...failure,
  refusals: 0,
  failed: false,
  recoveredAt: failure.recoveredAt ?? now,
});

/** Whether messages arrive, after this attempt. */
function stateAfter(channel: TakenChannel, came: AttemptResult, now: number): ChannelState {
  const { failure, failingSince } = channel;
  const { outcome, status } = came;
  if (outcome.kind === "sent") {
    const reported = failure !== null && failure.reportedSince !== null;
    return { failingSince: null, failure: reported ? recovered(failure, now) : null };
  }
  if (outcome.kind === "gone") return { failingSince: null, failure: null };
  // A message that could not be rendered says nothing about the channel.
  if (outcome.kind !== "later" && status === null) return { failingSince, failure };
  // An API call may have used a clock that is ahead of the ticks.
  return { failingSince: Math.min(failingSince ?? now, now), failure: failureOf(channel, came, now) };
}

/**
 * Reports whether a message arrived after others failed, so that waiting ones are due. Pauses that the destination
 * asked for do not count.
 */
export const isRecovery = ({ failingSince, failure }: TakenChannel, { kind }: Outcome): boolean =>
  kind === "sent" && (failure?.failed ?? failingSince !== null);

/** The change of a channel after an attempt; null if there is none. Pure. */
export function channelChange(
  channel: TakenChannel,
  came: AttemptResult,
  verdict: Verdict,
  now: number,
  wallNow: number,
): ChannelChange | null {
  const { outcome } = came;
  const state = stateAfter(channel, came, now);
  const failed = outcome.kind === "later" && outcome.scope === "delivery";
  const hopeless =
    failed && channel.enabled && state.failingSince !== null && now - state.failingSince >= CHANNEL_DISABLED_AFTER_MS;
  const disabledReason =
    verdict.disabledReason ?? (hopeless ? `nothing arrived for 120 hours: ${outcome.reason}` : null);
  const pacedUntil = outcome.kind === "sent" && outcome.pauseSeconds > 0 ? wallNow + outcome.pauseSeconds * 1000 : null;
  const { pausedUntil } = verdict;
  const recoveredAt = isRecovery(channel, outcome) ? now : channel.recoveredAt;
  const enabledAgain = outcome.kind === "sent" && !channel.enabled;
  const changes = pausedUntil !== null || pacedUntil !== null || disabledReason !== null || enabledAgain;
  if (!changes && recoveredAt === channel.recoveredAt && isSame(channel, state)) return null;
  const { id, updatedAt } = channel;
  return { id, updatedAt, pausedUntil, pacedUntil, disabledReason, enabledAgain, recoveredAt, ...state };
}

const isSame = (one: ChannelState, other: ChannelState): boolean =>
  one.failingSince === other.failingSince && JSON.stringify(one.failure) === JSON.stringify(other.failure);

/** The channel after the change, for the next message of the same run. */
export const changedChannel = (channel: TakenChannel, change: ChannelChange): TakenChannel => ({
  ...channel,
  enabled: (channel.enabled || change.enabledAgain) && change.disabledReason === null,
  failingSince: change.failingSince,
  failure: change.failure,
  recoveredAt: change.recoveredAt,
  pacedUntil: change.pacedUntil ?? channel.pacedUntil,
});
