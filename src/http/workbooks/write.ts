import { strToU8, Zip, ZipDeflate } from "fflate";
import { joined } from "./unzip.ts";

export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A text or a number, a time that counts hours ("72:48", with a sign if `signed`), or a share, "12.5%". */
export type Cell =
  | string
  | number
  | null
  | { seconds: number; signed?: true }
  | { share: number }
  | { decimal: number };

/** A sheet of a workbook. */
export interface Sheet {
  /** At most 31 characters. */
  name: string;
  /** A sheet for people: the first line is its title, the others say what it is. It prints as wide as A4. */
  above?: string[];
  columns: string[];
  rows: Cell[][];
  /** Stands below the rows. */
  totals?: Cell[];
  /** The widths of its columns in characters; as wide as their heads if undefined. */
  widths?: number[];
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The rows that are written before a tick may run. */
const ROWS_A_STEP = 200;

/** What Excel stores in a cell at most, in UTF-16 units. */
const MAX_CHARS = 32_767;

/**
 * Tables as a downloadable Excel workbook. Text is never interpreted as a formula. It is written while it is read, some
 * rows at a time, so that thousands of rows neither fill the memory nor delay a tick.
 */
export function workbook(file: string, sheets: Sheet[]): Response {
  const parts = partsOf(sheets);
  let entry: { path: string; zipped: ZipDeflate } | null = null;
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error !== null) throw error;
    if (bytes.length > 0) ready.push(bytes);
  });
  /** Writes a part. Returns false after the last one. */
  const step = (): boolean => {
    const { value: part } = parts.next();
    if (entry !== null && part?.path !== entry.path) {
      entry.zipped.push(new Uint8Array(0), true);
      entry = null;
    }
    if (part === undefined) {
      archive.end();
      return false;
    }
    if (entry === null) {
      entry = { path: part.path, zipped: new ZipDeflate(part.path, { level: 6 }) };
      // Equal tables are equal files.
      entry.zipped.mtime = "2000-01-01";
      archive.add(entry.zipped);
    }
    entry.zipped.push(strToU8(part.text));
    return true;
  };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const more = step();
      // A part that is compressed with the next one gives an empty piece, so that it is not waited for.
      controller.enqueue(joined(ready.splice(0)));
      if (!more) controller.close();
    },
  });
  return new Response(body, {
    headers: { "content-type": XLSX_TYPE, "content-disposition": `attachment; filename="${file}.xlsx"` },
  });
}

/** The files of a workbook, each in parts. */
function* partsOf(sheets: Sheet[]): Generator<{ path: string; text: string }, undefined> {
  const numbers = sheets.map((_, index) => index + 1);
  const pathOf = (number: number): string => `xl/worksheets/sheet${number}.xml`;
  const part = (name: string, type: string): string =>
    `<Override PartName="/${name}" ContentType="${CONTENT}.${type}+xml"/>`;
  yield {
    path: "[Content_Types].xml",
    text: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("xl/workbook.xml", "sheet.main")}${part("xl/styles.xml", "styles")}${numbers.map((number) => part(pathOf(number), "worksheet")).join("")}</Types>`,
  };
  yield {
    path: "_rels/.rels",
    text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  };
  // Excel shows times below zero only if its days count from 1904.
  yield {
    path: "xl/workbook.xml",
    text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets>${sheets.map(({ name }, index) => `<sheet name="${escaped(name.slice(0, 31))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join("")}</sheets></workbook>`,
  };
  yield {
    path: "xl/_rels/workbook.xml.rels",
    text: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join("")}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  };
  yield {
    path: "xl/styles.xml",
    text: stylesText(),
  };
  for (const [index, sheet] of sheets.entries())
    for (const text of sheetText(sheet)) yield { path: pathOf(index + 1), text };
  return undefined;
}

type Six = [number, number, number, number, number, number];

/** How cells look: `PLAIN`, each other one a format of Excel, and again in bold. */
const FORMATS = ["0", "#,##0", "[h]:mm", "+[h]:mm;-[h]:mm;[h]:mm", "0.0%", "#,##0.00"];
const [PLAIN, COUNT, HOURS, CHANGE, SHARE, DECIMAL] = [...FORMATS.keys()] as Six;
const BOLD = FORMATS.length;
const TITLE = 2 * BOLD;

/** The ids below are Excel's own. */
const FIRST_FORMAT = 164;

function stylesText(): string {
  const fonts = ['<sz val="11"/>', '<b/><sz val="11"/>', '<b/><sz val="16"/>'];
  const formats = FORMATS.flatMap((code, id) =>
    id === PLAIN ? [] : [`<numFmt numFmtId="${FIRST_FORMAT + id}" formatCode="${escaped(code)}"/>`],
  );
  const style = (format: number, font: number): string =>
    `<xf numFmtId="${format === PLAIN ? 0 : FIRST_FORMAT + format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const styles = [0, 1].flatMap((font) => FORMATS.map((_, id) => style(id, font)));
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join("")}</numFmts><fonts count="${fonts.length}">${fonts.map((font) => `<font>${font}<name val="Calibri"/></font>`).join("")}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length + 1}">${styles.join("")}${style(PLAIN, 2)}</cellXfs></styleSheet>`;
}

/** A sheet whose heads are bold and stay visible, with all above them. */
function* sheetText({ above = [], columns, rows, totals, widths }: Sheet): Generator<string> {
  const width = (column: string, index: number): number => widths?.[index] ?? Math.max(10, column.length + 2);
  const isForPeople = above.length > 0;
  // An empty row stands between.
  const head = isForPeople ? above.length + 2 : 1;
  const looks = (cell: Cell): number => (isForPeople ? formatOf(cell) : PLAIN);
  const texts = above.map((line, index) => rowText([line], index + 1, () => (index === 0 ? TITLE : PLAIN)));
  yield `${HEAD}<worksheet xmlns="${MAIN}">${isForPeople ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ""}<sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map((column, index) => `<col min="${index + 1}" max="${index + 1}" width="${width(column, index)}" customWidth="1"/>`).join("")}</cols><sheetData>${texts.join("")}${rowText(columns, head, () => BOLD)}`;
  for (let first = 0; first < rows.length; first += ROWS_A_STEP)
    yield rows
      .slice(first, first + ROWS_A_STEP)
      .map((row, index) => rowText(row, head + first + index + 1, looks))
      .join("");
  if (totals !== undefined) yield rowText(totals, head + rows.length + 1, (cell) => BOLD + looks(cell));
  yield `</sheetData>${isForPeople ? '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' : ""}</worksheet>`;
}

function formatOf(cell: Cell): number {
  if (typeof cell === "number") return COUNT;
  if (cell === null || typeof cell === "string") return PLAIN;
  if ("share" in cell) return SHARE;
  if ("decimal" in cell) return DECIMAL;
  return cell.signed === true ? CHANGE : HOURS;
}

const DAY_SECONDS = 86_400;

const valueOf = (cell: Exclude<Cell, string | null>): number => {
  if (typeof cell === "number") return cell;
  if ("decimal" in cell) return cell.decimal;
  return "share" in cell ? cell.share : cell.seconds / DAY_SECONDS;
};

function rowText(cells: Cell[], number: number, style: (cell: Cell) => number): string {
  const texts = cells.map((value, column) => {
    if (value === null || value === "") return "";
    const look = style(value);
    const address = `r="${columnName(column)}${number}"${look === PLAIN ? "" : ` s="${look}"`}`;
    return typeof value === "string"
      ? `<c ${address} t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_CHARS))}</t></is></c>`
      : `<c ${address}><v>${valueOf(value)}</v></c>`;
  });
  return `<row r="${number}">${texts.join("")}</row>`;
}

const LETTERS = 26;
const A = 65;

/** "A", "Z", "AA" for 0, 25 and 26. */
const columnName = (column: number): string =>
  (column < LETTERS ? "" : columnName(Math.floor(column / LETTERS) - 1)) + String.fromCharCode(A + (column % LETTERS));

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

// oxlint-disable-next-line no-control-regex -- XML cannot have these characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for XML. What reads as an escape of Excel is escaped itself, so that it stays as it is. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "")
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
