import type { Language } from "../../core/language.ts";
import { barePercent, grouped, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { onBefore, percentText } from "../change-text.ts";
import type { DigestContext, PeriodName } from "../section.ts";
import { noteOn, sentences } from "../watched.ts";
import type { GrownTag, HashtagsData } from "./data.ts";
import type { HashtagsWords } from "./words/en.ts";
import { hashtagsWords } from "./words/words.ts";

/** "#fyp", with its region if there are several. */
export const tagText = ({ name, region }: Pick<GrownTag, "name" | "region">): string =>
  `#${name.replace(/^#/, "")}${region === "" ? "" : ` ${region}`}`;

const viewsText = (language: Language, views: number): string =>
  hashtagsWords[language].views(views, shortNumber(language, views));

/** Trends, views gained, the fastest hashtag, the group's growth, new hashtags. */
export function hashtagFigures(data: HashtagsData, { language }: DigestContext): Figure[] {
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
      : { label: words.fastest, value: signedPercent(language, quickest.percent), detail: tagText(quickest) },
    group.percent === null
      ? null
      : {
          label: words.typical,
          value: group.percent === 0 ? words.below(barePercent(language, 0.1)) : signedPercent(language, group.percent),
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
export function hashtagTables(
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
export function hashtagNote(data: HashtagsData, { language }: DigestContext): string | null {
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
