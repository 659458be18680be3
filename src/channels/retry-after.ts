const MAX_SECONDS = 86_400;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

/** Whole seconds, rounded up, at most one day; null for NaN. */
export const waitSeconds = (seconds: number): number | null =>
  Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 0), MAX_SECONDS);

/**
 * The seconds of `Retry-After`, from 0 to one day; null if missing. A date is relative to the answer's `Date` header,
 * and ignored without one.
 */
export function retryAfterSeconds(headers: Record<string, string>): number | null {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return null;
  if (/^\d+(\.\d+)?$/.test(text)) return waitSeconds(Number(text));
  const [until, now] = [httpDateSeconds(text), httpDateSeconds(headers["date"]?.trim() ?? "")];
  return until === null || now === null ? null : waitSeconds(until - now);
}

/** An HTTP date ("Sun, 06 Nov 1994 08:49:37 GMT") as seconds since 1970; null if malformed. */
function httpDateSeconds(text: string): number | null {
  const parts = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(text);
  const month = MONTHS.indexOf(parts?.[2] ?? "-") / 3;
  if (parts === null || !Number.isInteger(month) || month < 0) return null;
  const [day, year, hour, minute, second] = [1, 3, 4, 5, 6].map((index) => Number(parts[index])) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
}

/** Years start in March here, so that the leap day is the last. */
function daysSince1970(year: number, month: number, day: number): number {
  const fromMarch = (month + 10) % 12;
  const years = month < 2 ? year - 1 : year;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return years * 365 + leapDays + Math.floor((153 * fromMarch + 2) / 5) + day - 1 - 719_468;
}
