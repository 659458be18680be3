/** Zones that were asked about: a formatter is dear to make. Names in any case are the same, so they could be any number. */
const zones = new Set<string>();
const MOST_ZONES = 1000;

/** True for the name of an IANA zone; offsets such as +01:00 know no daylight saving and are none. */
export function isTimezone(name: string): boolean {
  if (zones.has(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions();
    const known = timeZone !== "" && /^[A-Za-z]/.test(name);
    if (known && zones.size < MOST_ZONES) zones.add(name);
    return known;
  } catch {
    return false;
  }
}
