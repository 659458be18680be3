import { HOUR_MS } from "../../../core/duration.ts";
import { meant, t } from "../../../ui/words/text.ts";

const LEVELS = 4;

/** The darkest square is at least so long, so that a few seconds are never the darkest. */
const LEAST_MAX_MS = HOUR_MS;

/** Returns 0 for none, otherwise 1 to 4 relative to the longest. */
export const levelOf = (ms: number, longest: number): number =>
  ms === 0 ? 0 : Math.max(1, Math.ceil((ms / Math.max(LEAST_MAX_MS, longest)) * LEVELS));

/** The legend of the squares: without data, not live, and from less to more. */
export const HeatScale = () => (
  <span class="scale">
    <svg viewBox="0 0 12 12" class="one-square" aria-hidden="true">
      <rect class="fut" x="0.5" y="0.5" width="11" height="11" rx="3" />
    </svg>
    {t("no data")}
    <svg viewBox="0 0 12 12" class="one-square" aria-hidden="true">
      <rect class="q0" width="12" height="12" rx="3" />
    </svg>
    {t("not live")}
    <span aria-hidden="true">·</span>
    {meant("scale", "less")}
    <svg viewBox="0 0 60 12" aria-hidden="true">
      {Array.from({ length: LEVELS }, (_, level) => (
        <rect class={`q${level + 1}`} x={level * 16} width="12" height="12" rx="3" />
      ))}
    </svg>
    {meant("scale", "more")}
  </span>
);
