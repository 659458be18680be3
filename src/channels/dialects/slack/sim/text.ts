import { asObject, objects, str, type JsonObject } from "../../../../../sim/inbox/json.ts";
import { lines } from "../../../../../sim/inbox/plain-text.ts";

/** The text of a Slack message: its text, blocks and attachments. */
export function slackText(message: JsonObject): string {
  const attachments = objects(message["attachments"]).flatMap((attachment) => [
    str(attachment["pretext"]),
    str(attachment["title"]),
    str(attachment["text"]),
    ...objects(attachment["fields"]).map((field) => `${str(field["title"])}: ${str(field["value"])}`),
    ...objects(attachment["blocks"]).flatMap(blockTexts),
  ]);
  return lines([str(message["text"]), ...objects(message["blocks"]).flatMap(blockTexts), ...attachments]);
}

function blockTexts(block: JsonObject): string[] {
  const elements = objects(block["elements"]).map((element) => textOf(element["text"]));
  const fields = objects(block["fields"]).map((field) => str(field["text"]));
  return [textOf(block["text"]), ...fields, ...elements, str(block["alt_text"])];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : str(asObject(value)?.["text"]);
}
