import type { JsonObject } from "../../../core/json.ts";
import { listIn, objectIn, textIn } from "../../preview/body.ts";
import type { Part, Preview } from "../../preview/preview.ts";
import { discordMarks } from "./marks.ts";

/** How Discord shows a message. */
export const discordPreview: Preview = {
  chat: "Discord",
  theme: "dark",
  push: (body) => discordMarks(textIn(body, "content")),
  marksCalls: true,
  parts: (body) => [
    { is: "words", marks: discordMarks(textIn(body, "content")) },
    ...listIn(body, "embeds").map(card),
    ...listIn(body, "components").flatMap((row) =>
      listIn(row, "components").map((button): Part => ({ is: "button", label: textIn(button, "label") })),
    ),
  ],
};

function card(embed: JsonObject): Part {
  const [title, description] = [textIn(embed, "title"), textIn(embed, "description")];
  const [image, thumbnail] = [textIn(objectIn(embed, "image"), "url"), textIn(objectIn(embed, "thumbnail"), "url")];
  const footer = textIn(objectIn(embed, "footer"), "text");
  const facts = listIn(embed, "fields").map((field) => ({
    name: discordMarks(textIn(field, "name")),
    value: discordMarks(textIn(field, "value")),
  }));
  const parts: (Part | false)[] = [
    thumbnail !== "" && { is: "picture", address: thumbnail, small: true },
    title !== "" && { is: "title", marks: discordMarks(title), link: textIn(embed, "url") !== "" },
    description !== "" && { is: "words", marks: discordMarks(description) },
    facts.length > 0 && { is: "facts", facts },
    image !== "" && { is: "picture", address: image },
    footer !== "" && { is: "words", marks: [footer], size: "small" },
  ];
  return { is: "card", color: embed["color"], parts: parts.filter((part) => part !== false) };
}
