const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 50;

/** The local date of an instant: "2027-03-01". */
export function dayText(at: number, timezone: string): string {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
    if (formats.size < MAX_FORMATS) formats.set(timezone, format);
  }
  return format.format(at);
}
