import { MAX_ROWS, type Lines } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import { barePercent, grouped, signedPercent } from "../../core/numbers-as-text.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { displayedName } from "../distinguish.ts";
import { doublings, strongest, type Fact } from "../fact.ts";
import { marksOf, spanText } from "../period.ts";
import type { DigestContext, Section } from "../section.ts";
import { timesOf } from "../times.ts";
import { concludeHashtags } from "./conclude.ts";
import type { GrownTag, HashtagMeasure, HashtagsData } from "./data.ts";
import { gridOf, measureHashtags } from "./measure.ts";
import { hashtagFigures, hashtagNote, hashtagTables, tagText } from "./words.ts";
import { hashtagsWords } from "./words/words.ts";

/** The growth of the fastest hashtags since the start of the period. */
function hashtagChart(data: HashtagsData, telling: DigestContext): Lines | null {
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

/** Added to views, so that growth from 1,000 to 4,000 is weaker than from a million to two. */
const ENOUGH = 10_000;

/** The hashtag that grew most, trends first; otherwise the number of new ones. */
export function hashtagFact(
  { fastest, most: max, quickest, appeared, known }: HashtagsData,
  { language }: DigestContext,
): Fact | null {
  const words = hashtagsWords[language];
  const fresh: Fact | null =
    appeared === 0 || known === 0
      ? null
      : {
          text: words.found(appeared, grouped(language, appeared)),
          strength: 0.15,
          figure: words.fresh,
        };
  return strongest([...[...fastest, ...max].map((tag) => grownFact(tag, quickest, language)), fresh]);
}

function grownFact(tag: GrownTag, quickest: HashtagsData["quickest"], language: Language): Fact | null {
  const words = hashtagsWords[language];
  const { views, added, percent, trend } = tag;
  if (percent === null || percent <= 0) return null;
  const times = timesOf(1 + percent / 100);
  const name = displayedName(tagText(tag), 60) ?? words.hashtag;
  return {
    text:
      times === null
        ? words.grewBy(name, barePercent(language, percent))
        : times === 2
          ? words.doubled(name)
          : words.grewTimes(name, times),
    strength: doublings(views - added, views, ENOUGH) * (trend ? 1.25 : 1),
    figure: quickest?.name === tag.name && quickest.region === tag.region ? words.fastest : null,
  };
}

/** Which hashtags grow, and which by more than the platform's and their own usual growth. */
export const hashtags: Section<HashtagMeasure, HashtagsData> = {
  name: "hashtags",
  title: (language) => hashtagsWords[language].title,
  kind: "hashtag",
  events: { "hashtag.appeared": ["cid", "name"], "hashtag.gone": ["cid", "name"], "hashtag.surged": ["cid", "name"] },
  eventsFrom: ({ from }) => from,
  series: ["views:"],
  grid: gridOf,
  measure: measureHashtags,
  conclude: concludeHashtags,
  figures: hashtagFigures,
  tables: hashtagTables,
  fact: hashtagFact,
  note: hashtagNote,
  chart: hashtagChart,
};
