import type { Language } from "../../../core/language.ts";
import { type Dialect, inert, type ReportDialect, styleAt, utc, type Writing } from "../../phrases.ts";
import { pattern } from "../../../core/lazy.ts";
import { channelWords } from "../../words/words.ts";

const FORMATS = { time: "{time}", date: "{date}" };
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const LOOKALIKES: Record<string, string> = { "*": "∗", "~": "∼", "`": "ˋ", _: "ˍ" };

const WORD = String.raw`[\p{L}\p{N}]`;

const marks = pattern(`[*~\`]|(?<!${WORD})_|_(?!${WORD})`, "gu");

/** mrkdwn cannot escape its marks. Where one could format, a lookalike character replaces it. */
const escaped = (text: string): string =>
  inert(text)
    .replace(/^([ ›]*)>/gm, "$1›")
    .replace(/:(?=[\w+'-]+:)/g, ":\u200b")
    .replace(marks(), (mark) => LOOKALIKES[mark]!)
    .replace(/[&<>]/g, (sign) => ENTITIES[sign]!);

/** Text that cannot be formatted: a header or a code block. */
export const plainSigns = (text: string): string => inert(text).replace(/[&<>]/g, (sign) => ENTITIES[sign]!);

type Style = Parameters<Dialect["instant"]>[1];

/** A time that Slack shows in the reader's zone. Its content is the fallback for old clients. */
const displayedAt = (at: number, style: Style, format: string): string =>
  `<!date^${Math.floor(at / 1000)}^${format}|${utc(at, style)}>`;

/** Slack's mrkdwn. */
export const mrkdwn: ReportDialect = {
  text: escaped,
  label: escaped,
  strong: (text) => `*${text}*`,
  link: (label, url) => `<${url.replaceAll("&", "&amp;")}|${label}>`,
  quiet: (text) => `_${text}_`,
  fixed: (lines) => `\`\`\`${plainSigns(lines.join("\n")).replaceAll("`", LOOKALIKES["`"]!)}\`\`\``,
};

/** The same for a message sent at `now` (epoch ms), with short forms for times nearby. */
export const mrkdwnAt = (now: number, language: Language): Dialect => ({
  ...mrkdwn,
  instant(at, style) {
    const displayed = styleAt(now, at, style);
    return displayedAt(at, displayed, displayed === "relative" ? channelWords[language].moment : FORMATS[displayed]);
  },
});

/** The same without bold text, for a message sent at `now`. */
export const plainMrkdwnAt = (now: number, language: Language): Dialect => ({
  ...mrkdwnAt(now, language),
  strong: (text) => text,
});

/** Text without bold. */
export const plainMrkdwn: Writing = { ...mrkdwn, strong: (text) => text };
