import { publicEvent, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { cut } from "../../core/text.ts";

const MOST_BYTES = 19_900;
const LONGEST = [Infinity, 2000, 500, 100, 25];

/** The body `{type, timestamp, data}`, below 20 kB: what is too long is cut, and `data.truncated` says so. */
export function bodyOf(event: Event): string {
  const shown = publicEvent(event);
  for (const longest of LONGEST) {
    const data = shortened(shown, longest) as JsonObject;
    const body = bodyWith(event, longest === Infinity ? data : { ...data, truncated: true });
    if (new TextEncoder().encode(body).length <= MOST_BYTES) return body;
  }
  return bodyWith(event, { ...shown, target: null, data: {}, truncated: true });
}

const bodyWith = (event: Event, data: JsonObject): string =>
  JSON.stringify({ type: event.type, timestamp: iso(event.detectedAt), data });

/** Texts, lists and objects with at most `longest` characters or entries each; every text well-formed. */
function shortened(value: Json, longest: number): Json {
  if (typeof value === "string") return cut(value.toWellFormed(), longest);
  if (Array.isArray(value)) return value.slice(0, longest).map((entry) => shortened(entry, longest));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).slice(0, Math.max(longest, 100));
  return Object.fromEntries(
    entries.map(([key, entry]) => [cut(key.toWellFormed(), longest), shortened(entry, longest)]),
  );
}
