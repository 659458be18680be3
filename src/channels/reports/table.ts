import { MAX_TABLE_ROWS, type ReportRow, type ReportTable } from "../../core/report.ts";
import type { Language } from "../../core/language.ts";
import { cut, cutApart } from "../../core/text.ts";
import type { ReportDialect } from "../phrases.ts";
import { brief, onLine } from "./parts.ts";
import { sparkLine } from "./cards.ts";
import { eastAsianWidth } from "get-east-asian-width";
import { lazy, pattern } from "../../core/lazy.ts";
import { channelWords } from "../words/words.ts";

const graphemes = lazy(() => new Intl.Segmenter());

const EMOJI_LOOK = "\u{FE0F}";

/** Characters without a width of their own: accents, controls and joiners. */
const unseen = pattern(String.raw`^[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]$`, "u");

/** Half of a flag. Two of them form one character. */
const isFlag = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;

/**
 * Width of a text in columns of a fixed-width font: two for wide characters and emoji, none for accents. The first
 * visible code point of each grapheme counts, by Unicode's East Asian Width (UAX 11).
 */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes().segment(text)) width += widthOfLetter(segment);
  return width;
}

function widthOfLetter(letter: string): number {
  const first = Array.from(letter)
    .find((sign) => !unseen().test(sign))
    ?.codePointAt(0);
  if (first === undefined) return 0;
  return letter.includes(EMOJI_LOOK) || isFlag(first) ? 2 : eastAsianWidth(first);
}

/** Shortens a text to this many columns, ending with "…". Graphemes are never split. */
function narrowed(text: string, max: number): string {
  const start = cut(text, max * 4);
  if (widthOf(start) <= max) return start;
  let [stored, width] = ["", 0];
  for (const { segment } of graphemes().segment(start)) {
    width += widthOf(segment);
    if (width > max - 1) break;
    stored += segment;
  }
  return `${stored.trimEnd()}…`;
}

/** Pads a text with blanks on the right or left. */
const padded = (text: string, columns: number, side: "right" | "left"): string => {
  const blanks = " ".repeat(Math.max(0, columns - widthOf(text)));
  return side === "right" ? text + blanks : blanks + text;
};

/** Width of a fixed-width line on a phone, in columns. */
const MAX_COLUMNS = 38;
/** Limit on the label that is read. Labels may differ only at the end. */
const MAX_LABEL = 200;
/** A name of this width takes precedence over the bar chart. */
const LEAST_LABEL = 18;
/** With less than this for a name, it gets a line of its own. */
const LEAST_SHORTENED = 10;
const INDENT = "  ";
const MAX_VALUE = 26;
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
    const displayed = lines.slice(0, maxRows);
    const left = Math.max(0, more) + rows.length - displayed.length;
    const count = left === 0 ? [] : [channelWords[language].left(left)];
    return [
      ...(name === "" ? [] : [dialect.strong(name)]),
      ...(displayed.length === 0
        ? count.map(dialect.quiet)
        : [dialect.fixed([...displayed.flatMap((row) => row.split("\n")), ...count])]),
    ].join("\n");
  };
}

/** As many parts of a value such as "12 h 37 m · 5 days" as fit, at least the first. None is cut. */
function wholeParts(text: string, max: number): string {
  const parts = text.split(" · ");
  while (parts.length > 1 && widthOf(parts.join(" · ")) > max) parts.pop();
  return parts.join(" · ");
}

/** The cells of a row, and the column widths of all rows. */
interface Cells {
  value: string;
  change: string;
  spark: string;
}

/**
 * Rows in aligned columns: label, value, change, and a bar chart if it fits. Only labels are shortened, because a number
 * that is cut is another one. If too little is left for them, value and change are on a line of their own.
 */
export function tableLines(rows: ReportRow[]): string[] {
  const cells = rows.map(({ value, change, spark }): Cells => ({
    value: wholeParts(onLine(value, MAX_LABEL), MAX_VALUE),
    change: change === null ? "" : changeText(change),
    spark: spark === null || seen(spark) < LEAST_SEEN ? "" : sparkLine(spark),
  }));
  const widest = (column: keyof Cells): number => Math.max(...cells.map((cell) => widthOf(cell[column])));
  const widths = { value: widest("value"), change: widest("change"), spark: widest("spark") };
  const besides = [widths.value, widths.change].reduce((sum, width) => sum + (width === 0 ? 0 : width + 1), 0);
  const ownWidth = Math.max(...rows.map(({ label }) => widthOf(onLine(label, MAX_COLUMNS) || "–")));
  const wraps = MAX_COLUMNS - besides < Math.min(ownWidth, LEAST_SHORTENED);
  const drawn =
    !wraps && widths.spark > 0 && MAX_COLUMNS - besides - widths.spark - 1 >= Math.min(ownWidth, LEAST_LABEL);
  const room = MAX_COLUMNS - (wraps ? 0 : besides) - (drawn ? widths.spark + 1 : 0);
  const label = Math.min(ownWidth, room);
  const labels = cutApart(
    rows.map((row) => onLine(row.label, MAX_LABEL) || "–"),
    label,
    { width: widthOf, cut: narrowed },
  ).map((text) => (wraps ? leftToRight(text) : leftToRight(padded(text, label, "right"))));
  return cells.map((cell, index) =>
    wraps
      ? [labels[index]!, ...below(cell, widths)].join("\n")
      : [labels[index]!, ...beside(cell, widths), ...(drawn ? [cell.spark] : [])].join(" ").trimEnd(),
  );
}

type Widths = Record<keyof Cells, number>;

/** The columns beside a label. */
const beside = ({ value, change }: Cells, widths: Widths): string[] => [
  ...(widths.value === 0 ? [] : [padded(value, widths.value, "left")]),
  ...(widths.change === 0 ? [] : [padded(change, widths.change, "left")]),
];

/** The lines below a label, indented: value and change together if they fit. */
function below(cell: Cells, widths: Widths): string[] {
  const together = widths.value + widths.change + 1 <= MAX_COLUMNS - INDENT.length;
  const lines = together ? [beside(cell, widths).join(" ")] : [cell.value, cell.change];
  return lines.filter((line) => line.trim() !== "").map((line) => `${INDENT}${line.trimEnd()}`);
}

const seen = (spark: (number | null)[]): number => spark.filter((value) => value !== null).length;

/** A change with an arrow, unless its text has a sign. */
export function changeText({ text, tone }: NonNullable<ReportRow["change"]>): string {
  const displayed = onLine(text, 60);
  if (tone === "flat" || displayed === "" || /^[-+−–±×▲▼]/.test(displayed)) return displayed;
  return `${tone === "up" ? "▲" : "▼"} ${displayed}`;
}

/** Isolates right-to-left text, so that following numbers stay on its right. */
const leftToRight = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u200e${text}\u200e` : text);
