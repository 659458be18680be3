import { asObject, type JsonObject, lines, objects, str } from "../../../../../sim/inbox/json.ts";

/** Returns a generator of Slack message ids: seconds and a counter. */
export function messageTimes(wallNow: () => number): () => string {
  let sent = 0;
  return () => `${Math.floor(wallNow() / 1000)}.${String(sent++ % 1_000_000).padStart(6, "0")}`;
}

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

/** The error with which Slack would refuse a message; undefined if it would accept it. */
export function slackRefusal(
  message: JsonObject | undefined,
): "invalid_payload" | "no_text" | "invalid_blocks" | undefined {
  if (!message) return "invalid_payload";
  const attachments = objects(message["attachments"]);
  const blocks = objects(message["blocks"]);
  if (str(message["text"]) === "" && blocks.length === 0 && attachments.length === 0) return "no_text";
  if (message["blocks"] !== undefined && !Array.isArray(message["blocks"])) return "invalid_blocks";
  const all = [blocks, ...attachments.map((attachment) => objects(attachment["blocks"]))];
  return all.some((list) => list.length > 50 || list.some(isTooLong)) ? "invalid_blocks" : undefined;
}

function isTooLong(block: JsonObject): boolean {
  const type = str(block["type"]);
  if (type === "") return true;
  if (type === "header") return lengthOf(block["text"]) > 150 || lengthOf(block["text"]) === 0;
  if (type === "image") return isBadImage(block);
  if (type === "context") return objects(block["elements"]).length > 10;
  if (type === "actions") {
    const buttons = objects(block["elements"]);
    return buttons.length > 25 || buttons.some((button) => lengthOf(button["text"]) > 75);
  }
  if (type !== "section") return false;
  const fields = objects(block["fields"]);
  if (block["text"] === undefined && fields.length === 0) return true;
  return (
    lengthOf(block["text"]) > 3000 || fields.length > 10 || fields.some((field) => str(field["text"]).length > 2000)
  );
}

/** Whether Slack would refuse a picture. It fetches pictures from their URL and requires alt text. */
function isBadImage(block: JsonObject): boolean {
  const [url, alt] = [str(block["image_url"]), str(block["alt_text"])];
  if (alt === "" || alt.length > 2000 || lengthOf(block["title"]) > 2000) return true;
  return url.length > 3000 || !/^https?:\/\/[^/]/i.test(url) || !URL.canParse(url);
}

function lengthOf(text: unknown): number {
  return str(asObject(text)?.["text"]).length;
}
