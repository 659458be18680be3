import ical, { ICalCalendarMethod } from "ical-generator";
import { lineOf } from "../../../core/loose-json.ts";
import type { Session } from "../../../flows/browse/sessions.ts";

/** Longer names and titles are cut: calendars show one line. */
const MOST_TEXT = 200;

const line = (text: string | null): string => lineOf(text ?? undefined, MOST_TEXT) ?? "";

/** Broadcasts as an iCalendar (RFC 5545): one that lasts ends at `now` (epoch ms), and later each time it is asked for. */
export function calendarOf(name: string, sessions: Session[], now: number): string {
  const calendar = ical({
    name: line(name),
    prodId: { company: "Tallylight", product: "live" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 300,
  });
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
