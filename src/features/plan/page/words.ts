import type { Quota } from "../../../engine/plan/quotas.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import type { Planned } from "../plan.ts";
import { about } from "../../../ui/words/time.ts";
import { language, marked, t } from "../../../ui/words/text.ts";

/** Says how soon a start is reported: on average, and almost always. */
export const soonWords = ({ delay }: Pick<Planned, "delay">): string =>
  delay === null
    ? t("No estimate yet of how soon alerts arrive.")
    : t("Start alerts after about {mean}, almost always within {most}.", {
        mean: about(delay.meanSeconds),
        most: about(delay.p95Seconds, Math.ceil),
      });

/** How the request budget is spent. */
export const WAYS: Record<Planned["way"], string> = {
  on_time: marked("Everyone is checked on time."),
  in_turn: marked(
    "Not enough checks per minute: creators take turns until Tallylight learns when they usually go live.",
  ),
  by_habit: marked("Not enough checks per minute: most go to creators who usually go live at that time."),
};

const QUOTAS: Record<Quota, string> = {
  requests: marked("Worker requests"),
  rowsRead: marked("database rows read"),
  rowsWritten: marked("database rows written"),
  queueOperations: marked("queue operations"),
  cpuMs: marked("CPU time"),
  storage: marked("database size"),
};

const percent = (share: number): string =>
  share < 0.01 ? t("less than 1%") : t("{n}%", { n: Math.round(share * 100) });

/** Says whether Cloudflare's free plan suffices, and which of its quotas is the tightest. */
export function freeWords({ free: { endsFirst, used } }: Pick<Planned, "free">): string {
  const values = { quota: t(QUOTAS[endsFirst]), share: percent(used) };
  const daily = endsFirst !== "storage";
  if (used <= 1)
    return t(
      daily
        ? "Fits Cloudflare's free plan. The tightest daily quota is {quota}: {share} used."
        : "Fits Cloudflare's free plan. The tightest quota is {quota}: {share} used.",
      values,
    );
  return t(
    daily
      ? "Does not fit Cloudflare's free plan. The tightest daily quota is {quota}: {share} needed."
      : "Does not fit Cloudflare's free plan. The tightest quota is {quota}: {share} needed.",
    values,
  );
}

/** Says how large the database becomes. */
export const storageWords = ({ databaseBytes }: Pick<Planned, "databaseBytes">): string =>
  t("The database grows to about {size} MB.", { size: Math.max(1, Math.round(databaseBytes / 1_000_000)) });

/** Says what the paid plan costs a month. */
export const paidWords = ({ paid: { dollars } }: Pick<Planned, "paid">): string =>
  t("The paid plan costs {price} per month.", {
    price: `$${dollars < 100 ? dollars.toFixed(2).replace(".00", "") : grouped(language(), Math.round(dollars))}`,
  });
