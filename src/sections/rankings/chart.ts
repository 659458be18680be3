import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import { placeText } from "../../core/place-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import { climbed } from "./conclude.ts";
import type { RankingsData, Standing } from "./data.ts";
import { arrowText, standingText } from "./words.ts";
import { rankingsWords } from "./words/words.ts";

/** The places of those who moved most, then of those with the best places. */
export function rankingChart(data: RankingsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = rankingsWords[language];
  const textOf = endOf(language);
  const all = new Map<string, Standing>([...data.movers, ...data.best].map((one) => [one.id, one]));
  const drawn = [...all.values()].filter(({ points }) => points.some(([, place]) => place !== null)).slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const lines = drawn.map((one) => ({ label: standingText(one), text: textOf(one), points: one.points }));
  const moved = data.movers.length > 0;
  const legend = drawn.map((one) => `${cut(standingText(one), 80)} ${textOf(one)}`).join("; ");
  return {
    form: "lines",
    title: moved ? words.chartMoved : words.chartBest,
    subtitle: words.subtitle(spanText(telling)),
    alt: cut(words.alt(spanText(telling), legend), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "place",
    lines,
  };
}

const endOf =
  (language: Language) =>
  (one: Standing): string => {
    const last = one.points.findLast(([, place]) => place !== null)?.[1];
    const { climb } = one;
    if (climb === null || climb.before === climb.after) return last == null ? "" : placeText(language, last);
    return `${placeText(language, climb.after)} (${arrowText(language, climbed({ ...one, climb }))})`;
  };
