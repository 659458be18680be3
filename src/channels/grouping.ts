import { MOST_LINES, type MessageItem } from "../core/notice.ts";
import { writtenLine, type Dialect } from "./phrases.ts";

/** The headline of a message that tells many. */
export function summary(items: MessageItem[]): string {
  const live = items.filter(({ notice }) => notice.tone === "live").length;
  const over = items.filter(({ notice }) => notice.tone === "over").length;
  if (live === items.length) return `${live} creators are live`;
  if (over === items.length) return `${over} creators are no longer live`;
  if (live + over === items.length)
    return `${live} ${live === 1 ? "creator is" : "creators are"} live, ${over} no longer`;
  return `${items.length} updates`;
}

/** One line an item, at most 25 and `room` characters with their line breaks; the rest is counted in "+N more". */
export function lines(items: MessageItem[], dialect: Dialect, room: number): string[] {
  const result: string[] = [];
  let left = room - "+9999 more".length;
  for (const { notice } of items.slice(0, MOST_LINES)) {
    const line = `• ${writtenLine(notice.line, dialect, 400) || "Update"}`;
    if (line.length + 1 > left) break;
    result.push(line);
    left -= line.length + 1;
  }
  return result.length === items.length ? result : [...result, `+${items.length - result.length} more`];
}
