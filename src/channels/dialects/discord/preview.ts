import type { JsonObject } from "../../../core/json.ts";
import { lazy } from "../../../core/lazy.ts";
import { fixed, link, marked, ping, quiet, strong, tail, type Mark, type Sign } from "../../preview/marks.ts";
import { listIn, objectIn, type Part, type Preview, textIn } from "../../preview/preview.ts";

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
