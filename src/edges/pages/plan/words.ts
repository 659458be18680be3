import type { Quota } from "../../../core/plan/quotas.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import type { Planned } from "../../../flows/queries/plan.ts";
import { about } from "../words/time.ts";

/** Formats a number of checks: "1 check", "2,400 checks". */
export const callWords = (count: number): string => `${grouped("en", count)} ${count === 1 ? "check" : "checks"}`;

/** Says how soon a start is reported: on average, and almost always. */
export const soonWords = ({ delay }: Pick<Planned, "delay">): string =>
  delay === null
    ? "No estimate yet of how soon alerts arrive."
    : `Start alerts after about ${about(delay.meanSeconds)}, almost always within ${about(delay.p95Seconds, Math.ceil)}.`;

/** How the request budget is spent. */
export const WAYS: Record<Planned["way"], string> = {
  on_time: "Everyone is checked on time.",
  in_turn: "Not enough checks per minute: creators take turns until Tallylight learns when they usually go live.",
  by_habit: "Not enough checks per minute: most go to creators who usually go live at that time.",
};

const QUOTAS: Record<Quota, string> = {
  requests: "Worker requests",
  rowsRead: "database rows read",
  rowsWritten: "database rows written",
  queueOperations: "queue operations",
  cpuMs: "CPU time",
  storage: "database size",
};

const percent = (share: number): string =>
  share < 0.01 ? "less than 1%" : `${grouped("en", Math.round(share * 100))}%`;

/** Says whether Cloudflare's free plan suffices, and which of its quotas is the tightest. */
export const freeWords = ({ free: { endsFirst, used } }: Pick<Planned, "free">): string =>
  used <= 1
    ? `Fits Cloudflare's free plan. The tightest ${sortOf(endsFirst)} is ${QUOTAS[endsFirst]}: ${percent(used)} used.`
    : `Does not fit Cloudflare's free plan. The tightest ${sortOf(endsFirst)} is ${QUOTAS[endsFirst]}: ${percent(used)} needed.`;

const sortOf = (quota: Quota): string => (quota === "storage" ? "quota" : "daily quota");

/** Says how large the database becomes. */
export const storageWords = ({ databaseBytes }: Pick<Planned, "databaseBytes">): string =>
  `The database grows to about ${grouped("en", Math.max(1, Math.round(databaseBytes / 1_000_000)))} MB.`;

/** Says what the paid plan costs a month. */
export const paidWords = ({ paid: { dollars } }: Pick<Planned, "paid">): string =>
  `The paid plan costs $${dollars < 100 ? dollars.toFixed(2).replace(".00", "") : grouped("en", Math.round(dollars))} per month.`;
