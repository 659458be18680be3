import type { Language } from "../../core/language.ts";
import { pattern } from "../../core/lazy.ts";
import { cut } from "../../core/text.ts";
import { displayedLine } from "../phrases.ts";
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
