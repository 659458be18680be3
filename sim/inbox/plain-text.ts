import { asObject, objects, str, type JsonObject } from "./json.ts";

/** The readable text of a Discord message: content, embeds, and the text of its components and pictures. */
export function discordText(message: JsonObject): string {
  const embeds = objects(message["embeds"]).flatMap((embed) => [
    str(asObject(embed["author"])?.["name"]),
    str(embed["title"]),
    str(embed["description"]),
    ...objects(embed["fields"]).map((field) => `${str(field["name"])}: ${str(field["value"])}`),
    str(asObject(embed["footer"])?.["text"]),
  ]);
  const pictures = objects(message["attachments"]).map((attachment) => str(attachment["description"]));
  const components = objects(message["components"]).flatMap(componentTexts);
  return lines([str(message["content"]), ...embeds, ...components, ...pictures]);
}

/** The readable text of a Slack message: its text, blocks and attachments. */
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

/** The type of a webhook's event, then its data in short. */
export function webhookText(message: JsonObject): string {
  const json = JSON.stringify(message["data"] ?? message);
  return lines([str(message["type"]), json.length > 500 ? `${json.slice(0, 500)}…` : json]);
}

function componentTexts(component: JsonObject): string[] {
  const nested = objects(component["components"]).flatMap(componentTexts);
  return [str(component["content"]), str(component["label"]), ...nested];
}

function blockTexts(block: JsonObject): string[] {
  const elements = objects(block["elements"]).map((element) => textOf(element["text"]));
  const fields = objects(block["fields"]).map((field) => str(field["text"]));
  return [textOf(block["text"]), ...fields, ...elements, str(block["alt_text"])];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : str(asObject(value)?.["text"]);
}

function lines(texts: string[]): string {
  const kept = texts.map(unfenced).filter((text) => text !== "");
  return kept.filter((text, place) => kept.indexOf(text) === place).join("\n");
}

/** A code block as the lines that it shows. */
const unfenced = (text: string): string => text.replace(/\n?```\n?/g, "\n").trim();
