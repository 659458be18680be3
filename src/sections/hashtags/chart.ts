import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { marksOf, spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { HashtagsData } from "./data.ts";
import { tagText } from "./words.ts";
import { hashtagsWords } from "./words/words.ts";

/** The growth of the fastest hashtags since the start of the period. */
export function hashtagChart(data: HashtagsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = hashtagsWords[language];
  const drawn = data.fastest.slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const marks = marksOf(frame);
  const lines = drawn.map((tag) => ({
    label: `${tag.trend ? "★ " : ""}${tagText(tag)}`,
    text: signedPercent(language, tag.percent!),
    points: marks.map((at, index): [number, number | null] => [at, index === 0 ? 0 : (tag.points[index - 1] ?? null)]),
  }));
  const which = drawn.map((tag) => {
    const grown = `${cut(tagText(tag), 60)} ${signedPercent(language, tag.percent!)}`;
    return tag.trend ? words.isTrend(grown) : grown;
  });
  return {
    form: "lines",
    title: data.trends === 0 ? words.chartGrowing : words.trends,
    subtitle: `${words.subtitle(spanText(telling))}${data.trends === 0 ? "" : ` · ★ ${words.trend}`}`,
    alt: cut(words.alt(spanText(telling), which.join("; ")), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    unit: "percent",
    lines,
  };
}
