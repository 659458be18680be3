import {
  MAX_TABLE_ROWS,
  type Report,
  type ReportFile,
  type ReportPicture,
  type ReportSection,
  type ReportTable,
} from "../../core/report.ts";
import { cut, cutApart } from "../../core/text.ts";
import type { Language } from "../../core/language.ts";
import { safePicture } from "../link.ts";
import { displayedLine } from "../phrases.ts";
import { cardsOf, sparkLine } from "../reports/cards.ts";
import {
  brief,
  type Extent,
  EXTENTS,
  figuresOf,
  headlineOf,
  legendIn,
  linksIn,
  MAX_TABLES,
  onLine,
  quietOf,
  ROWS_WITH_CARDS,
  sectionsOf,
  titleOf,
  withLinks,
} from "../reports/parts.ts";
import { plainReport } from "../reports/plain.ts";
import { changeText } from "../reports/table.ts";
import { escaped, htmlAt, textAt } from "./dialect.ts";
import { framed, paragraph, picture, STYLES, subjectOf, textEnd } from "./frame.ts";
import type { Content } from "./message.ts";
import { channelWords } from "../words/words.ts";

/** Limits on the characters of the two parts. Gmail cuts HTML off after 102 KB. */
const TEXT_ROOM = 20_000;
const HTML_ROOM = 90_000;

// A report has no times of its own.
const TEXT = textAt(0);
const HTML = htmlAt(0);

interface Form {
  plain: boolean;
  unsubscribe: string | null;
}

/** Limit on the bytes of all attachments. Every service takes five megabytes, base64 and the rest of the email included. */
const MAX_ATTACHED_BYTES = 2_000_000;

/** The tables of a report's sections as files to attach, as long as they fit together. */
function attachedIn({ sections }: Report): ReportFile[] {
  const files: ReportFile[] = [];
  let left = MAX_ATTACHED_BYTES;
  for (const { file } of sections) {
    if (file === null || file.bytes.length > left) continue;
    left -= file.bytes.length;
    files.push({ ...file, name: nameFor(file.name, files) });
  }
  return files;
}

/** A file name that every service and mail program takes, distinct from those before. */
function nameFor(text: string, taken: ReportFile[]): string {
  const stem = text
    .replace(/\.\w{1,4}$/, "")
    .replace(/[^\w-]/g, "_")
    .slice(0, 60);
  const name = `${stem || "table"}.csv`;
  return taken.some((file) => file.name === name) ? `${stem || "table"}-${taken.length}.csv` : name;
}

/** The content of an email with a digest. As plain text it has no HTML part and no pictures. */
export function reportContent(report: Report, { plain, unsubscribe }: Form): Content {
  const { language } = report;
  const words = channelWords[language];
  const title = titleOf(report);
  const whole = report.headline === null ? title : `${title}${words.colon}${onLine(report.headline, 200)}`;
  const subject = subjectOf(whole, words.digest);
  const described = { ...report, sections: report.sections.map(withAlt) };
  const content = { subject, text: plainReport(described, TEXT, TEXT_ROOM) + textEnd(language, unsubscribe) };
  if (plain) return { ...content, html: null, files: [] };
  const files = attachedIn(report);
  const head = headParts(report);
  const sections = sectionsOf(report).map((section) => sectionParts(section, language));
  for (const extent of EXTENTS) {
    const parts = [...head, ...sections.flatMap((partsOf) => partsOf(extent))];
    const whole = framed(parts, { language, unsubscribe });
    if (whole.length <= HTML_ROOM) return { ...content, html: whole, files };
  }
  throw new Error("a digest does not fit its smallest form");
}

/** A section whose note ends with what its chart shows, for readers of text. */
const withAlt = (section: ReportSection): ReportSection => {
  const parts = [section.note ?? "", section.picture?.alt ?? ""].map((part) => onLine(part, 150));
  const note = parts.filter((part) => part !== "").join(" · ");
  return { ...section, note: note === "" ? null : note };
};

const headParts = (report: Report): string[] => [
  `<h1 dir="auto" style="${STYLES.title}">${brief(titleOf(report), 300, HTML)}</h1>`,
  paragraph(headlineOf(report, HTML)),
  paragraph(brief(report.period, 200, HTML), STYLES.quiet),
  tableOf(
    figuresOf(report, HTML).map(({ label, value, detail }) =>
      rowOf([label, HTML.strong(value), detail], STYLES.detail),
    ),
  ),
  paragraph(quietOf(report, HTML), STYLES.quiet),
];

/** Lays out a section once. Returns a function that renders it in any extent. */
function sectionParts(section: ReportSection, language: Language): (extent: Extent) => string[] {
  const title = `<h2 dir="auto" style="${STYLES.section}">${brief(section.title, 150, HTML) || "–"}</h2>`;
  const tables = section.tables.slice(0, MAX_TABLES).map((table) => tableParts(table, language));
  const cards = cardsOf(section.cards, HTML).flatMap(({ image, title: name, text }) => [
    image === null ? "" : picture(image, displayedLine(name)),
    paragraph(text),
  ]);
  const end = [
    ...pictureParts(section.picture, language),
    paragraph(brief(section.note ?? "", 300, HTML), STYLES.quiet),
  ];
  const links = paragraph(linksIn(section.links, HTML));
  return (extent) => [
    title,
    ...tables.slice(0, extent.tables).flatMap((partsOf) => partsOf(extent.rows)),
    ...(extent.rows < ROWS_WITH_CARDS ? [] : cards),
    ...end,
    withLinks(extent) ? links : "",
  ];
}

/** A section's picture with the names behind its letters; only its description if it has no address. */
function pictureParts(displayed: ReportPicture | null, language: Language): string[] {
  if (displayed === null) return [];
  const alt = cut(displayedLine(displayed.alt), 500) || channelWords[language].picture;
  const url = safePicture(displayed.url);
  if (url === null) return [paragraph(brief(alt, 300, HTML), STYLES.quiet)];
  return [picture(url, alt), paragraph(legendIn(displayed, language, HTML), STYLES.quiet)];
}

/** Lays out a table once. Returns a function that renders up to a number of rows and counts the rest. */
function tableParts({ title, rows, more }: ReportTable, language: Language): (most: number) => string[] {
  const called = brief(title, 100, HTML);
  const name = paragraph(called === "" ? "" : HTML.strong(called));
  const all = rows.slice(0, MAX_TABLE_ROWS);
  const labels = cutApart(
    all.map(({ label }) => onLine(label, 200)),
    80,
    { width: ({ length }) => length, cut },
  );
  // A column that no row fills would shift the others.
  const [changes, sparks] = [all.some(({ change }) => change !== null), all.some(({ spark }) => spark !== null)];
  const written = all.map(({ value, change, spark }, index) =>
    rowOf([
      brief(labels[index]!, 160, HTML) || "–",
      brief(value, 120, HTML) || "–",
      ...(changes ? [change === null ? "" : brief(changeText(change), 120, HTML)] : []),
      ...(sparks ? [spark === null ? "" : escaped(sparkLine(spark))] : []),
    ]),
  );
  return (most) => {
    const displayed = written.slice(0, most);
    const left = Math.max(0, more) + rows.length - displayed.length;
    const count = left === 0 ? "" : escaped(channelWords[language].left(left));
    return [name, tableOf(displayed), paragraph(count, STYLES.quiet)];
  };
}

/** A row of HTML cells: a name, and numbers; the last one can be styled as words, which wrap. */
const rowOf = ([name = "", ...numbers]: string[], lastStyle = STYLES.number): string =>
  `<tr><td dir="auto" style="${STYLES.cell}">${name}</td>${numbers
    .map((one, index) => {
      const style = index === numbers.length - 1 ? lastStyle : STYLES.number;
      return `<td dir="auto" style="${style}">${one}</td>`;
    })
    .join("")}</tr>`;

const tableOf = (rows: string[]): string =>
  rows.length === 0 ? "" : `<table style="${STYLES.table}">\n${rows.join("\n")}\n</table>`;
