import type { Message } from "../core/notice.ts";
import { lines, summary } from "./grouping.ts";
import { fitted, written, writtenLine, shownLine, type Dialect } from "./phrases.ts";

/** A message as text alone, within `room` characters. */
export function plainMessage({ items }: Message, dialect: Dialect, room: number): string {
  const [first, ...others] = items;
  if (first === undefined) throw new Error("a message has no items");
  if (others.length > 0) {
    const title = summary(items);
    return [title, ...lines(items, dialect, room - title.length - 1)].join("\n");
  }
  const { title, body, fields, links, footer } = first.notice;
  const parts = [
    fitted(shownLine(title) || "Update", 300, dialect.text),
    written(body, dialect, Math.floor(room / 2)),
    ...links.slice(0, 5).map(({ label, url }) => writtenLine([{ link: label, url }], dialect, 400)),
    ...fields.map(({ label, value }) => writtenLine([label, ": ", ...value], dialect, 300)),
    fitted(shownLine(footer ?? ""), 300, dialect.text),
  ];
  const kept: string[] = [];
  let left = room;
  for (const part of parts) {
    if (part === "" || part.length + 1 > left) continue;
    kept.push(part);
    left -= part.length + 1;
  }
  return kept.join("\n");
}
