import { iso } from "./instant.ts";
import type { Trouble } from "./pulse.ts";
import { isBlind, type Reason } from "./reason.ts";
import type { OperatorNews } from "./upstream-watch.ts";

/** Since which tick each reason stands, and which of them were told. */
export interface Standing {
  since: Partial<Record<Reason, number>>;
  told: Reason[];
}

export const NONE_STANDING: Standing = { since: {}, told: [] };

/** A reason is told once it has stood for so many ticks: what mends itself is no news. */
const PATIENCE_TICKS = 2;

/** Those that have events of their own, or that no tick can tell of. */
const OWN_WORDS: Reason[] = [
  "tick_ahead",
  "no_ticks",
  "upstream_unauthorized",
  "upstream_key_expired",
  "upstream_throttled",
  "upstream_drifted",
  "upstream_suspect",
  "channel_failing",
];

/**
 * What a tick has to tell operators of the system itself: each reason once when it has stood for two ticks more, and
 * once when it is over. `spacingMs` is the time between ticks.
 */
export function monitorSelf(
  standing: Standing,
  troubles: Trouble[],
  now: number,
  spacingMs: number,
): { standing: Standing; news: OperatorNews[] } {
  const news: OperatorNews[] = [];
  const since: Standing["since"] = {};
  const notified: Reason[] = [];
  const explained = troubles.some(({ reason }) => isBlind(reason));
  for (const { reason, detail } of troubles) {
    // What keeps everybody from being checked is news of its own: that nobody is known then follows from it.
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
    const data = { reason, detail: "it is over", since: iso(from) };
    news.push({ type: "system.recovered", key: `${reason}/${from}`, data });
  }
  return { standing: { since, told: notified }, news };
}

/** That ticks were missing, as only the first one after them can tell. */
export const missedTicks = (lastTickAt: number, now: number): OperatorNews => ({
  type: "system.degraded",
  key: `no_ticks/${lastTickAt}`,
  data: {
    reason: "no_ticks",
    detail: `no tick ran between ${iso(lastTickAt)} and ${iso(now)}: nothing was polled in that time`,
    since: iso(lastTickAt),
  },
});
