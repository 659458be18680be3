import { MOST_ROWS, type Lines } from "../../core/chart.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { marksOf, spanText } from "../period.ts";
import type { Frame } from "../section.ts";
import type { HashtagsData } from "./data.ts";
import { tagText } from "./words.ts";

/** How the fastest grew since the period's begin. */
export function hashtagChart(data: HashtagsData, frame: Frame): Lines | null {
  const drawn = data.fastest.slice(0, MOST_ROWS);
  if (drawn.length === 0) return null;
  const marks = marksOf(frame);
  const lines = drawn.map((tag) => ({
    label: `${tag.trend ? "★ " : ""}${tagText(tag)}`,
    text: signedPercent(tag.percent!),
    points: marks.map((at, index): [number, number | null] => [at, index === 0 ? 0 : (tag.points[index - 1] ?? null)]),
  }));
  const which = drawn.map((tag) => {
    const trend = tag.trend ? ", a trend" : "";
    return `${cut(tagText(tag), 60)} ${signedPercent(tag.percent!)}${trend}`;
  });
  return {
    form: "lines",
    title: data.trends === 0 ? "What is growing" : "Trends",
    subtitle: `Growth of views, ${spanText(frame)}${data.trends === 0 ? "" : " · ★ trend"}`,
    alt: cut(`Growth of views of the fastest hashtags, ${spanText(frame)}: ${which.join("; ")}.`, 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(frame),
    unit: "percent",
    lines,
  };
}
