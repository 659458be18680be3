import { inert, type Dialect, type ReportDialect } from "../../phrases.ts";

const STYLES = { relative: "R", time: "t", date: "D" };

/** A backslash takes the meaning from a mark; headings, quotes and lists only count where a line begins. */
const escaped = (text: string): string =>
  inert(text)
    .replace(/[\\*_~`|[\]<>]|:(?=[\w+-]+:)/g, "\\$&")
    .replace(/^(\s*)(#{1,3}(?=\s)|-#|[-+](?=\s))/gm, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\.");

/** Discord's markdown. */
export const markdown: Dialect & ReportDialect = {
  text: escaped,
  // Discord looks for the bracket that ends a label before it looks for backslashes.
  label: (text) => escaped(text.replaceAll("[", "(").replaceAll("]", ")")),
  strong: (text) => `**${text}**`,
  link: (label, url) => `[${label}](${url})`,
  instant: (at, style) => `<t:${Math.floor(at / 1000)}:${STYLES[style]}>`,
  quiet: (text) => `*${text}*`,
  // Nothing is escaped in there but the end of it.
  fixed: (lines) => `\`\`\`\n${inert(lines.join("\n")).replaceAll("`", "ˋ")}\n\`\`\``,
};

/** The same for text without an embed, where a bare link would unfold into a preview. */
export const plainMarkdown: Dialect = {
  ...markdown,
  strong: (text) => text,
  link: (label, url) => `${label} <${url}>`,
};
