import type { Language } from "../../core/language.ts";
import { comparedNumbers, passedNumber } from "../../core/compared-numbers.ts";
import { grouped, signedPercent } from "../../core/numbers-as-text.ts";
import type { Figure, ReportTable } from "../../core/report.ts";
import { percentText } from "../change-text.ts";
import type { DigestContext } from "../section.ts";
import { noteOn } from "../watched.ts";
import type { MovedNumber, RecordsData } from "./data.ts";
import { recordsWords } from "./words/words.ts";

/** "Maria: followers" */
export const numberText = (language: Language, { name, field }: Pick<MovedNumber, "name" | "field">): string =>
  recordsWords[language].named(name === "" ? recordsWords[language].record : name, field);

/** Numbers that rose, the biggest rise, milestones, changed texts. */
export function recordFigures(data: RecordsData, { language }: DigestContext): Figure[] {
  const words = recordsWords[language];
  const { watched, risen, fallen, reached, texts, rises, milestones } = data;
  if (watched.targets === 0) return [];
  const [[first], [last]] = [rises, milestones];
  const figures: (Figure | null)[] = [
    { label: words.rising, value: grouped(language, risen), detail: words.fallen(grouped(language, fallen)) },
    first === undefined || first.percent === null || first.percent === 0
      ? null
      : { label: words.highest, value: signedPercent(language, first.percent), detail: numberText(language, first) },
    {
      label: words.milestones,
      value: grouped(language, reached),
      detail: last === undefined ? null : `${numberText(language, last)} ${passedNumber(language, last.milestone)}`,
    },
    { label: words.texts, value: grouped(language, texts), detail: null },
  ];
  return figures.filter((figure) => figure !== null);
}

/** The biggest rises and falls, and the milestones. */
export function recordTables(data: RecordsData, { language }: DigestContext): ReportTable[] {
  const words = recordsWords[language];
  const { rises, risen, falls, fallen, milestones, reached } = data;
  const moved = (title: string, numbers: MovedNumber[], all: number): ReportTable => ({
    title,
    rows: numbers.map((one) => ({
      label: numberText(language, one),
      value: comparedNumbers(language, [one.before, one.after]).join(" → "),
      change: one.percent === null ? null : percentText(language, one.percent),
      spark: one.percent === null || one.percent < 0 ? null : [0, ...one.points],
    })),
    more: all - numbers.length,
  });
  const tables = [
    moved(words.rises, rises, risen),
    moved(words.falls, falls, fallen),
    {
      title: words.milestones,
      rows: milestones.map((one) => ({
        label: numberText(language, one),
        value: passedNumber(language, one.milestone),
        change: null,
        spark: null,
      })),
      more: reached - milestones.length,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** Says if nothing changed, or too little is known. */
export function recordNote(data: RecordsData, { language }: DigestContext): string | null {
  const words = recordsWords[language];
  const { known, risen, fallen, texts, reached } = data;
  const moved = risen + fallen + texts + reached > 0;
  const nothing = moved ? null : known === 0 ? words.tooEarly : words.nothing;
  return noteOn(language, data.watched, data.period, words, nothing);
}
