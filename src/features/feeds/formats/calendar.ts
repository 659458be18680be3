import { HOUR_MS } from "../../../core/duration.ts";
import { iso } from "../../../core/instant.ts";
import { lineOf } from "../../../core/json.ts";
import type { Forecast } from "../../../engine/prediction/forecast.ts";
import { observedUntil } from "../../history/broadcasts.ts";
import type { Session } from "../../history/sessions.ts";

/** Longer names and titles are cut, because calendars show one line. */
const MAX_TEXT = 200;

const line = (text: string | null): string => lineOf(text ?? undefined, MAX_TEXT) ?? "";

/** Escapes text for RFC 5545 (3.3.11). */
export const escapedText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A time (epoch ms) as a UTC date-time of RFC 5545 (3.3.5), to the second. */
const stamp = (at: number): string => iso(at).replaceAll(/[-:]|\.\d+/g, "");

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

/** Properties of a calendar. Clients refresh it after `minutes`. */
const named = (name: string, minutes: number) => ({
  PRODID: "-//Tallylight//live//EN",
  METHOD: "PUBLISH",
  NAME: escapedText(line(name)),
  "X-WR-CALNAME": escapedText(line(name)),
  "REFRESH-INTERVAL;VALUE=DURATION": `PT${minutes}M`,
  "X-PUBLISHED-TTL": `PT${minutes}M`,
});

/**
 * Expected streams as an iCalendar, as of `now` (epoch ms). They are marked transparent, so they block nobody's time.
 */
export const forecastOf = (name: string, expected: Forecast[], now: number): string =>
  icalendar(
    named(`${name} · expected`, 60),
    expected.map(({ targetId, name: who, at, minutes, confidence }) => ({
      UID: `expected-${targetId}-${at}@tallylight`,
      SEQUENCE: 0,
      // Rounded to the hour, so that unchanged forecasts give the same answer.
      DTSTAMP: stamp(now - (now % HOUR_MS)),
      DTSTART: stamp(at),
      DTEND: stamp(at + minutes * 60_000),
      SUMMARY: escapedText(`${line(who) || "Someone"}, usually`),
      TRANSP: "TRANSPARENT",
      DESCRIPTION: escapedText(`Usually live about this time: ${Math.round(confidence * 100)} % sure.`),
      STATUS: "TENTATIVE",
    })),
  );

/**
 * Streams as an iCalendar (RFC 5545). A running one ends at `now` (epoch ms) and grows with each refresh. One whose
 * state or end is unknown ends when it was last seen.
 */
export const calendarOf = (name: string, sessions: Session[], now: number): string =>
  icalendar(
    named(name, 5),
    sessions.map((session) => {
      const { targetId, targetName, startedAt, endedAt, title, peakViewers, unknownSince } = session;
      const who = line(targetName) || "Someone";
      const words = [line(title), peakViewers === null ? "" : `Peak: ${peakViewers} viewers`];
      return {
        UID: `${targetId}-${startedAt}@tallylight`,
        SEQUENCE: 0,
        DTSTAMP: stamp(endedAt ?? now),
        DTSTART: stamp(startedAt),
        DTEND: stamp(Math.max(observedUntil(session, now), startedAt + 1000)),
        SUMMARY: escapedText(
          endedAt !== null ? who : unknownSince === null ? `${who} is live` : `${who}: live or not is unknown`,
        ),
        DESCRIPTION: escapedText(words.filter((one) => one !== "").join("\n")),
      };
    }),
  );
