import type { Limited, Outcome } from "../../channels/outcome.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Attempt } from "../../core/delivery.ts";
import type { Settlement, TakenChannel, TakenDelivery } from "./outbox.ts";

/**
 * The retry schedule of all destinations: seconds after attempt 1, 2, … Alerts are most useful in the first minutes.
 */
export const RETRY_SECONDS = [5, 15, 45, 120, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400, 86_400] as const;

/** The longest time between two messages that a run awaits. Longer ones are pauses of the channel. */
export const LONGEST_PACE_MS = 5000;

const GIVE_UP_AFTER_MS = 120 * 3_600_000;
const EGRESS_FIRST_SECONDS = 600;
const EGRESS_LONGEST_SECONDS = 7200;

/** Marks an attempt in which the destination asked to wait. It does not count in the schedule. */
const THROTTLED = "asked to wait";

/** The error of an attempt whose run ended before recording the outcome. It does not count in the schedule. */
export const UNHEARD = "its run ended before an answer was stored";

/** The error of an attempt without settings. */
export const NO_KEY = "no key can decrypt the channel's settings";

/** Reports whether an earlier attempt may have arrived although no answer said so. */
export const mayHaveArrived = (attempts: Attempt[]): boolean =>
  attempts.some(({ status, error }) => (status === null && error !== NO_KEY) || (status ?? 0) >= 500);

/**
 * Reports whether the message itself is at fault: it had failed before, and other messages arrived at the channel
 * since, within the last day. Only such messages are given up; during an outage they wait.
 */
const isAtFault = (
  { attempts: [first] }: TakenDelivery,
  { recoveredAt }: Pick<TakenChannel, "recoveredAt">,
  now: number,
): boolean => first !== undefined && recoveredAt !== null && recoveredAt > first.at && now - recoveredAt <= DAY_MS;

/** A message is sent at once to a destination that has moved, up to this many times. Then it waits. */
const MAX_MOVES = 3;

/** Marks an attempt whose destination had moved. It does not count in the schedule. */
const MOVED = "moved";

/** Reports whether a delivery may follow its destination once more. */
export const mayFollow = ({ attempts }: TakenDelivery): boolean =>
  attempts.filter(({ error }) => error?.startsWith(MOVED)).length < MAX_MOVES;

export interface Verdict {
  settlement: Settlement;
  /** What the destination limits, until a tick time. */
  pause: { limited: Limited; until: number } | null;
  disabledReason: string | null;
}

/** The outcome for a delivery that was claimed but not tried: due again at this tick time, null for never. */
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

/** The outcome for a delivery at `now` (tick time). `jitter` (0..1) adds up to a fifth to waits. Pure. */
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
  const free = { pause: null, disabledReason: null };
  if (outcome.kind === "sent") {
    return { ...free, settlement: { ...base, status: "sent", sentAt: now, messageRef: outcome.ref } };
  }
  if (outcome.kind === "moved") {
    return { ...free, settlement: { ...base, reason: outcome.reason, nextAttemptAt: now } };
  }
  if (outcome.kind === "gone") {
    return { ...free, settlement: { ...base, status: "dead", reason: outcome.reason }, disabledReason: outcome.reason };
  }
  if (outcome.kind !== "later") return { ...free, settlement: { ...base, status: "dead", reason: outcome.reason } };
  const { at, last } = nextAt(delivery, outcome, now, jitter);
  const expired = last || now - delivery.madeAt >= GIVE_UP_AFTER_MS;
  // What a person can fix, or a limit that ends, does not make a message dead.
  const mayEnd = outcome.scope === "delivery" && outcome.fix === undefined;
  if (expired && mayEnd && isAtFault(delivery, channel, now)) {
    return { ...free, settlement: { ...base, status: "dead", reason: `gave up: ${outcome.reason}` } };
  }
  return {
    settlement: { ...base, reason: outcome.reason, nextAttemptAt: at },
    pause: outcome.scope === "delivery" ? null : { limited: outcome.scope, until: at },
    disabledReason: null,
  };
}

type Later = Extract<Outcome, { kind: "later" }>;

function errorOf(outcome: Exclude<Outcome, { kind: "sent" }>): string {
  if (outcome.kind === "moved") return `${MOVED}: ${outcome.reason}`;
  return outcome.kind === "later" && outcome.scope !== "delivery" ? `${THROTTLED}: ${outcome.reason}` : outcome.reason;
}

/** When to retry (tick time); `last` if the schedule has ended. */
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
  const failed = attempts.filter(
    ({ error }) => error !== UNHEARD && !error?.startsWith(THROTTLED) && !error?.startsWith(MOVED),
  );
  const longest = RETRY_SECONDS.at(-1)!;
  if (outcome.scope !== "delivery") {
    const { steps } = scheduled(failed.map(({ at }) => at));
    return after(outcome.afterSeconds ?? RETRY_SECONDS[steps] ?? longest);
  }
  const { steps, from } = scheduled([...failed.map(({ at }) => at), now]);
  const wait = RETRY_SECONDS[steps - 1] ?? longest;
  const at = Math.max(from + Math.round(wait * (1 + 0.2 * jitter) * 1000), after(outcome.afterSeconds ?? 0).at);
  return { at, last: steps > RETRY_SECONDS.length };
}

/**
 * The number of steps of the schedule that these attempts (tick times) used, and the time of the last step. Attempts
 * before their time, because another message arrived or as a probe, do not count.
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
