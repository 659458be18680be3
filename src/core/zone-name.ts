import { isTimezone } from "./calendar.ts";

/** The last part of a zone's name, as people write it: "New York". */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, "_").toLowerCase();

/** Returns the zone that a typed text means; a text that means none as it is, so that it can be reported. */
export const zoneIn = (text: string): string => zoneNamed(text) ?? text;

/**
 * Returns the IANA zone that a typed text means: its name or its city, in any case ("new york"). Null if there is none,
 * or if several zones have that city.
 */
export function zoneNamed(text: string): string | null {
  const requested = plain(text);
  if (requested === "" || requested.length > 64) return null;
  const all = Intl.supportedValuesOf("timeZone");
  const named = requested === "utc" ? "UTC" : all.find((zone) => zone.toLowerCase() === requested);
  if (named !== undefined) return named;
  const cities = all.filter((zone) => zone.toLowerCase().endsWith(`/${requested}`));
  if (cities.length === 1) return cities[0]!;
  // Other names of zones, such as Asia/Kolkata or US/Pacific.
  return text.includes("/") && isTimezone(text.trim()) ? text.trim() : null;
}
