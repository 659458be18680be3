import { spokenHours } from "../../core/duration.ts";
import type { Timeline } from "../../core/chart.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { spanText } from "../period.ts";
import type { DigestContext } from "../section.ts";
import type { LivesData } from "./data.ts";
import { livesWords } from "./words/words.ts";

/** When the creators with the most time were live. */
export function liveChart(data: LivesData, telling: DigestContext): Timeline | null {
  const { language, frame } = telling;
  const words = livesWords[language];
  const drawn = data.most.filter(({ spans }) => spans.length > 0);
  if (drawn.length === 0) return null;
  const rows = drawn.map(({ name, airtimeMs, spans }) => ({
    label: name,
    text: spokenHours(language, airtimeMs),
    spans: spans.map(([from, to]): [number, number] => [frame.from + from, frame.from + to]),
  }));
  const legend = drawn
    .map(({ name, airtimeMs, sessions, days }) =>
      words.inChart(cut(name, 60), spokenHours(language, airtimeMs), sessions, words.days(days)),
    )
    .join("; ");
  return {
    form: "timeline",
    title: words.chart,
    subtitle: words.subtitle(spanText(telling)),
    alt: cut(words.alt(spanText(telling), legend), 1000),
    note: null,
    from: frame.from,
    to: frame.to,
    ticks: ticksOf(telling),
    rows,
  };
}
