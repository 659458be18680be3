import { grouped, shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { onBefore, percentText } from "../change-text.ts";
import { noteOn } from "../watched.ts";
import type { GrownTag, HashtagsData } from "./data.ts";

/** "#fyp", with its region where there are several. */
export const tagText = ({ name, region }: Pick<GrownTag, "name" | "region">): string =>
  `#${name.replace(/^#/, "")}${region === "" ? "" : ` ${region}`}`;

const viewsText = (views: number): string => `${shortNumber(views)} ${views === 1 ? "view" : "views"}`;

/** Trends, views gained, the fastest, the group's growth, who is new. */
export function hashtagFigures(data: HashtagsData): Figure[] {
  const { watched, trends, fastest, quickest, known, compared, group, period } = data;
  if (watched.targets === 0) return [];
  const marked = fastest.filter(({ trend }) => trend);
  const figures: (Figure | null)[] = [
    trends === 0
      ? null
      : { label: "Trends", value: grouped(trends), detail: marked.slice(0, 3).map(tagText).join(", ") || null },
    known === 0
      ? null
      : {
          label: "Views gained",
          value: `+${shortNumber(data.added)}`,
          detail: changeOf(compared, known, period.word) ?? `by ${grouped(known)} hashtags`,
        },
    quickest === null ? null : { label: "Fastest", value: signedPercent(quickest.percent), detail: tagText(quickest) },
    group.percent === null
      ? null
      : {
          label: "Typical growth",
          value: group.percent === 0 ? "below 0.1%" : signedPercent(group.percent),
          detail: `median of ${grouped(group.tags)} hashtags`,
        },
    { label: "New hashtags", value: grouped(data.appeared), detail: `${grouped(data.gone)} gone` },
  ];
  return figures.filter((figure) => figure !== null);
}

/** Compared are those that were known then; where that is not all of them, it is said. */
function changeOf({ tags, before, now }: HashtagsData["compared"], known: number, word: string): string | null {
  const change = onBefore(before, now, word);
  return change === null || tags === known ? change : `${change}, for the ${grouped(tags)} known then`;
}

/** What grows fastest, what gained most, what is new. */
export function hashtagTables({
  fastest,
  grewPercent,
  most,
  grew,
  fresh,
  appeared,
  trends,
}: HashtagsData): ReportTable[] {
  const tables: ReportTable[] = [
    {
      title: trends === 0 ? "Fastest growing" : "Trends and fastest growing",
      rows: fastest.map((tag) => ({
        label: tagText(tag),
        value: `${viewsText(tag.views)}${tag.trend ? " · trend" : ""}`,
        change: percentText(tag.percent!),
        spark: [0, ...tag.points],
      })),
      more: grewPercent - fastest.length,
    },
    {
      title: "Most views gained",
      rows: most.map((tag) => ({
        label: tagText(tag),
        value: `+${viewsText(tag.added)}`,
        change: tag.percent === null ? null : percentText(tag.percent),
        spark: tag.percent === null ? null : [0, ...tag.points],
      })),
      more: grew - most.length,
    },
    {
      title: "New hashtags",
      rows: fresh.map((tag) => ({
        label: tagText(tag),
        value: tag.views === 0 ? "views not known" : viewsText(tag.views),
        change: null,
        spark: null,
      })),
      more: appeared - fresh.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says when no growth was seen, and on how little a trend is told. */
export function hashtagNote(data: HashtagsData): string | null {
  const nothing =
    data.found === 0
      ? "No hashtags were found."
      : data.known === 0
        ? "Not enough watched yet to measure growth."
        : data.grew === 0
          ? "Nothing grew."
          : null;
  const words = noteOn(data.watched, data.period, { none: "hashtag searches", many: "searches" }, nothing);
  return [words, nothing === null ? basisOf(data) : null].filter((text) => text !== null).join(" ") || null;
}

function basisOf({ scored, scoredByOwn, period }: HashtagsData): string | null {
  if (scored === 0) return "Too few hashtags grew by a known percentage to tell a trend.";
  if (scoredByOwn > 0) return null;
  return `Trends are told against the group alone: fewer than three ${period.word}s before are known.`;
}
