import type { Child } from "hono/jsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { marked, meant, t } from "../../../ui/words/text.ts";
import { calendarPeriod, type CalendarPeriod } from "../../../core/calendar-period.ts";
import { dateText, before, dayStarts } from "../../../core/calendar.ts";

/** Two dates in a form, with what is wrong with them. */
export const RangeFields = ({ range }: { range: Range }) => {
  const bad = range.error === null ? {} : { "aria-invalid": "true" as const, "aria-describedby": "range-bad" };
  return (
    <>
      <div class="two">
        <div class="field">
          <label for="from">{meant("time", "From")}</label>
          <input class="in" type="date" name="from" id="from" value={range.from} {...bad} />
        </div>
        <div class="field">
          <label for="to">{meant("time", "To")}</label>
          <input class="in" type="date" name="to" id="to" value={range.to} {...bad} />
        </div>
      </div>
      {range.error === null ? null : (
        <p class="bad-words" role="alert" id="range-bad">
          <Icon name="hand" small />
          {t(range.error)}
        </p>
      )}
    </>
  );
};

/** Folds the form of any dates, unless some were chosen or are wrong. */
export const OtherDates = ({ range, children }: { range: Range; children?: Child }) => (
  <Fold title={t("Other dates")} class="dated" open={range.days === null || range.error !== null}>
    {children}
  </Fold>
);

/** The spans of days that are offered. */
export const PRESETS = [7, 30, 90] as const;

/** The days that an address asks for. */
export interface Range {
  period: CalendarPeriod;
  /** "2027-03-01", both included. */
  from: string;
  to: string;
  /** The offered span that it is; null for dates. */
  days: number | null;
  /** What is wrong with the dates that were entered; null if nothing is, or none were. */
  error: string | null;
}

const INVALID = marked("Enter two dates, the first not after the second, of at most 400 days, and not in the future.");

/**
 * The range in an address: `from` and `to` as dates of the zone, or `days` up to today. Wrong dates are reported and
 * the usual range is shown.
 */
export function rangeIn({ searchParams }: URL, timezone: string, now: number, usual = 30): Range {
  const [from, to] = ["from", "to"].map((name) => searchParams.get(name) ?? "") as [string, string];
  const entered = from !== "" || to !== "";
  const period = entered ? calendarPeriod(`${from}/${to}`, timezone, now) : null;
  if (period !== null && period.from < now) return { period, from, to, days: null, error: null };
  const requested = Number(searchParams.get("days"));
  const days = (PRESETS as readonly number[]).includes(requested) ? requested : usual;
  const today = dayStarts(now, now + 1, timezone)[0]!;
  const first = dateText(before(today, `P${days - 1}D`, timezone), timezone);
  const last = dateText(now, timezone);
  return {
    period: calendarPeriod(`${first}/${last}`, timezone, now)!,
    from: first,
    to: last,
    days,
    error: entered ? INVALID : null,
  };
}
