import { dayLabel } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { expectedStarts, timesOf } from "../../../engine/prediction/usual-hours.ts";
import { WEEK_MS } from "../../../engine/prediction/week.ts";
import { listed, localeOf, once } from "../../../core/language.ts";
import { localMinutes } from "../../../core/quiet-hours.ts";
import type { Target } from "../resource/form.ts";
import type { UsualHours } from "../resource/usual.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const SHORT_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A Monday, epoch ms. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Returns the weekdays in the reader's language, from "Mon" to "Sun". */
export const shortDays = (): string[] =>
  once(`short days ${language()}`, () => {
    const format = new Intl.DateTimeFormat(localeOf(language()), { weekday: "short", timeZone: "UTC" });
    return SHORT_DAYS.map((_, place) => format.format(MONDAY + place * DAY_MS));
  });

/** Returns the weekday on the reader's calendar, 0 for Monday. */
export const weekdayOf = (at: number, zone: string): number =>
  SHORT_DAYS.findIndex((day) => dayLabel("en", at, zone).includes(day));

/** Usual times this close to each other are shown as one. */
const SAME_MINUTES = 30;
const ROUND_MINUTES = 15;

/** Says on the reader's clock when a creator usually goes live; nothing without usual hours. */
export function Usual({ one: { past: history }, usual }: { one: Target; usual: UsualHours }) {
  const { now, zone } = useScene();
  if (history == null || usual.hours.length === 0) return <></>;
  const next = expectedStarts(usual, history, now, now + 2 * WEEK_MS)[0];
  return (
    <p class="pad small">
      <b>{usualWords(usual, now, zone)}</b>
      {next === undefined ? (
        ""
      ) : (
        <>
          {" "}
          <T of="Expected next: {time}." time={<Time at={next.at} />} />
        </>
      )}
    </p>
  );
}

/** Returns a sentence like "Usually live Tue and Thu about 20:00, 15 of the last 18 times." */
function usualWords({ hours, clock: own }: UsualHours, now: number, zone: string): string {
  const times = hours
    .map(({ minute }) => {
      const at = timesOf(minute, now, now + 2 * WEEK_MS, own)[0]!;
      return { day: weekdayOf(at, zone), minutes: localMinutes(zone, at) };
    })
    .sort((a, b) => a.minutes - b.minutes);
  const groups: (typeof times)[] = [];
  for (const time of times) {
    const last = groups.at(-1);
    if (last !== undefined && time.minutes - last[0]!.minutes <= SAME_MINUTES) last.push(time);
    else groups.push([time]);
  }
  const clauses = groups.map((group) => {
    const middle = group.reduce((sum, { minutes }) => sum + minutes, 0) / group.length;
    const days = daysWords([...new Set(group.map(({ day }) => day))]);
    return t("{days} about {time}", { days, time: clock(middle) });
  });
  const [seen, of] = [hours.reduce((sum, one) => sum + one.seen, 0), hours.reduce((sum, one) => sum + one.of, 0)];
  const all = clauses.reduce((first, next) => t("{times}, also {more}", { times: first, more: next }));
  return plural(
    of,
    "Usually live {times}: {seen} of the last {n} times.",
    "Usually live {times}: {seen} of the last {n} times.",
    { times: zone === "UTC" ? `${all} UTC` : all, seen },
  );
}

const daysWords = (days: number[]): string =>
  days.length === SHORT_DAYS.length
    ? t("every day")
    : listed(
        language(),
        days.toSorted((a, b) => a - b).map((day) => shortDays()[day]!),
      );

/** Formats minutes as "20:15", rounded to a quarter of an hour. */
function clock(minutes: number): string {
  const rounded = (Math.round(minutes / ROUND_MINUTES) * ROUND_MINUTES) % 1440;
  return [Math.floor(rounded / 60), rounded % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
