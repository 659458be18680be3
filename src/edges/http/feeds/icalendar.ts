import { iso } from "../../../core/instant.ts";

/** Text of RFC 5545 (3.3.11): what would end a value or a line is escaped. */
export const escapedText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** An instant (epoch ms) as RFC 5545 writes it in UTC (3.3.5), to the second. */
export const stamp = (at: number): string => iso(at).replaceAll(/[-:]|\.\d+/g, "");

/** RFC 5545 (3.1): a line has 75 octets at the most; it goes on after a line break and a space. */
const MAX_OCTETS = 75;

const encoder = new TextEncoder();

/** A line in pieces that are short enough, cut between characters. */
function folded(line: string): string {
  if (line.length * 3 <= MAX_OCTETS) return line;
  let text = "";
  let octets = 0;
  for (const one of line) {
    const { length } = encoder.encode(one);
    if (octets + length > MAX_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += one;
    octets += length;
  }
  return text;
}

/** Names with their parameters, and values as they are written. */
type Properties = Record<string, string | number>;

const linesOf = (properties: Properties): string[] =>
  Object.entries(properties).map(([name, value]) => folded(`${name}:${value}`));

/** An iCalendar (RFC 5545) of events; values are in the form of their type already. */
export const icalendar = (properties: Properties, events: Properties[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...linesOf(properties),
    ...events.flatMap((event) => ["BEGIN:VEVENT", ...linesOf(event), "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
