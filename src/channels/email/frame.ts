import type { Language } from "../../core/language.ts";
import { pattern } from "../../core/lazy.ts";
import { cut } from "../../core/text.ts";
import { displayedLine } from "../phrases.ts";
import { type Mark, link, strong } from "../preview/marks.ts";
import type { Part } from "../preview/preview.ts";
import { escaped } from "./dialect.ts";
import { channelWords } from "../words/words.ts";

const LONGEST = 200;

/** Invisible characters, also those that texts in a body may have. Emoji and some scripts need the others. */
const hidden = pattern(String.raw`(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}`, "gu");

/** A text as the subject of an email: one line without control, direction and invisible characters, never empty. */
export const subjectOf = (text: string, otherwise: string): string =>
  cut(displayedLine(text.toWellFormed().replace(hidden(), "")), LONGEST) || otherwise;

const BODY =
  "margin:0;padding:16px;background:#ffffff;color:#1f2328;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;word-break:break-word";

/** Styles of parts. Mail programs read no style sheets. */
export const STYLES = {
  title: "margin:0 0 8px;font-size:21px;line-height:1.3",
  section: "margin:28px 0 8px;font-size:17px;line-height:1.3",
  text: "margin:0 0 12px",
  quiet: "margin:0 0 12px;color:#59636e;font-size:13px",
  picture: "display:block;max-width:100%;height:auto;border:0;margin:0 0 12px",
  table: "border-collapse:collapse;width:100%;margin:0 0 12px",
  cell: "padding:4px 0;text-align:left;vertical-align:top;word-break:break-word;border-bottom:1px solid #e3e6ea",
  number:
    "padding:4px 0 4px 12px;text-align:right;vertical-align:top;white-space:nowrap;border-bottom:1px solid #e3e6ea",
  detail: "padding:4px 0 4px 12px;text-align:right;vertical-align:top;color:#59636e;border-bottom:1px solid #e3e6ea",
};

/** A picture. The alternative text is plain. */
export const picture = (url: string, alt: string): string =>
  `<img src="${escaped(url)}" alt="${escaped(cut(alt, 500))}" style="${STYLES.picture}">`;

export const paragraph = (html: string, style: string = STYLES.text): string =>
  html === "" ? "" : `<p dir="auto" style="${style}">${html}</p>`;

interface Around {
  language: Language;
  unsubscribe: string | null;
}

/** A whole HTML document around parts, which are HTML already. */
export function framed(parts: string[], { language, unsubscribe }: Around): string {
  const words = escaped(channelWords[language].unsubscribe);
  const end = unsubscribe === null ? "" : paragraph(`<a href="${escaped(unsubscribe)}">${words}</a>`, STYLES.quiet);
  const displayed = [...parts, end].filter((part) => part !== "").join("\n");
  return [
    `<!doctype html>`,
    `<html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"></head>`,
    `<body style="${BODY}"><div style="max-width:640px;margin:0 auto">`,
    displayed,
    `</div></body></html>`,
  ].join("\n");
}

/** The end of the plain-text part. */
export const textEnd = (language: Language, unsubscribe: string | null): string =>
  unsubscribe === null ? "" : `\n\n${channelWords[language].unsubscribe}${channelWords[language].colon}${unsubscribe}`;

/** The parts of a document that people see: headings, paragraphs, rows of tables and pictures. */
const BLOCK = /<(h1|h2|p|tr)\b[^>]*>([^]*?)<\/\1>|<img src="([^"]*)"/g;

const MARKED = /<strong>([^]*?)<\/strong>|<a\b[^>]*>([^]*?)<\/a>/g;

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The text of HTML that this channel wrote, without the invisible breaks of words that look like links. */
const wordsIn = (html: string): string =>
  html.replaceAll(/<[^>]*>|\u200b/g, "").replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => SIGNS[name]!);

function marksIn(html: string): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  for (const found of html.matchAll(MARKED)) {
    const [whole, bold, led] = found;
    marks.push(wordsIn(html.slice(at, found.index)), (led === undefined ? strong : link)([wordsIn(led ?? bold!)]));
    at = found.index + whole.length;
  }
  marks.push(wordsIn(html.slice(at)));
  return marks.filter((mark) => mark !== "");
}

/** A row of a table in one line: its name, then its values. */
const rowMarks = (html: string): Mark[] => {
  const [name = "", ...values] = [...html.matchAll(/<td\b[^>]*>([^]*?)<\/td>/g)].map(([, cell]) => cell!);
  const filled = values.map(wordsIn).filter((text) => text !== "");
  return filled.length === 0 ? [wordsIn(name)] : [`${wordsIn(name)}  `, strong([filled.join(" · ")])];
};

/** A document as a mail program shows it. What its subject says already is left out. */
export function partsOf(html: string, subject: string): Part[] {
  const parts: Part[] = [];
  const said = wordsIn(escaped(subject));
  let rows: Mark[] = [];
  const flush = () => {
    if (rows.length > 0) parts.push({ is: "words", marks: rows });
    rows = [];
  };
  for (const [, tag, inside = "", address] of html.matchAll(BLOCK)) {
    if (tag === "tr") {
      rows.push(...(rows.length > 0 ? ["\n"] : []), ...rowMarks(inside));
      continue;
    }
    flush();
    const marks = tag === undefined ? [] : marksIn(inside);
    if (tag === undefined) parts.push({ is: "picture", address: wordsIn(address!) });
    else if (marks.length === 0 || (parts.length === 0 && said.includes(wordsIn(inside)))) continue;
    else parts.push(tag === "p" ? { is: "words", marks } : { is: "title", marks, link: false });
  }
  flush();
  return parts;
}
