import { type Lines, MAX_ROWS } from "../../core/chart.ts";
import type { Language } from "../../core/language.ts";
import { barePercent, grouped, growthText, shortNumber } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { cut } from "../../core/text.ts";
import { ticksOf } from "../axis.ts";
import { onBefore, percentText } from "../change-text.ts";
import { displayedName } from "../distinguish.ts";
import { doublings, type Fact, strongest } from "../fact.ts";
import { marksOf, spanText } from "../period.ts";
import type { DigestContext, PeriodName, Section } from "../section.ts";
import { timesOf } from "../times.ts";
import { noteOn, sentences } from "../watched.ts";
import { concludeHashtags } from "./conclude.ts";
import type { GrownTag, HashtagMeasure, HashtagsData } from "./data.ts";
import { scoredGrid } from "../score.ts";
import { measureHashtags } from "./measure.ts";
import { en, type HashtagsWords } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** The words of a digest about hashtags, in each language. */
const hashtagsWords = inEach("section-hashtags", en);

/** "#fyp", with its region if there are several. */
const tagText = ({ name, region }: Pick<GrownTag, "name" | "region">): string =>
  `#${name.replace(/^#/, "")}${region === "" ? "" : ` ${region}`}`;

const viewsText = (language: Language, views: number): string =>
  hashtagsWords[language].views(views, shortNumber(language, views));

/** Trends, views gained, the fastest hashtag, the group's growth, new hashtags. */
function hashtagFigures(data: HashtagsData, { language }: DigestContext): Figure[] {
  const words = hashtagsWords[language];
  const { watched, trends, fastest, quickest, known, compared, group, period } = data;
  if (watched.targets === 0) return [];
  const marked = fastest.filter(({ trend }) => trend);
  const figures: (Figure | null)[] = [
    trends === 0
      ? null
      : {
          label: words.trends,
          value: grouped(language, trends),
          detail: marked.slice(0, 3).map(tagText).join(", ") || null,
        },
    known === 0
      ? null
      : {
          label: words.gained,
          value: `+${shortNumber(language, data.added)}`,
          detail: changeOf(language, compared, known, period.word) ?? words.byHashtags(grouped(language, known)),
        },
    quickest === null
      ? null
      : { label: words.fastest, value: growthText(language, quickest.percent), detail: tagText(quickest) },
    group.percent === null
      ? null
      : {
          label: words.typical,
          value: group.percent === 0 ? words.below(barePercent(language, 0.1)) : growthText(language, group.percent),
          detail: words.median(grouped(language, group.tags)),
        },
    {
      label: words.fresh,
      value: grouped(language, data.appeared),
      detail: words.gone(grouped(language, data.gone)),
    },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The change against the previous period, with the number of compared hashtags if that is not all. */
function changeOf(
  language: Language,
  { tags, before, now }: HashtagsData["compared"],
  known: number,
  period: PeriodName,
): string | null {
  const change = onBefore(language, before, now, period);
  if (change === null || tags === known) return change;
  return hashtagsWords[language].knownThen(change, grouped(language, tags));
}

/** The fastest growing hashtags, those that gained most, and new ones. */
function hashtagTables(
  { fastest, grewPercent, most: max, grew, fresh, appeared, trends }: HashtagsData,
  { language }: DigestContext,
): ReportTable[] {
  const words = hashtagsWords[language];
  const tables: ReportTable[] = [
    {
      title: trends === 0 ? words.growing : words.trendsAndGrowing,
      rows: fastest.map((tag) => ({
        label: tagText(tag),
        value: `${viewsText(language, tag.views)}${tag.trend ? ` · ${words.trend}` : ""}`,
        change: percentText(language, tag.percent!),
        spark: [0, ...tag.points],
      })),
      more: grewPercent - fastest.length,
    },
    {
      title: words.mostGained,
      rows: max.map((tag) => ({
        label: tagText(tag),
        value: `+${viewsText(language, tag.added)}`,
        change: tag.percent === null ? null : percentText(language, tag.percent),
        spark: tag.percent === null ? null : [0, ...tag.points],
      })),
      more: grew - max.length,
    },
    {
      title: words.fresh,
      rows: fresh.map((tag) => ({
        label: tagText(tag),
        value: tag.views === 0 ? words.unknownViews : viewsText(language, tag.views),
        change: null,
        spark: null,
      })),
      more: appeared - fresh.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says why there is no growth, and on how little data trends are based. */
function hashtagNote(data: HashtagsData, { language }: DigestContext): string | null {
  const words = hashtagsWords[language];
  const nothing =
    data.found === 0 ? words.noneFound : data.known === 0 ? words.tooEarly : data.grew === 0 ? words.nothingGrew : null;
  const note = noteOn(language, data.watched, data.period, words, nothing);
  return sentences(language, [note, nothing === null ? basisOf(data, words) : null]);
}

function basisOf({ scored, scoredByOwn, period }: HashtagsData, words: HashtagsWords): string | null {
  if (scored === 0) return words.tooFew;
  return scoredByOwn > 0 ? null : words.againstGroup(period.word);
}

/** The growth of the fastest hashtags since the start of the period. */
function hashtagChart(data: HashtagsData, telling: DigestContext): Lines | null {
  const { language, frame } = telling;
  const words = hashtagsWords[language];
  const drawn = data.fastest.slice(0, MAX_ROWS);
  if (drawn.length === 0) return null;
  const marks = marksOf(frame);
  const lines = drawn.map((tag) => ({
    label: `${tag.trend ? "★ " : ""}${tagText(tag)}`,
    text: growthText(language, tag.percent!),
    points: marks.map((at, index): [number, number | null] => [at, index === 0 ? 0 : (tag.points[index - 1] ?? null)]),
  }));
  const which = drawn.map((tag) => {
    const grown = `${cut(tagText(tag), 60)} ${growthText(language, tag.percent!)}`;
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
  // A trend comes first, the one with the highest score, as on the page of trends.
  const grown = fastest[0]?.trend === true ? fastest.slice(0, 1) : [...fastest, ...max];
  return strongest([...grown.map((tag) => grownFact(tag, quickest, language)), fresh]);
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
  grid: scoredGrid,
  measure: measureHashtags,
  conclude: concludeHashtags,
  figures: hashtagFigures,
  tables: hashtagTables,
  fact: hashtagFact,
  note: hashtagNote,
  chart: hashtagChart,
};
