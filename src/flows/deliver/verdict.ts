import type { Outcome } from "../../channels/kind.ts";
import type { Attempt } from "../../core/delivery.ts";
import type { ChannelChange, Settlement, TakenChannel, TakenDelivery } from "./outbox.ts";

/** The retry schedule, for every destination: seconds after attempt 1, 2, …; then dead. An alert is worth most in its first minutes. */
export const RETRY_SECONDS = [5, 15, 45, 120, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 86_400] as const;

const GIVE_UP_AFTER_MS = 120 * 3_600_000;
const EGRESS_FIRST_SECONDS = 600;
const EGRESS_LONGEST_SECONDS = 7200;

/** Marks an attempt that says nothing about the message: the destination asked to wait. Such tries do not use up the schedule. */
const THROTTLED = "asked to wait";

/** The attempt of a run that ended without settling it: what became of it nobody knows. It does not use up the schedule. */
export const UNHEARD = "its run ended before an answer was kept";

/** True where an earlier attempt may have arrived, though no answer said so. */
export const mayHaveArrived = (attempts: Attempt[]): boolean =>
  attempts.some(({ status }) => status === null || status >= 500);

/** A channel at which nothing has arrived for this long is disabled. */
const CHANNEL_DISABLED_AFTER_MS = 120 * 3_600_000;

/** What an outcome says about the channel; null where that is nothing new. Pure. */
export function channelChange(
  channel: TakenChannel,
  outcome: Outcome,
  verdict: Verdict,
  now: number,
  wallNow: number,
): ChannelChange | null {
  const failed = outcome.kind === "later" && outcome.scope === "delivery";
  const failingSince = outcome.kind === "sent" ? null : failed ? (channel.failingSince ?? now) : channel.failingSince;
  const hopeless = failed && failingSince !== null && now - failingSince >= CHANNEL_DISABLED_AFTER_MS;
  const disabledReason =
    verdict.disabledReason ?? (hopeless ? `nothing arrived for 120 hours: ${outcome.reason}` : null);
  const pacedUntil = outcome.kind === "sent" && outcome.pauseSeconds > 0 ? wallNow + outcome.pauseSeconds * 1000 : null;
  const { pausedUntil } = verdict;
  if (pausedUntil === null && pacedUntil === null && disabledReason === null && failingSince === channel.failingSince)
    return null;
  return { id: channel.id, updatedAt: channel.updatedAt, pausedUntil, pacedUntil, disabledReason, failingSince };
}

export interface Verdict {
  settlement: Settlement;
  /** Tick time until which nothing goes to this channel. */
  pausedUntil: number | null;
  disabledReason: string | null;
}

/** A delivery that was claimed but not tried: due again at this tick time, null for never. */
export const untried = (id: string, at: number | null): Settlement => ({
  id,
  status: "pending",
  reason: null,
  attempt: null,
  nextAttemptAt: at,
  sentAt: null,
  messageRef: null,
  updated: null,
  exchange: null,
});

/** What an outcome means for a delivery at `now` (tick time). `jitter` is 0..1 and adds up to a fifth. Pure. */
export function verdictOf(
  delivery: TakenDelivery,
  outcome: Outcome,
  tried: Attempt,
  now: number,
  jitter: number,
): Verdict {
  const attempt: Attempt = { ...tried, error: outcome.kind === "sent" ? null : errorOf(outcome) };
  const base: Settlement = { ...untried(delivery.id, null), attempt };
  const free = { pausedUntil: null, disabledReason: null };
  if (outcome.kind === "sent") {
    return { ...free, settlement: { ...base, status: "sent", sentAt: now, messageRef: outcome.ref } };
  }
  if (outcome.kind === "gone") {
    return { ...free, settlement: { ...base, status: "dead", reason: outcome.reason }, disabledReason: outcome.reason };
  }
  if (outcome.kind !== "later") return { ...free, settlement: { ...base, status: "dead", reason: outcome.reason } };
  const at = nextAt(delivery, outcome, now, jitter);
  if (at === null || now - delivery.madeAt >= GIVE_UP_AFTER_MS) {
    return { ...free, settlement: { ...base, status: "dead", reason: `gave up: ${outcome.reason}` } };
  }
  return {
    settlement: { ...base, reason: outcome.reason, nextAttemptAt: at },
    pausedUntil: outcome.scope === "delivery" ? null : at,
    disabledReason: null,
  };
}

type Later = Extract<Outcome, { kind: "later" }>;

const errorOf = (outcome: Exclude<Outcome, { kind: "sent" }>): string =>
  outcome.kind === "later" && outcome.scope !== "delivery" ? `${THROTTLED}: ${outcome.reason}` : outcome.reason;

/** When to try again (tick time); null where the schedule has come to its end. */
function nextAt({ attempts }: TakenDelivery, outcome: Later, now: number, jitter: number): number | null {
  const throttled = attempts.filter(({ error }) => error?.startsWith(THROTTLED)).length;
  const after = (seconds: number) => now + Math.ceil(seconds * 1000);
  if (outcome.scope === "egress")
    return after(Math.min(EGRESS_LONGEST_SECONDS, EGRESS_FIRST_SECONDS * 2 ** Math.min(throttled, 8)));
  const failed = attempts.filter(({ error }) => error !== UNHEARD && !error?.startsWith(THROTTLED));
  if (outcome.scope === "channel") {
    const { steps } = scheduled(failed.map(({ at }) => at));
    return after(outcome.afterSeconds ?? RETRY_SECONDS[steps] ?? RETRY_SECONDS.at(-1)!);
  }
  const { steps, from } = scheduled([...failed.map(({ at }) => at), now]);
  const wait = RETRY_SECONDS[steps - 1];
  if (wait === undefined) return null;
  return Math.max(from + Math.round(wait * (1 + 0.2 * jitter) * 1000), after(outcome.afterSeconds ?? 0));
}

/**
 * How many steps of the schedule these attempts (tick times) used up, and when the last one was. One that came before its
 * time, because another message had arrived or to see whether the channel is back, uses up none and puts off none.
 */
function scheduled(attempts: number[]): { steps: number; from: number } {
  let steps = 0;
  let from = Number.NEGATIVE_INFINITY;
  for (const at of attempts) {
    if (steps > 0 && at < from + (RETRY_SECONDS[steps - 1] ?? 0) * 1000) continue;
    steps += 1;
    from = at;
  }
  return { steps, from };
}
