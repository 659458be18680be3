import type { Outcome } from "../../channels/kind.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Attempt } from "../../core/delivery.ts";
import type { Settlement, TakenChannel, TakenDelivery } from "./outbox.ts";

/** The retry schedule, for every destination: seconds after attempt 1, 2, … An alert is worth most in its first minutes. */
export const RETRY_SECONDS = [5, 15, 45, 120, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 86_400] as const;

const GIVE_UP_AFTER_MS = 120 * 3_600_000;
const EGRESS_FIRST_SECONDS = 600;
const EGRESS_LONGEST_SECONDS = 7200;

/** Marks an attempt that says nothing about the message: the destination asked to wait. Such tries do not use up the schedule. */
const THROTTLED = "asked to wait";

/** The attempt of a run that ended without settling it: what became of it nobody knows. It does not use up the schedule. */
export const UNHEARD = "its run ended before an answer was kept";

/** Nothing can be sent while no key opens the channel's settings. */
export const NO_KEY = "no key opens the channel's settings";

/** True where an earlier attempt may have arrived, though no answer said so. */
export const mayHaveArrived = (attempts: Attempt[]): boolean =>
  attempts.some(({ status, error }) => (status === null && error !== NO_KEY) || (status ?? 0) >= 500);

/**
 * True where the message itself is at fault: it had failed before, and within the last day others arrived at the channel. Only
 * such a message is ever given up; what an outage holds back waits for its end.
 */
const isAtFault = (
  { attempts: [first] }: TakenDelivery,
  { recoveredAt }: Pick<TakenChannel, "recoveredAt">,
  now: number,
): boolean => first !== undefined && recoveredAt !== null && recoveredAt > first.at && now - recoveredAt <= DAY_MS;

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
  channel: Pick<TakenChannel, "recoveredAt">,
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
  const { at, last } = nextAt(delivery, outcome, now, jitter);
  if ((last || now - delivery.madeAt >= GIVE_UP_AFTER_MS) && isAtFault(delivery, channel, now)) {
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

/** When to try again (tick time); `last` where the schedule has come to its end. */
function nextAt(
  { attempts }: TakenDelivery,
  outcome: Later,
  now: number,
  jitter: number,
): { at: number; last: boolean } {
  const throttled = attempts.filter(({ error }) => error?.startsWith(THROTTLED)).length;
  const after = (seconds: number) => ({ at: now + Math.ceil(seconds * 1000), last: false });
  if (outcome.scope === "egress")
    return after(Math.min(EGRESS_LONGEST_SECONDS, EGRESS_FIRST_SECONDS * 2 ** Math.min(throttled, 8)));
  const failed = attempts.filter(({ error }) => error !== UNHEARD && !error?.startsWith(THROTTLED));
  const longest = RETRY_SECONDS.at(-1)!;
  if (outcome.scope === "channel") {
    const { steps } = scheduled(failed.map(({ at }) => at));
    return after(outcome.afterSeconds ?? RETRY_SECONDS[steps] ?? longest);
  }
  const { steps, from } = scheduled([...failed.map(({ at }) => at), now]);
  const wait = RETRY_SECONDS[steps - 1] ?? longest;
  const at = Math.max(from + Math.round(wait * (1 + 0.2 * jitter) * 1000), after(outcome.afterSeconds ?? 0).at);
  return { at, last: steps > RETRY_SECONDS.length };
}

/**
 * How many steps of the schedule these attempts (tick times) used up, and when the last one was. One that came before its
 * time, because another message had arrived or to see whether the channel is back, uses up none and puts off none.
 */
function scheduled(attempts: number[]): { steps: number; from: number } {
  let steps = 0;
  let from = Number.NEGATIVE_INFINITY;
  for (const at of attempts) {
    if (steps > 0 && at < from + (RETRY_SECONDS[steps - 1] ?? RETRY_SECONDS.at(-1)!) * 1000) continue;
    steps += 1;
    from = at;
  }
  return { steps, from };
}
