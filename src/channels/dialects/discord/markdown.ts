import { inert, type Dialect, type ReportDialect } from "../../phrases.ts";

const STYLES = { relative: "R", time: "t", date: "D" };

/** Escapes marks with backslashes. Headings, quotes and lists only count at the beginning of a line. */
const escaped = (text: string): string =>
  inert(text)
    .replace(/[\\*_~`|[\]<>]|:(?=[\w+-]+:)/g, "\\$&")
    .replace(/^(\s*)(#{1,3}(?=\s)|-#|[-+](?=\s))/gm, "$1\\$2")
    .replace(/^(\s*\d+)\.(?=\s)/gm, "$1\\.");

/** Discord's markdown. */
export const markdown: Dialect & ReportDialect = {
  text: escaped,
  // Discord looks for the closing bracket of a label before it looks for backslashes.
  label: (text) => escaped(text.replaceAll("[", "(").replaceAll("]", ")")),
  strong: (text) => `**${text}**`,
  link: (label, url) => `[${label}](${url})`,
  instant: (at, style) => `<t:${Math.floor(at / 1000)}:${STYLES[style]}>`,
  quiet: (text) => `*${text}*`,
  // Only the end of a code block can be escaped.
  fixed: (lines) => `\`\`\`\n${inert(lines.join("\n")).replaceAll("`", "ˋ")}\n\`\`\``,
};

/** For text without embeds, where a plain link would be expanded into a preview. */
export const plainMarkdown: Dialect = {
  ...markdown,
  strong: (text) => text,
  link: (label, url) => `${label} <${url}>`,
};
