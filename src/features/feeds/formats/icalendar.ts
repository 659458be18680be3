import { iso } from "../../../core/instant.ts";

/** Escapes text for RFC 5545 (3.3.11). */
export const escapedText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A time (epoch ms) as a UTC date-time of RFC 5545 (3.3.5), to the second. */
export const stamp = (at: number): string => iso(at).replaceAll(/[-:]|\.\d+/g, "");

/** RFC 5545 (3.1): a line has at most 75 octets. A line break and a space continue it. */
const MAX_OCTETS = 75;

const encoder = new TextEncoder();

/** Folds a line between characters. */
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

/** Property names (with parameters) and their serialized values. */
type Properties = Record<string, string | number>;

const linesOf = (properties: Properties): string[] =>
  Object.entries(properties).map(([name, value]) => folded(`${name}:${value}`));

/** An iCalendar (RFC 5545) with these events. Values are already serialized. */
export const icalendar = (properties: Properties, events: Properties[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...linesOf(properties),
    ...events.flatMap((event) => ["BEGIN:VEVENT", ...linesOf(event), "END:VEVENT"]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
