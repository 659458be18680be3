import { iso } from "./instant.ts";
import { isBlind, type Problem, type Reason } from "./reason.ts";
import type { OperatorNews } from "./drift-detector.ts";

/** The tick since which each reason has been active (epoch ms), and the reasons that operators were notified of. */
export interface ActiveIncidents {
  since: Partial<Record<Reason, number>>;
  told: Reason[];
}

export const NO_INCIDENTS: ActiveIncidents = { since: {}, told: [] };

/** Ticks for which a reason must be active before operators are notified. Shorter problems are not news. */
const PATIENCE_TICKS = 2;

/** Reasons that have event types of their own, or that no running tick can report. */
const OWN_WORDS: Reason[] = [
  "tick_ahead",
  "no_ticks",
  "upstream_unauthorized",
  "upstream_key_expired",
  "upstream_throttled",
  "upstream_refused",
  "upstream_drifted",
  "upstream_suspect",
  "channel_failing",
];

/**
 * Compares the problems of a tick with the active incidents. Returns news for operators: `system.degraded` once for a
 * reason that is still active two ticks later, `system.recovered` once when it is over. `spacingMs` is the time between
 * ticks.
 */
export function monitorSelf(
  standing: ActiveIncidents,
  troubles: Problem[],
  now: number,
  spacingMs: number,
): { standing: ActiveIncidents; news: OperatorNews[] } {
  const news: OperatorNews[] = [];
  const since: ActiveIncidents["since"] = {};
  const notified: Reason[] = [];
  const explained = troubles.some(({ reason }) => isBlind(reason));
  for (const { reason, detail } of troubles) {
    // A problem that stops all polls is reported by itself. Unknown creators are its consequence.
    if (reason === "upstream_unknown" && explained && !standing.told.includes(reason)) continue;
    const from = (since[reason] ??= standing.since[reason] ?? now);
    if (OWN_WORDS.includes(reason) || notified.includes(reason)) continue;
    const old = standing.told.includes(reason);
    if (!old && (from === now || now - from < PATIENCE_TICKS * spacingMs)) continue;
    notified.push(reason);
    if (!old)
      news.push({ type: "system.degraded", key: `${reason}/${from}`, data: { reason, detail, since: iso(from) } });
  }
  for (const reason of standing.told) {
    if (notified.includes(reason)) continue;
    const from = standing.since[reason] ?? now;
    const data = { reason, detail: "the problem is over", since: iso(from) };
    news.push({ type: "system.recovered", key: `${reason}/${from}`, data });
  }
  return { standing: { since, told: notified }, news };
}

/** News that ticks were missing. Only the first tick after the gap can report it. Both instants are epoch ms. */
export const missedTicks = (lastTickAt: number, now: number): OperatorNews => ({
  type: "system.degraded",
  key: `no_ticks/${lastTickAt}`,
  data: {
    reason: "no_ticks",
    detail: `no tick ran between ${iso(lastTickAt)} and ${iso(now)}: nothing was polled in that time`,
    since: iso(lastTickAt),
  },
});
