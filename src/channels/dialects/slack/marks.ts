import { lazy } from "../../../core/lazy.ts";
import { fixed, link, marked, ping, quiet, strong, tail, type Mark, type Sign } from "../../preview/marks.ts";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Decodes the three entities of Slack's text. */
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

const signs = lazy((): Sign[] => [
  { pattern: /```\n?([^]+?)\n?```/y, mark: ([, text]) => fixed(withoutEntities(text!)) },
  { pattern: /\*([^*\n]+)\*/y, mark: ([, text], read) => strong(read(text!)) },
  {
    pattern: new RegExp(`(?<!${WORD})_((?:[^_\\n]|(?<=${WORD})_(?=${WORD}))+)_(?!${WORD})`, "uy"),
    mark: ([, text], read) => quiet(read(text!)),
  },
  { pattern: /<([^<>\n]+)>/y, mark: ([, inner]) => slackSign(inner!) },
]);

/** Parses Slack's mrkdwn as used in our messages. */
export const slackMarks = (text: string): Mark[] => marked(text, signs(), /[^`*_<]+/y, withoutEntities);
