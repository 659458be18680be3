import { MAX_TABLE_ROWS, type ReportRow, type ReportTable } from "../../core/report.ts";
import type { Language } from "../../core/language.ts";
import { cutApart } from "../../core/split-text.ts";
import type { ReportDialect } from "../phrases.ts";
import { channelWords } from "../words/words.ts";
import { narrowed, padded, widthOf } from "./columns.ts";
import { brief, onLine } from "./parts.ts";
import { sparkLine } from "./spark.ts";

/** Width of a fixed-width line on a phone, in columns. */
const MAX_COLUMNS = 38;
/** Limit on the label that is read. Labels may differ only at the end. */
const MAX_LABEL = 200;
/** A name of this width takes precedence over the bar chart. */
const LEAST_LABEL = 14;
const MAX_VALUE = 18;
/** Fewer values than this make no bar chart. */
const LEAST_SEEN = 2;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Lays out a table once. Returns a function that renders up to a number of rows and counts the rest. */
export function tableText(
  { title, rows, more }: ReportTable,
  language: Language,
  dialect: ReportDialect,
): (maxRows: number) => string {
  const name = brief(title, 100, dialect);
  const lines = tableLines(rows.slice(0, MAX_TABLE_ROWS));
  return (maxRows) => {
    const shown = lines.slice(0, maxRows);
    const left = Math.max(0, more) + rows.length - shown.length;
    const count = left === 0 ? [] : [channelWords[language].left(left)];
    return [
      ...(name === "" ? [] : [dialect.strong(name)]),
      ...(shown.length === 0 ? count.map(dialect.quiet) : [dialect.fixed([...shown, ...count])]),
    ].join("\n");
  };
}

/** As many parts of a value such as "12 h 37 m · 5 days" as fit, so that none is cut in the middle. */
function wholeParts(text: string, max: number): string {
  const parts = text.split(" · ");
  while (parts.length > 1 && widthOf(parts.join(" · ")) > max) parts.pop();
  return narrowed(parts.join(" · "), max);
}

/** Rows in aligned columns: label, value, change, and a bar chart if it fits. */
export function tableLines(rows: ReportRow[]): string[] {
  const cells = rows.map(({ label, value, change, spark }) => ({
    label: narrowed(onLine(label, MAX_COLUMNS), MAX_COLUMNS) || "–",
    value: wholeParts(onLine(value, MAX_LABEL), MAX_VALUE),
    change: change === null ? "" : narrowed(changeText(change), 12),
    spark: spark === null || seen(spark) < LEAST_SEEN ? "" : sparkLine(spark),
  }));
  const widest = (column: "label" | "value" | "change" | "spark"): number =>
    Math.max(...cells.map((cell) => widthOf(cell[column])));
  const [value, change, spark] = [widest("value"), widest("change"), widest("spark")];
  const besides = [value, change].reduce((sum, width) => sum + (width === 0 ? 0 : width + 1), 0);
  const drawn = spark > 0 && MAX_COLUMNS - besides - spark - 1 >= LEAST_LABEL;
  const room = MAX_COLUMNS - besides - (drawn ? spark + 1 : 0);
  const label = Math.min(widest("label"), room);
  const labels = cutApart(
    rows.map((row) => onLine(row.label, MAX_LABEL) || "–"),
    label,
    { width: widthOf, cut: narrowed },
  );
  return cells.map((cell, index) =>
    [
      leftToRight(padded(labels[index]!, label, "right")),
      ...(value === 0 ? [] : [padded(cell.value, value, "left")]),
      ...(change === 0 ? [] : [padded(cell.change, change, "left")]),
      ...(drawn ? [cell.spark] : []),
    ]
      .join(" ")
      .trimEnd(),
  );
}

const seen = (spark: (number | null)[]): number => spark.filter((value) => value !== null).length;

/** A change with an arrow, unless its text has a sign. */
export function changeText({ text, tone }: NonNullable<ReportRow["change"]>): string {
  const shown = onLine(text, 60);
  if (tone === "flat" || shown === "" || /^[-+−–±▲▼]/.test(shown)) return shown;
  return `${tone === "up" ? "▲" : "▼"} ${shown}`;
}

/** Isolates right-to-left text, so that following numbers stay on its right. */
const leftToRight = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u200e${text}\u200e` : text);
