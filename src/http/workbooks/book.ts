import { attributesIn, xmlParts, type Work } from "./xml.ts";

// What the files of a workbook say besides its cells.

/** The relation of the first visible sheet, or of the first; null if there is none. */
function sheetIn(book: string, work: Work): string | null {
  let chosen: { id: string; hidden: boolean } | null = null;
  for (const part of xmlParts(book, work)) {
    if (!("tag" in part) || part.tag !== "sheet" || !part.opens) continue;
    const attributes = attributesIn(part.attributes, work);
    const [id, state] = [attributes.get("id"), attributes.get("state") ?? "visible"];
    const hidden = state !== "visible";
    if (id !== undefined && (chosen === null || (chosen.hidden && !hidden))) chosen = { id, hidden };
    if (chosen?.hidden === false) break;
  }
  return chosen?.id ?? null;
}

/** The path of the first visible sheet, or of the first; null if there is none. */
export function firstSheet(book: string | null, relations: string | null, work: Work): string | null {
  const id = book === null ? null : sheetIn(book, work);
  if (id === null) return null;
  for (const part of xmlParts(relations ?? "", work)) {
    if (!("tag" in part) || part.tag !== "Relationship") continue;
    const attributes = attributesIn(part.attributes, work);
    if (attributes.get("Id") !== id) continue;
    const target = attributes.get("Target") ?? "";
    return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
  }
  return null;
}

/** The shared texts of a workbook: each `si`, of its own `t` and those of its runs, without readings (`rPh`). */
export function stringsIn(document: string | null, work: Work): string[] {
  const texts: string[] = [];
  let [text, inText, inReading] = ["", false, false];
  for (const part of xmlParts(document ?? "", work)) {
    if ("text" in part) text += inText && !inReading ? part.text : "";
    else if (part.tag === "t") inText = part.opens && !part.closes;
    else if (part.tag === "rPh") inReading = part.opens && !part.closes;
    else if (part.tag === "si" && part.opens) text = "";
    if ("tag" in part && part.tag === "si" && part.closes) texts.push(text);
  }
  return texts;
}

/** The built-in formats of dates. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 30, 36, 50, 57]);

/** True for a format that shows a date: it has a day or a year outside of quotes and brackets. */
const isDate = (format: string): boolean =>
  /[dy]/i.test(format.slice(0, 200).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

/** Which styles of cells are dates. */
export function datesIn(document: string | null, work: Work): boolean[] {
  const custom = new Set<number>();
  const styles: boolean[] = [];
  let inCells = false;
  for (const part of xmlParts(document ?? "", work)) {
    if (!("tag" in part)) continue;
    if (part.tag === "cellXfs") inCells = part.opens && !part.closes;
    if (!part.opens) continue;
    const attributes = attributesIn(part.attributes, work);
    const id = Number(attributes.get("numFmtId") ?? Number.NaN);
    if (part.tag === "numFmt" && isDate(attributes.get("formatCode") ?? "")) custom.add(id);
    if (part.tag === "xf" && inCells) styles.push(DATE_FORMATS.has(id) || custom.has(id));
  }
  return styles;
}
