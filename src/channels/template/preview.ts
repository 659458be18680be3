import type { Json, JsonObject } from "../../core/json.ts";
import { seen } from "../../core/text.ts";
import { listIn, objectIn, textIn } from "../preview/body.ts";
import { fixed, strong } from "../preview/marks.ts";
import type { Part, Preview } from "../preview/preview.ts";

/** Where services expect a headline, and the text. */
const TITLES = ["title", "subject", "summary"];
const TEXTS = ["text", "message", "body", "content", "markdown"];

const firstOf = (body: JsonObject, names: string[]): string =>
  names.map((name) => textIn(body, name)).find((text) => text !== "") ?? "";

/** The elements and buttons of an Adaptive Card; null if the body has none. */
function cardIn(body: JsonObject): { elements: JsonObject[]; actions: JsonObject[] } | null {
  const [attachment = {}] = listIn(body, "attachments");
  const card = objectIn(attachment, "content");
  return card["type"] === "AdaptiveCard" ? { elements: listIn(card, "body"), actions: listIn(card, "actions") } : null;
}

/** Paragraphs are shown as lines. */
const lined = (text: string): string => text.replaceAll("\n\n", "\n");

function elementPart(element: JsonObject): Part[] {
  if (element["type"] === "Image") return [{ is: "picture", address: textIn(element, "url") }];
  const text = lined(textIn(element, "text"));
  if (text === "") return [];
  return [{ is: "words", marks: [element["weight"] === "bolder" ? strong([text]) : text] }];
}

/** Formatted JSON whose texts show no invisible characters. */
const jsonText = (body: JsonObject): string =>
  JSON.stringify(body, (_, value: Json) => (typeof value === "string" ? seen(value) : value), 1);

/** The main text of a body, which a phone would show. */
function pushed(body: JsonObject): string {
  const card = cardIn(body);
  const reported = card === null ? firstOf(body, [...TITLES, ...TEXTS]) : textIn(card.elements[0] ?? {}, "text");
  return (reported || jsonText(body)).split("\n")[0]!;
}

/** How a service shows a message: a card, or a headline and a text; otherwise the JSON. */
export const templatePreview: Preview = {
  chat: "Custom webhook",
  theme: "light",
  alone: true,
  push: (body) => [pushed(body)],
  marksCalls: false,
  parts(body) {
    const card = cardIn(body);
    if (card !== null) {
      const buttons = card.actions.map((action): Part => ({ is: "button", label: textIn(action, "title") }));
      return [{ is: "card", color: "#5b5fc7", parts: [...card.elements.flatMap(elementPart), ...buttons] }];
    }
    const [title, text] = [firstOf(body, TITLES), firstOf(body, TEXTS)];
    if (title === "" && text === "") return [{ is: "words", marks: [fixed(jsonText(body))] }];
    const picture = textIn(body, "picture");
    const parts: (Part | false)[] = [
      title !== "" && { is: "words", marks: [strong([title])] },
      text !== "" && { is: "words", marks: [text] },
      picture !== "" && { is: "picture", address: picture },
    ];
    return parts.filter((part) => part !== false);
  },
};
