import { spokenHours } from "../../core/duration.ts";
import { growthPercent } from "../../core/compared-numbers.ts";
import { barePercent } from "../../core/numbers-as-text.ts";
import { doublings, type Fact, strongest } from "../fact.ts";
import type { DigestContext, PeriodName } from "../section.ts";
import { displayedName } from "../distinguish.ts";
import { isHalf, timesOf } from "../times.ts";
import type { LivesData } from "./data.ts";
import { livesWords } from "./words/words.ts";
import { sectionWords } from "../words/words.ts";

/** The creator whose time live changed most, or all creators together; without a comparison, who was live longest. */
export function liveFact({ period, moved, compared, most: max }: LivesData, { language }: DigestContext): Fact | null {
  const words = livesWords[language];
  const nameOf = (name: string): string => displayedName(name, 60) ?? words.creator;
  const changeOf = changing(language, period.word);
  // An hour per week is added to both.
  const enough = period.ms / 168;
  const changes = moved.map(({ name, airtimeMs, beforeMs }): Fact => {
    const text = changeOf({ who: nameOf(name), many: false }, beforeMs, airtimeMs);
    return { text, strength: doublings(beforeMs, airtimeMs, enough), figure: null };
  });
  const { creators, beforeMs, nowMs } = compared;
  const percent = creators < 2 || nowMs === 0 ? null : growthPercent(beforeMs, nowMs);
  const everyone: Fact | null =
    percent === null || percent === 0
      ? null
      : {
          text: changeOf({ who: words.together(creators), many: true }, beforeMs, nowMs),
          strength: doublings(beforeMs, nowMs, creators * enough),
          figure: null,
        };
  const [first] = max;
  const longest: Fact | null =
    first === undefined
      ? null
      : {
          text: words.onAirLongest(nameOf(first.name), spokenHours(language, first.airtimeMs)),
          strength: 0.2,
          figure: null,
        };
  return strongest([everyone, ...changes, longest]);
}

const changing =
  (language: DigestContext["language"], period: PeriodName) =>
  (who: { who: string; many: boolean }, beforeMs: number, nowMs: number): string => {
    const words = livesWords[language];
    const { before } = sectionWords[language].periods[period];
    if (nowMs === 0) return words.notOnAir(who, spokenHours(language, beforeMs), before);
    if (beforeMs === 0) return words.afterNone(who, spokenHours(language, nowMs), before);
    const factor = nowMs / beforeMs;
    const times = timesOf(factor);
    if (times !== null) return words.timesAsLong(who, times, before);
    if (isHalf(factor)) return words.halfAsLong(who, before);
    const share = barePercent(language, growthPercent(beforeMs, nowMs)!);
    return factor > 1 ? words.longer(who, share, before) : words.shorter(who, share, before);
  };
