import { dateLabel } from "../../core/calendar.ts";
import { comparedNumbers, passedNumber } from "../../core/compared-numbers.ts";
import { barePercent, grouped } from "../../core/numbers-as-text.ts";
import type { Language } from "../../core/language.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { percentText } from "../change-text.ts";
import { doublings, type Fact, strongest } from "../fact.ts";
import { displayedName } from "../distinguish.ts";
import type { DigestContext } from "../section.ts";
import { noteOn } from "../watched.ts";
import type { ItemLimit, ItemSurge, ListsData } from "./data.ts";
import { listsWords } from "./words/words.ts";

/** "plays above 1K" */
function limitText(language: Language, { field, limit, above }: ItemLimit): string {
  const words = listsWords[language];
  return (above ? words.above : words.below)(field, passedNumber(language, limit));
}

/** "plays 1K → 1.3K" */
const stepText = (language: Language, { field, before, after }: ItemSurge): string =>
  listsWords[language].step(field, ...(comparedNumbers(language, [before, after]) as [string, string]));

/** New, gone and growing items, and those that passed a limit. */
export function listFigures(data: ListsData, { language }: DigestContext): Figure[] {
  const words = listsWords[language];
  const { watched, appeared, still, gone, surged, crossed, fastest, limits } = data;
  if (watched.targets === 0) return [];
  const [[first], [last]] = [fastest, limits];
  return [
    {
      label: words.fresh,
      value: grouped(language, appeared),
      detail: still === appeared ? null : words.still(grouped(language, still)),
    },
    { label: words.surged, value: grouped(language, surged), detail: first?.title ?? null },
    {
      label: words.crossed,
      value: grouped(language, crossed),
      detail: last === undefined ? null : `${last.title}: ${limitText(language, last)}`,
    },
    { label: words.gone, value: grouped(language, gone), detail: null },
  ];
}

/** What grew fast, what passed a limit, what is new. */
export function listTables(data: ListsData, { language, frame }: DigestContext): ReportTable[] {
  const words = listsWords[language];
  const { fastest, surged, limits, crossed, fresh, still } = data;
  const tables: ReportTable[] = [
    {
      title: words.surged,
      rows: fastest.map((one) => ({
        label: one.title,
        value: stepText(language, one),
        change: percentText(language, one.percent),
        spark: null,
      })),
      more: surged - fastest.length,
    },
    {
      title: words.crossed,
      rows: limits.map((one) => ({ label: one.title, value: limitText(language, one), change: null, spark: null })),
      more: crossed - limits.length,
    },
    {
      title: words.fresh,
      rows: fresh.map(({ title, at }) => ({
        label: title,
        value: dateLabel(language, at, frame.timezone),
        change: null,
        spark: null,
      })),
      more: still - fresh.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Added to numbers, so that growth from one to three is weaker than from 1,000 to 2,000. */
const ENOUGH = 100;

/** The item that grew most, or passed a limit; otherwise the number of new or missing ones. */
export function listFact(
  { fastest, limits, appeared, gone }: ListsData,
  { language }: Pick<DigestContext, "language">,
): Fact | null {
  const words = listsWords[language];
  const nameOf = (title: string): string => displayedName(title, 60) ?? words.title;
  const [limit] = limits;
  return strongest([
    ...fastest.map(({ title, field, before, after, percent }) => ({
      text: words.grewBy(nameOf(title), field, barePercent(language, percent)),
      strength: doublings(Math.max(0, before), Math.max(0, after), ENOUGH),
      figure: null,
    })),
    limit === undefined
      ? null
      : { text: words.passed(nameOf(limit.title), limitText(language, limit)), strength: 0.3, figure: words.crossed },
    appeared === 0
      ? null
      : { text: words.found(appeared, grouped(language, appeared)), strength: 0.15, figure: words.fresh },
    gone === 0 ? null : { text: words.lost(gone, grouped(language, gone)), strength: 0.1, figure: words.gone },
  ]);
}

/** Says if nothing happened. */
export function listNote(data: ListsData, { language }: DigestContext): string | null {
  const words = listsWords[language];
  const { appeared, gone, surged, crossed } = data;
  return noteOn(
    language,
    data.watched,
    data.period,
    words,
    appeared + gone + surged + crossed === 0 ? words.nothing : null,
  );
}
