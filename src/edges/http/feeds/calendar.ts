import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { lineOf } from "../../../core/loose-json.ts";
import type { Forecast } from "../../../flows/browse/forecast.ts";
import type { Session } from "../../../flows/browse/sessions.ts";

/** Longer names and titles are cut: calendars show one line. */
const MOST_TEXT = 200;

const line = (text: string | null): string => lineOf(text ?? undefined, MOST_TEXT) ?? "";

const named = (name: string, ttl: number) =>
  ical({
    name: line(name),
    prodId: { company: "Tallylight", product: "live" },
    method: ICalCalendarMethod.PUBLISH,
    ttl,
  });

/** Broadcasts that are expected as an iCalendar, asked for at `now` (epoch ms): none of them takes up anybody's time. */
export function forecastOf(name: string, expected: Forecast[], now: number): string {
  const calendar = named(`${name} · expected`, 3600);
  for (const { targetId, name: who, at, minutes, confidence } of expected)
    calendar.createEvent({
      id: `expected-${targetId}-${at}@tallylight`,
      start: new Date(at),
      end: new Date(at + minutes * 60_000),
      stamp: new Date(now),
      summary: `${line(who) || "Someone"}, usually`,
      description: `Usually live about this time: ${Math.round(confidence * 100)} % sure.`,
      status: ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return calendar.toString();
}

/** Broadcasts as an iCalendar (RFC 5545): one that lasts ends at `now` (epoch ms), and later each time it is asked for. */
export function calendarOf(name: string, sessions: Session[], now: number): string {
  const calendar = named(name, 300);
  for (const { targetId, targetName, startedAt, endedAt, title, peakViewers } of sessions) {
    const who = line(targetName) || "Someone";
    const words = [line(title), peakViewers === null ? "" : `Peak: ${peakViewers} viewers`];
    calendar.createEvent({
      id: `${targetId}-${startedAt}@tallylight`,
      start: new Date(startedAt),
      end: new Date(Math.max(endedAt ?? now, startedAt + 1000)),
      stamp: new Date(endedAt ?? now),
      summary: endedAt === null ? `${who} is live` : who,
      description: words.filter((one) => one !== "").join("\n"),
    });
  }
  return calendar.toString();
}
