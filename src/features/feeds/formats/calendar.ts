import { lineOf } from "../../../core/loose-json.ts";
import type { Forecast } from "../../../engine/prediction/forecast.ts";
import { observedUntil } from "../../history/broadcasts.ts";
import type { Session } from "../../history/sessions.ts";
import { escapedText, icalendar, stamp } from "./icalendar.ts";

const HOUR_MS = 3_600_000;

/** Longer names and titles are cut, because calendars show one line. */
const MAX_TEXT = 200;

const line = (text: string | null): string => lineOf(text ?? undefined, MAX_TEXT) ?? "";

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
