import type { JsonObject } from "../../../core/json.ts";
import { listIn, objectIn, textIn } from "../../preview/body.ts";
import type { Mark } from "../../preview/marks.ts";
import type { Part, Preview } from "../../preview/preview.ts";
import { slackMarks, withoutEntities } from "./marks.ts";

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
