import { marked, type Mark, type Sign } from "./marks.ts";
import { lazy } from "../../../../core/lazy.ts";

const strong = (inside: Mark[]): Mark => ({ as: "strong", inside });
const quiet = (inside: Mark[]): Mark => ({ as: "quiet", inside });
const link = (inside: Mark[]): Mark => ({ as: "link", inside });
const ping = (text: string): Mark => ({ as: "ping", inside: [text] });
const fixed = (text: string): Mark => ({ as: "fixed", inside: [text] });

/** The end of an id, by which people know it from another. */
const tail = (id: string): string => id.slice(-4);

const DISCORD: Sign[] = [
  { pattern: /\\([^A-Za-z0-9\s])/y, mark: ([, sign]) => sign! },
  { pattern: /```\n?([^]+?)\n?```/y, mark: ([, text]) => fixed(text!) },
  { pattern: /\*\*((?:\\.|[^*\\])+)\*\*/y, mark: ([, text], read) => strong(read(text!)) },
  { pattern: /\*((?:\\.|[^*\\\n])+)\*/y, mark: ([, text], read) => quiet(read(text!)) },
  {
    pattern: /\[((?:\\.|[^\]\\\n])+)\]\(https?:\/\/[^\s)]+\)/y,
    mark: ([, text], read) => link(read(text!)),
  },
  { pattern: /<(https?:\/\/[^\s>]+)>/y, mark: ([, url]) => link([url!]) },
  {
    pattern: /<t:(\d{1,12}):([A-Za-z])>/y,
    mark: ([, seconds, style]) => ({ at: Number(seconds) * 1000, relative: style === "R" }),
  },
  { pattern: /<@&(\d+)>/y, mark: ([, id]) => ping(`@role …${tail(id!)}`) },
  { pattern: /<@!?(\d+)>/y, mark: ([, id]) => ping(`@user …${tail(id!)}`) },
  { pattern: /@(?:here|everyone)\b/y, mark: ([text]) => ping(text) },
];

/** Discord's markdown, as our messages are written in it. */
export const discordMarks = (text: string): Mark[] => marked(text, DISCORD, /[^\\`*[<@]+/y);

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** What stands in Slack's text for the three signs that it keeps for itself. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (one) => ENTITIES[one] ?? one);

const CALLED: Record<string, string> = { "!here": "@here", "!channel": "@channel", "!everyone": "@everyone" };

function slackSign(inner: string): Mark | null {
  const [target = "", label = ""] = inner.split(/\|(.*)/s);
  const date = /^!date\^(\d{1,12})\^/.exec(target);
  if (date !== null) return { at: Number(date[1]) * 1000, relative: false };
  if (CALLED[target] !== undefined) return ping(CALLED[target]);
  if (target.startsWith("!subteam^")) return ping(label === "" ? `@group …${tail(target)}` : label);
  if (target.startsWith("@")) return ping(`@user …${tail(target)}`);
  return /^https?:/.test(target) ? link([withoutEntities(label || target)]) : null;
}

const WORD = String.raw`[\p{L}\p{N}]`;

const slack = lazy((): Sign[] => [
  { pattern: /```\n?([^]+?)\n?```/y, mark: ([, text]) => fixed(withoutEntities(text!)) },
  { pattern: /\*([^*\n]+)\*/y, mark: ([, text], read) => strong(read(text!)) },
  {
    pattern: new RegExp(`(?<!${WORD})_((?:[^_\\n]|(?<=${WORD})_(?=${WORD}))+)_(?!${WORD})`, "uy"),
    mark: ([, text], read) => quiet(read(text!)),
  },
  { pattern: /<([^<>\n]+)>/y, mark: ([, inner]) => slackSign(inner!) },
]);

/** Slack's mrkdwn, likewise. */
export const slackMarks = (text: string): Mark[] => marked(text, slack(), /[^`*_<]+/y, withoutEntities);
