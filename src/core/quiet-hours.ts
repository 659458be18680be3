/** A daily span of local time in which nothing is sent. Messages are dropped, or held for a summary at its end. */
export interface QuietHours {
  /** "HH:MM", 24 hours. `from` after `to` spans midnight. */
  from: string;
  to: string;
  timezone: string;
  action: "hold" | "drop";
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const LONGEST_STEP_MINUTES = 15;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes since local midnight at an instant (epoch ms). Throws RangeError for an unknown zone. */
export function localMinutes(timezone: string, at: number): number {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", {
      timeZone: timezone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timezone, format);
  }
  return minutesOf(format.format(at));
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Reports whether the local time is within the span: `from` inclusive, `to` exclusive. */
export function isQuiet(quiet: QuietHours, at: number): boolean {
  const now = localMinutes(quiet.timezone, at);
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

/**
 * The end (epoch ms) of the quiet span that contains `at`: the first whole minute that is not quiet. Hours that
 * daylight saving skips or repeats follow the wall clock.
 */
export function quietUntil(quiet: QuietHours, at: number): number {
  let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  // First in steps no longer than any gap between spans, then by the minute.
  const awake = (minutesOf(quiet.from) - minutesOf(quiet.to) + DAY_MINUTES) % DAY_MINUTES;
  const step = Math.min(LONGEST_STEP_MINUTES, Math.max(1, awake)) * MINUTE_MS;
  const last = minute + 2 * DAY_MINUTES * MINUTE_MS;
  while (minute < last && isQuiet(quiet, minute + step)) minute += step;
  do minute += MINUTE_MS;
  while (minute < last && isQuiet(quiet, minute));
  return minute;
}

const lastSpans = new WeakMap<QuietHours, { from: number; until: number }>();

/** The end of the quiet span that contains an instant, as `quietUntil`; null if none does. The last span is cached. */
export function quietEnd(quiet: QuietHours, at: number): number | null {
  const known = lastSpans.get(quiet);
  if (known !== undefined && at >= known.from && at < known.until) return known.until;
  if (!isQuiet(quiet, at)) return null;
  const until = quietUntil(quiet, at);
  lastSpans.set(quiet, { from: at, until });
  return until;
}
