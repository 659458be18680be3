import type { JsonObject } from "../../core/json.ts";
import { seen } from "../../core/text.ts";
import { fixed, link, ping, quiet, strong, type Mark } from "../preview/marks.ts";
import { listIn, objectIn, type Part, type Preview, textIn } from "../preview/preview.ts";

/** How Telegram shows a message. */
export const telegramPreview: Preview = {
  chat: "Telegram",
  theme: "light",
  push: (body) => [textIn(body, "text").split("\n")[0]!],
  marksCalls: false,
  parts(body) {
    const picture = textIn(objectIn(body, "link_preview_options"), "url");
    const rows = objectIn(body, "reply_markup")["inline_keyboard"];
    const buttons = Array.isArray(rows) ? rows.flatMap((row) => listIn({ row }, "row")) : [];
    return [
      ...(picture === "" ? [] : [{ is: "picture", address: picture } satisfies Part]),
      { is: "words", marks: marksOf(body) },
      ...buttons.map((button): Part => ({ is: "button", label: textIn(button, "text") })),
    ];
  },
};

interface Span {
  type: string;
  from: number;
  to: number;
}

/** A text with its entities. Overlapping ones, and those outside of it, are skipped. */
function marksOf(body: JsonObject): Mark[] {
  // Offsets include invisible characters.
  const text = typeof body["text"] === "string" ? body["text"] : "";
  const spans = listIn(body, "entities").map(({ type, offset, length }): Span => {
    const from = Number(offset);
    return { type: typeof type === "string" ? type : "", from, to: from + Number(length) };
  });
  return within(text, 0, text.length, spans);
}

function within(text: string, from: number, to: number, spans: Span[]): Mark[] {
  const marks: Mark[] = [];
  let at = from;
  for (const [index, span] of spans.entries()) {
    if (!(span.from >= at && span.to <= to && span.to > span.from)) continue;
    if (span.from > at) marks.push(seen(text.slice(at, span.from)));
    marks.push(markOf(span, text, spans.slice(index + 1)));
    at = span.to;
  }
  return at < to ? [...marks, seen(text.slice(at, to))] : marks;
}

function markOf({ type, from, to }: Span, text: string, inner: Span[]): Mark {
  const words = seen(text.slice(from, to));
  if (type === "pre") return fixed(words);
  if (type === "text_mention") return ping(words);
  const inside = within(text, from, to, inner);
  if (type === "text_link") return link(inside);
  return type === "italic" ? quiet(inside) : strong(inside);
}
