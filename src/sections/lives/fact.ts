import { growthPercent } from "../../core/growing-count.ts";
import { doublings, strongest, timesText, type Fact } from "../fact.ts";
import { shownName } from "../shown-name.ts";
import type { LivesData } from "./data.ts";
import { hoursText } from "./hours-text.ts";

/** Whose time on air changed most against the period before, or everyone's; where nothing can be compared, who was on longest. */
export function liveFact({ period, moved, compared, most }: LivesData): Fact | null {
  // An hour in a week counts.
  const enough = period.ms / 168;
  const changes = moved.map(({ name, airtimeMs, beforeMs }): Fact => {
    const text = `${nameOf(name)} ${changeOf(beforeMs, airtimeMs, period.word)}`;
    return { text, strength: doublings(beforeMs, airtimeMs, enough), figure: null };
  });
  const { creators, beforeMs, nowMs } = compared;
  const percent = creators < 2 || nowMs === 0 ? null : growthPercent(beforeMs, nowMs);
  const everyone: Fact | null =
    percent === null || percent === 0
      ? null
      : {
          text: `${creators} creators together ${changeOf(beforeMs, nowMs, period.word).replace(/^was/, "were")}`,
          strength: doublings(beforeMs, nowMs, creators * enough),
          figure: null,
        };
  const [first] = most;
  const longest: Fact | null =
    first === undefined
      ? null
      : {
          text: `${nameOf(first.name)} was on air longest, ${hoursText(first.airtimeMs)}`,
          strength: 0.2,
          figure: null,
        };
  return strongest([everyone, ...changes, longest]);
}

const nameOf = (name: string): string => shownName(name, 60) ?? "A creator";

function changeOf(beforeMs: number, nowMs: number, word: string): string {
  if (nowMs === 0) return `was not on air, after ${hoursText(beforeMs)} the ${word} before`;
  if (beforeMs === 0) return `was on air for ${hoursText(nowMs)}, after none the ${word} before`;
  const factor = nowMs / beforeMs;
  const times = factor >= 1.9 ? timesText(factor) : null;
  if (times !== null) return `was on air ${times} as long as the ${word} before`;
  if (factor >= 0.45 && factor <= 0.55) return `was on air half as long as the ${word} before`;
  const percent = Math.abs(growthPercent(beforeMs, nowMs)!);
  return `was on air ${percent}% ${factor > 1 ? "longer" : "less"} than the ${word} before`;
}
