import { ownWords } from "../../channels/body-object.ts";
import { fixByStatus, type Outcome, refuses } from "../../channels/outcome.ts";
import { type ChannelFailure, type ChannelState, type Fix, NO_FAILURE, REFUSALS } from "../../core/channel-failure.ts";
import type { Exchange } from "../../core/fault.ts";
import { requestKey, type RoutedRequest, withPause } from "../../core/pauses.ts";
import type { ChannelChange, TakenChannel } from "./outbox.ts";
import { LONGEST_PACE_MS, type Verdict } from "./verdict.ts";

/** A channel is disabled if nothing has arrived for this long. Its deliveries keep waiting. */
const CHANNEL_DISABLED_AFTER_MS = 120 * 3_600_000;

/** The result of one attempt, and its exchange without secrets; null if nothing was sent. */
export interface AttemptResult {
  outcome: Outcome;
  status: number | null;
  exchange: Exchange | null;
  request: RoutedRequest;
}

/** Reports whether an answer will be the same until a person acts. */
function isRefusal({ outcome, status }: AttemptResult): boolean {
  if (outcome.kind === "later" && outcome.fix !== undefined) return true;
  return status !== null && (refuses(status) || outcome.kind === "dead");
}

function fixFor({ outcome, status }: AttemptResult): Fix {
  if (outcome.kind !== "later") return "message";
  if (outcome.fix !== undefined) return outcome.fix;
  if (outcome.scope !== "delivery") return "limit";
  return status !== null && refuses(status) ? fixByStatus(status) : "wait";
}

/** The judge's reason, and the destination's own message. */
function reasonOf({ outcome, exchange }: AttemptResult): string {
  const evaluated = outcome.kind === "sent" ? "" : outcome.reason;
  const own = ownWords(exchange?.response?.body ?? "");
  return own === null || evaluated.includes(own) ? evaluated : `${evaluated}: ${own}`;
}

/** The failure of a channel after a message that did not arrive. */
function failureOf({ failure }: TakenChannel, arrived: AttemptResult, now: number): ChannelFailure {
  const before = failure ?? NO_FAILURE;
  const { outcome } = arrived;
  return {
    ...before,
    refusals: Math.min(REFUSALS, before.refusals + (isRefusal(arrived) ? 1 : 0)),
    failed: before.failed || outcome.kind !== "later" || outcome.scope === "delivery",
    request: outcome.kind === "later" && isRefusal(arrived) ? requestKey(arrived.request) : before.request,
    reason: reasonOf(arrived),
    fix: fixFor(arrived),
    triedAt: now,
    recoveredAt: null,
  };
}

const recovered = (failure: ChannelFailure, now: number): ChannelFailure => ({
  ...failure,
  request: undefined,
  refusals: 0,
  failed: false,
  recoveredAt: failure.recoveredAt ?? now,
});

/** Reports whether an arrival says nothing about what fails: another kind of request, or in another thread. */
const isElsewhere = ({ failure }: TakenChannel, { request }: AttemptResult): boolean =>
  failure?.request !== undefined && failure.recoveredAt === null && failure.request !== requestKey(request);

/** Whether messages arrive, after this attempt. */
function stateAfter(channel: TakenChannel, arrived: AttemptResult, now: number): ChannelState {
  const { failure, failingSince } = channel;
  const { outcome, status } = arrived;
  if (outcome.kind === "sent" && isElsewhere(channel, arrived)) return { failingSince, failure };
  if (outcome.kind === "sent") {
    const reported = failure !== null && failure.reportedSince !== null;
    return { failingSince: null, failure: reported ? recovered(failure, now) : null };
  }
  if (outcome.kind === "gone") return { failingSince: null, failure: null };
  if (outcome.kind === "moved") return { failingSince, failure };
  // A message that could not be rendered says nothing about the channel.
  if (outcome.kind !== "later" && status === null) return { failingSince, failure };
  // An API call may have used a clock that is ahead of the ticks.
  return { failingSince: Math.min(failingSince ?? now, now), failure: failureOf(channel, arrived, now) };
}

/**
 * Reports whether a message arrived after others failed, so that waiting ones are due. Pauses that the destination
 * asked for do not count.
 */
export const isRecovery = ({ failingSince, failure }: TakenChannel, { kind }: Outcome): boolean =>
  kind === "sent" && (failure?.failed ?? failingSince !== null);

/** Why a channel is disabled: nothing has arrived for too long. Null if it is not. */
function silenceOf(
  { enabled, recoveredAt }: TakenChannel,
  { failingSince, failure }: ChannelState,
  outcome: Outcome,
  now: number,
): string | null {
  if (outcome.kind !== "later" || outcome.scope !== "delivery" || !enabled || failingSince === null) return null;
  // Other messages may have arrived while one kind of request was refused.
  const arrivedAt = failure?.request === undefined ? 0 : (recoveredAt ?? 0);
  const isSilent = now - Math.max(failingSince, arrivedAt) >= CHANNEL_DISABLED_AFTER_MS;
  return isSilent ? `nothing arrived for 120 hours: ${outcome.reason}` : null;
}

/** The milliseconds until the next message may be sent. */
const paceOf = (outcome: Outcome): number => (outcome.kind === "sent" ? outcome.pauseSeconds * 1000 : 0);

/** The change of a channel after an attempt; null if there is none. Pure. */
export function channelChange(
  channel: TakenChannel,
  arrived: AttemptResult,
  verdict: Verdict,
  now: number,
  wallNow: number,
): ChannelChange | null {
  const { outcome } = arrived;
  const state = stateAfter(channel, arrived, now);
  const disabledReason = verdict.disabledReason ?? silenceOf(channel, state, outcome, now);
  const paceMs = paceOf(outcome);
  const pacedUntil = paceMs > 0 && paceMs <= LONGEST_PACE_MS ? wallNow + paceMs : null;
  const { pausedUntil, pauses } = pausesAfter(channel, arrived, verdict, now);
  const recoveredAt = isRecovery(channel, outcome) ? now : channel.recoveredAt;
  const enabledAgain = outcome.kind === "sent" && !channel.enabled;
  const isPaused = pausedUntil !== null || pauses !== channel.pauses;
  const changes = isPaused || pacedUntil !== null || disabledReason !== null || enabledAgain;
  if (!changes && recoveredAt === channel.recoveredAt && isSame(channel, state)) return null;
  const { id, updatedAt } = channel;
  return { id, updatedAt, pausedUntil, pauses, pacedUntil, disabledReason, enabledAgain, recoveredAt, ...state };
}

/** What waits after an attempt: the whole channel, or only requests like the last one. */
function pausesAfter(
  { pauses }: TakenChannel,
  { outcome, request }: AttemptResult,
  { pause }: Verdict,
  now: number,
): Pick<ChannelChange, "pausedUntil" | "pauses"> {
  const paceMs = paceOf(outcome);
  if (paceMs > LONGEST_PACE_MS)
    return { pausedUntil: null, pauses: withPause(pauses, request, "route", now + paceMs, now) };
  if (pause === null) return { pausedUntil: null, pauses };
  const { limited, until } = pause;
  if (limited === "channel" || limited === "egress") return { pausedUntil: until, pauses };
  if (limited !== "oldEdits") return { pausedUntil: null, pauses: withPause(pauses, request, limited, until, now) };
  const old = { route: "editOld", thread: "" } as const;
  return { pausedUntil: null, pauses: withPause(pauses, old, "thread", until, now) };
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
  pauses: change.pauses,
  pacedUntil: change.pacedUntil ?? channel.pacedUntil,
});
