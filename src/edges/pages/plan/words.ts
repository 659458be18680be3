import type { Quota } from "../../../core/plan/quotas.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import type { Planned } from "../../../flows/browse/plan.ts";

/** A length of time as people say it when they guess: "40 s", "2½ min"; `rounded` up where it is the most. */
export function about(seconds: number, rounded: (value: number) => number = Math.round): string {
  if (seconds < 10) return `${Math.max(1, rounded(seconds))} s`;
  if (seconds < 90) return `${rounded(seconds / 10) * 10} s`;
  const halves = rounded(seconds / 30);
  if (halves >= 240) return `${rounded(seconds / 3600)} h`;
  return `${Math.floor(halves / 2)}${halves % 2 === 0 ? "" : "½"} min`;
}

/** "1 call", "2,400 calls" */
export const callWords = (count: number): string => `${grouped("en", count)} ${count === 1 ? "call" : "calls"}`;

/** How soon one hears of a start: in the mean and nearly always. */
export const soonWords = ({ delay }: Pick<Planned, "delay">): string =>
  delay === null
    ? "Nobody who goes live is watched."
    : `You hear of a start after about ${about(delay.meanSeconds)}, nearly always within ${about(delay.p95Seconds, Math.ceil)}.`;

/** How calls are spent. */
export const WAYS: Record<Planned["way"], string> = {
  on_time: "Everybody is checked as often as you asked.",
  in_turn: "The calls do not reach for that: everybody waits in turn, until it is learned when they usually go live.",
  by_habit: "The calls do not reach for that: most are spent where somebody usually goes live just then.",
};

const QUOTAS: Record<Quota, string> = {
  requests: "runs of the Worker",
  rowsRead: "rows read",
  rowsWritten: "rows written",
  queueOperations: "messages of its queues",
  cpuMs: "computing time",
};

const percent = (share: number): string =>
  share < 0.01 ? "less than 1 %" : `${grouped("en", Math.round(share * 100))} %`;

/** Whether Cloudflare's free plan carries it, and which of its quotas ends first. */
export const freeWords = ({ free: { endsFirst, used } }: Pick<Planned, "free">): string =>
  used <= 1
    ? `The free plan of Cloudflare carries it: ${percent(used)} of a day's ${QUOTAS[endsFirst]}, which would end first.`
    : `The free plan of Cloudflare does not carry it: ${percent(used)} of a day's ${QUOTAS[endsFirst]}, which end first.`;

/** What the paid plan costs a month. */
export const paidWords = ({ paid: { dollars } }: Pick<Planned, "paid">): string =>
  `The paid plan costs $${dollars < 100 ? dollars.toFixed(2).replace(".00", "") : grouped("en", Math.round(dollars))} a month.`;
