import type { Language } from "../../core/language.ts";
import type { Report, ReportSection, ReportTable } from "../../core/report.ts";
import { cut, cutApart } from "../../core/text.ts";
import type { Writing } from "../phrases.ts";
import { cardsOf } from "./cards.ts";
import {
  brief,
  figuresOf,
  headlineOf,
  linksIn,
  MAX_TABLES,
  onLine,
  quietOf,
  ROWS_WITH_CARDS,
  sectionsOf,
  titleOf,
} from "./parts.ts";
import { changeText } from "./table.ts";
import { channelWords } from "../words/words.ts";

const ROWS = [10, 6, 3, 1];

/** A digest as plain text within `room` characters. Tables are lists, shorter if there is less space. */
export function plainReport(report: Report, dialect: Writing, room: number): string {
  const head = headLines(report, dialect);
  for (const rows of ROWS) {
    const text = [
      ...head,
      ...sectionsOf(report).flatMap((section) => sectionLines(section, rows, report.language, dialect)),
    ].join("\n");
    if (text.length <= room) return text;
  }
  return stored(
    [...head, ...sectionsOf(report).flatMap((section) => sectionLines(section, 0, report.language, dialect))],
    room,
  );
}

function headLines(report: Report, dialect: Writing): string[] {
  const period = brief(report.period, 200, dialect);
  const { colon } = channelWords[report.language];
  const figures = figuresOf(report, dialect).map(
    ({ label, value, detail }) => `${label}${colon}${value}${detail === "" ? "" : ` (${detail})`}`,
  );
  const title = brief(titleOf(report), 150, dialect);
  const lines = [title, headlineOf(report, dialect), period, ...figures, quietOf(report, dialect)];
  return lines.filter((line) => line !== "");
}

function sectionLines(
  { title, tables, cards, note, links }: ReportSection,
  rows: number,
  language: Language,
  dialect: Writing,
): string[] {
  const reported = brief(note ?? "", 300, dialect);
  const linked = rows === 0 ? "" : linksIn(links, dialect);
  return [
    "",
    brief(title, 100, dialect) || "–",
    ...(rows === 0 ? [] : tables.slice(0, MAX_TABLES).flatMap((table) => tableList(table, rows, language, dialect))),
    ...(rows < ROWS_WITH_CARDS ? [] : cardsOf(cards, dialect).map(({ text }) => text)),
    ...(reported === "" ? [] : [reported]),
    ...(linked === "" ? [] : [linked]),
  ];
}

function tableList({ title, rows, more }: ReportTable, max: number, language: Language, dialect: Writing): string[] {
  const words = channelWords[language];
  const name = brief(title, 100, dialect);
  const displayed = rows.slice(0, max);
  const left = Math.max(0, more) + rows.length - displayed.length;
  const labels = cutApart(
    displayed.map(({ label }) => onLine(label, 200)),
    80,
    { width: (text) => text.length, cut },
  );
  const list = displayed.map(({ value, change }, index) => {
    const moved = change === null ? "" : brief(changeText(change), 60, dialect);
    const line = `• ${brief(labels[index]!, 80, dialect) || "–"}${words.colon}${brief(value, 60, dialect) || "–"}`;
    return moved === "" ? line : `${line} (${moved})`;
  });
  return [...(name === "" ? [] : [name]), ...list, ...(left === 0 ? [] : [words.left(left)])];
}

/** The lines that fit, in order. */
function stored(lines: string[], room: number): string {
  let text = "";
  for (const line of lines) if (text.length + 1 + line.length <= room) text += text === "" ? line : `\n${line}`;
  return text.trimEnd();
}
