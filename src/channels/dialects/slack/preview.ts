import type { JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import { fixed, link, type Mark, marked, ping, quiet, type Sign, strong, tail } from "../../preview/marks.ts";
import { listIn, objectIn, type Part, type Preview, textIn } from "../../preview/preview.ts";

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Decodes the three entities of Slack's text. */
const withoutEntities = (text: string): string => text.replaceAll(/&(?:amp|lt|gt);/g, (one) => ENTITIES[one] ?? one);

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

/** How Slack shows a message. */
export const slackPreview: Preview = {
  chat: "Slack",
  theme: "light",
  push: (body) => slackMarks(textIn(body, "text")),
  marksCalls: false,
  parts(body) {
    const blocks = listIn(body, "blocks").map(blockPart);
    const attachments = listIn(body, "attachments").map((one): Part => ({
      is: "card",
      color: one["color"],
      parts: listIn(one, "blocks").map(blockPart),
    }));
    const reported: Part[] = blocks.length > 0 ? blocks : [{ is: "words", marks: slackMarks(textIn(body, "text")) }];
    return [...reported, ...attachments];
  },
};

/** A text object: mrkdwn or plain. */
const marksOf = (of: JsonObject): Mark[] =>
  of["type"] === "plain_text" ? [withoutEntities(textIn(of, "text"))] : slackMarks(textIn(of, "text"));

function blockPart(block: JsonObject): Part {
  const { type } = block;
  if (type === "divider") return { is: "line" };
  if (type === "image") return { is: "picture", address: textIn(block, "image_url") };
  if (type === "header") return { is: "words", marks: marksOf(objectIn(block, "text")), size: "big" };
  const context = type === "context";
  const facts = listIn(block, context ? "elements" : "fields").map((one) => ({ value: marksOf(one) }));
  const [text, accessory] = [objectIn(block, "text"), objectIn(block, "accessory")];
  const parts: (Part | false)[] = [
    accessory["type"] === "image" && { is: "picture", address: textIn(accessory, "image_url"), small: true },
    textIn(text, "text") !== "" && { is: "words", marks: marksOf(text) },
    facts.length > 0 && { is: "facts", facts },
  ];
  return {
    is: "block",
    parts: parts.filter((part) => part !== false),
    ...(context ? { size: "small" as const } : {}),
  };
}
