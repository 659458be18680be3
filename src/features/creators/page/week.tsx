import type { Horizon } from "../../../core/knowledge.ts";
import { raw } from "hono/html";
import { cityOf, clockLabel, dateLabel, dayLabel, dayStarts, monthAround, monthLabel } from "../../../core/calendar.ts";
import { DAY_MS, spokenHours } from "../../../core/duration.ts";
import type { Happened } from "../../../core/event.ts";
import { listed, localeOf, once } from "../../../core/language.ts";
import { localMinutes } from "../../../core/quiet-hours.ts";
import { clipped, lengthOf, type Span } from "../../../core/spans.ts";
import { WEEK_MS } from "../../../engine/prediction/week.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { type Broadcast, observedOf } from "../../history/broadcasts.ts";
import { byDay, longestRun, msByDay } from "../hours.ts";
import { MAX_OF_ITS_EVENTS } from "../target-reading.ts";
import { stripOf, type Strip } from "../strip.ts";
import { ABOUT_MS, expectedStarts, timesOf } from "../../../engine/prediction/usual-hours.ts";
import type { Target } from "../resource/form.ts";
import { type UsualHours, usualHoursOf } from "../resource/usual.ts";
import { HeatScale, levelOf } from "./heat.tsx";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { useScene } from "../../../ui/parts/scene.ts";
import { StripKey, StripPicture } from "../strip-view.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";

const DAYS = 7;
const WEEKS = 13;
const MORNINGS = ["0", "6", "12", "18", "24"];

interface HistoryProps {
  one: Target;
  /** Newest first. */
  past: Happened[];
}

/** Returns the starts of the last `count` local days and the end of the last one, ascending. */
const daysUntil = (now: number, zone: string, count: number): number[] =>
  dayStarts(now - (count - 1) * DAY_MS, now + 2 * DAY_MS, zone).slice(0, count + 1);

const labelOf = (strip: Strip, name: string, zone: string): string => {
  const clock = (at: number) => clockLabel(language(), at, zone);
  const on = strip.on.map(({ from, to }) => t("live {from} to {until}", { from: clock(from), until: clock(to) }));
  const unknown = strip.unknown.map(({ from, to }) =>
    t("unknown {from} to {until}", { from: clock(from), until: clock(to) }),
  );
  const reported = [...unknown, ...on].join(", ");
  return `${name}: ${reported === "" ? t("offline") : reported}`;
};

const SHORT_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A Monday, epoch ms. */
const MONDAY = Date.UTC(2024, 0, 1);

/** Returns the weekdays in the reader's language, from "Mon" to "Sun". */
const shortDays = (): string[] =>
  once(`short days ${language()}`, () => {
    const format = new Intl.DateTimeFormat(localeOf(language()), { weekday: "short", timeZone: "UTC" });
    return SHORT_DAYS.map((_, place) => format.format(MONDAY + place * DAY_MS));
  });

/** Returns the weekday on the reader's calendar, 0 for Monday. */
const weekdayOf = (at: number, zone: string): number =>
  SHORT_DAYS.findIndex((day) => dayLabel("en", at, zone).includes(day));

/** Usual times this close to each other are shown as one. */
const SAME_MINUTES = 30;
const ROUND_MINUTES = 15;

/** Says on the reader's clock when a creator usually goes live; nothing without usual hours. */
function Usual({ one: { past: history }, usual }: { one: Target; usual: UsualHours }) {
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

/** The last seven days, one strip each. */
export function Week({ one, past: history, horizon }: HistoryProps & { horizon: Horizon }) {
  const { now, zone } = useScene();
  const days = daysUntil(now, zone, DAYS);
  const whole = stripOf(one, history, { from: days[0]!, most: MAX_OF_ITS_EVENTS, horizon });
  const strips = byDay(whole, days);
  const usualHours = usualHoursOf(one, now);
  const { clock, hours } = usualHours;
  const usual = hours
    .flatMap(({ minute }) => timesOf(minute, days[0]!, days.at(-1)!, clock))
    .map((at) => ({ from: at - ABOUT_MS, to: at + ABOUT_MS }));
  const usualOn = byDay({ on: usual, unknown: [] }, days);
  return (
    <section class="card" aria-labelledby="week">
      <div class="cap">
        <h2 id="week">{t("This week")}</h2>
        <StripKey usual={hours.length > 0} />
      </div>
      <div class="tl">
        {strips.map((strip, place) => {
          const name = place === strips.length - 1 ? t("Today") : dayLabel(language(), strip.from, zone);
          return (
            <div class="tlr">
              <span>{name}</span>
              <StripPicture strip={strip} label={labelOf(strip, name, zone)} until={now} usual={usualOn[place]!.on} />
            </div>
          );
        })}
        <div class="hrs" aria-hidden="true">
          {MORNINGS.map((hour) => (
            <span>{hour}</span>
          ))}
        </div>
      </div>
      <Usual one={one} usual={usualHours} />
    </section>
  );
}

const CELL = 22;
const SIDE = 19;
interface MonthsProps {
  one: Target;
  spans: Span[];
  /** The zone in which reports count months. */
  zone: string;
  /** The start of what was read of its past, epoch ms. */
  readFrom: number;
}

const MAX_MONTHS = 4;

/** The hours live in each month, latest first, as reports count them. A month that was only read in part is left out. */
function Months({ one, spans, zone, readFrom }: MonthsProps) {
  const { now, zone: its } = useScene();
  const first = Math.min(one.createdAt, ...spans.map(({ from }) => from));
  const months: Span[] = [];
  for (let at = now; at >= first && months.length < MAX_MONTHS; at = months.at(-1)!.from - 1) {
    const month = monthAround(at, zone);
    if (month.from < readFrom) break;
    months.push(month);
  }
  return (
    <>
      <dl class="months">
        {months.map((month) => (
          <div>
            <dt>{monthLabel(language(), month.from, zone)}</dt>
            <dd class="num">{spokenHours(language(), lengthOf(clipped(spans, month.from, month.to)))}</dd>
          </div>
        ))}
      </dl>
      {zone === its || months.length === 0 ? null : (
        <p class="small soft">{t("Months are in {zone} time, as in reports.", { zone: cityOf(zone) })}</p>
      )}
    </>
  );
}

interface CalendarProps extends HistoryProps {
  /** Newest first. */
  all: Broadcast[];
  /** The zone in which reports count months. */
  monthsIn: string;
}

/** Thirteen weeks as squares, one column each: the darker, the longer live. */
export function Calendar({ one, past: history, all, monthsIn }: CalendarProps) {
  const { now, zone } = useScene();
  const spans = all.flatMap((broadcast) => observedOf(broadcast, now));
  const today = dayStarts(now, now + 1, zone)[0]!;
  const weekday = weekdayOf(now, zone);
  const count = (WEEKS - 1) * DAYS + weekday + 1;
  const days = msByDay(spans, zone, today, count);
  const longest = Math.max(...days);
  const readFrom = history.length >= MAX_OF_ITS_EVENTS ? history.at(-1)!.detectedAt : 0;
  const knownFrom = Math.max(one.createdAt, readFrom);
  const known = Math.floor((today + DAY_MS - knownFrom) / DAY_MS) + 1;
  const sum = days.reduce((a, b) => a + b, 0);
  const first = today - (count - 1) * DAY_MS;
  const inside = spans.filter(({ to }) => to > first);
  const since = Math.max(first, Math.min(knownFrom, ...inside.map(({ from }) => from)));
  const words =
    sum === 0
      ? t("Not live in these weeks, as far as we know.")
      : plural(
          inside.length,
          "{n} stream since {date}, {time} in all. Longest streak: {days}.",
          "{n} streams since {date}, {time} in all. Longest streak: {days}.",
          {
            date: dateLabel(language(), since, zone),
            time: spokenHours(language(), sum),
            days: plural(longestRun(days), "{n} day", "{n} days"),
          },
        );
  return (
    <section class="card" aria-labelledby="days">
      <div class="cap">
        <h2 id="days">{t("Days live")}</h2>
        <HeatScale />
        <CsvLink href={`/creators/${one.id}/series.csv`} of={t("days live")} />
      </div>
      <div class="bd">
        <div class="heat" role="img" aria-label={`${t("Time live per day in the last 13 weeks.")} ${words}`}>
          <div class="days" aria-hidden="true">
            {shortDays().map((day, place) => (
              <span>{place % 2 === 0 ? day : ""}</span>
            ))}
          </div>
          <svg class="sq" viewBox={`0 0 ${WEEKS * CELL} ${DAYS * CELL}`} aria-hidden="true">
            {raw(
              days
                .map((ms, ago) => {
                  const place = count - 1 - ago;
                  const sort = ms > 0 ? `q${levelOf(ms, longest)}` : ago < known ? "q0" : "fut";
                  const [x, y] = [Math.floor(place / DAYS) * CELL + 1, (place % DAYS) * CELL + 1];
                  return `<rect class="${sort}" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" rx="4.5"/>`;
                })
                .join(""),
            )}
          </svg>
          <div class="hrs" aria-hidden="true">
            <span>{dateLabel(language(), first, zone)}</span>
            <span>{dateLabel(language(), today, zone)}</span>
          </div>
        </div>
        <p class="small soft">{words}</p>
        <Months one={one} spans={spans} zone={monthsIn} readFrom={readFrom} />
      </div>
    </section>
  );
}
