import { lazy } from "../../../core/lazy.ts";
import { fixed, link, marked, ping, quiet, strong, tail, type Mark, type Sign } from "../../preview/marks.ts";

const signs = lazy((): Sign[] => [
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
]);

/** Parses Discord's markdown as used in our messages. */
export const discordMarks = (text: string): Mark[] => marked(text, signs(), /[^\\`*[<@]+/y);
