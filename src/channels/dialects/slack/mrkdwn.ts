import { iso } from "../../../core/instant.ts";
import { inert, type Dialect, type ReportDialect } from "../../phrases.ts";

const FORMATS = { relative: "{date_short_pretty} at {time}", time: "{time}", date: "{date}" };
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const LOOKALIKES: Record<string, string> = { "*": "∗", "~": "∼", "`": "ˋ", _: "ˍ" };

/** mrkdwn has no escape for its marks: where one could format, a sign that looks the same takes its place. */
const escaped = (text: string): string =>
  inert(text)
    .replace(/^([ ›]*)>/gm, "$1›")
    .replace(/:(?=[\w+'-]+:)/g, ":\u200b")
    .replace(/[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (mark) => LOOKALIKES[mark]!)
    .replace(/[&<>]/g, (sign) => ENTITIES[sign]!);

/** Text where nothing can format: a header, a code block. */
export const plainSigns = (text: string): string => inert(text).replace(/[&<>]/g, (sign) => ENTITIES[sign]!);

const utc = (at: number, style: keyof typeof FORMATS): string =>
  iso(at).replace(/^(.+)T(\d\d:\d\d).*$/, style === "time" ? "$2 UTC" : "$1 $2 UTC");

/** Slack's mrkdwn. */
export const mrkdwn: ReportDialect = {
  text: escaped,
  label: escaped,
  strong: (text) => `*${text}*`,
  link: (label, url) => `<${url.replaceAll("&", "&amp;")}|${label}>`,
  instant: (at, style) => `<!date^${Math.floor(at / 1000)}^${FORMATS[style]}|${utc(at, style)}>`,
  quiet: (text) => `_${text}_`,
  fixed: (lines) => `\`\`\`${plainSigns(lines.join("\n")).replaceAll("`", LOOKALIKES["`"]!)}\`\`\``,
};

/** An instant nearer than this is its time of day alone: the message itself bears a date. */
const NEAR_MS = 12 * 3_600_000;

/** The same for a message that is told at `now` (epoch ms), where what is near in time is short. */
export const mrkdwnAt = (now: number): Dialect => ({
  ...mrkdwn,
  instant: (at, style) => mrkdwn.instant(at, style === "relative" && Math.abs(at - now) < NEAR_MS ? "time" : style),
});

/** The same without marks of its own, for a message that is told at `now`. */
export const plainMrkdwnAt = (now: number): Dialect => ({ ...mrkdwnAt(now), strong: (text) => text });

/** Text without marks of its own. */
export const plainMrkdwn: Dialect = { ...mrkdwn, strong: (text) => text };
