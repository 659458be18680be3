import { publicEvent, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { isObject, type JsonObject } from "../../core/json.ts";
import { cut } from "../../core/text.ts";
import { bytesOf, shortened } from "../shortened.ts";

const MAX_BYTES = 19_900;
const LONGEST = [Infinity, 2000, 500, 100, 25];

/** An event goes to many channels, so its body is rendered once per run. */
const bodies = new WeakMap<Event, string>();

/** The body `{type, timestamp, data}` of an event, below 20 kB. */
export function bodyOf(event: Event): string {
  const known = bodies.get(event);
  if (known !== undefined) return known;
  const displayed = publicEvent(event);
  const body = fittedBody(event.type, event.detectedAt, displayed, { ...displayed, target: null, data: {} });
  bodies.set(event, body);
  return body;
}

/** Limits on the rows of each list, tried in order if a digest is too long. */
const ROWS = [50, 20, 10, 5, 3, 1, 0];

/**
 * The body of a digest. If it is too long, the lists of its sections are shortened, then texts. It always contains the
 * period, the names of sections and the address of the full digest.
 */
export function digestBody(data: JsonObject, writtenAt: number): string {
  const { sections, ...rest } = data;
  const named = isObject(sections) ? sections : {};
  const bodyWith = (one: JsonObject) =>
    JSON.stringify({ type: "digest", timestamp: iso(writtenAt), data: shortened(one, Infinity) });
  const whole = bodyWith(data);
  if (bytesOf(whole) <= MAX_BYTES) return whole;
  for (const rows of ROWS) {
    const body = bodyWith({ ...rest, sections: withRows(named, rows), truncated: true });
    if (bytesOf(body) <= MAX_BYTES) return body;
  }
  const { period = null, ...others } = rest;
  const facts = Object.entries(others).filter(([, value]) => typeof value !== "object");
  const least = shortened(Object.fromEntries(facts.slice(0, 20)), 200) as JsonObject;
  return fittedBody(
    "digest",
    writtenAt,
    { ...rest, sections: withRows(named, 0) },
    {
      ...least,
      period,
      sections: Object.fromEntries(
        Object.keys(named)
          .slice(0, 20)
          .map((name) => [cut(name, 100), {}]),
      ),
    },
  );
}

/** Sections with up to `rows` rows in each list. */
const withRows = (sections: JsonObject, rows: number): JsonObject =>
  Object.fromEntries(
    Object.entries(sections).map(([name, section]) => [
      name,
      isObject(section)
        ? Object.fromEntries(
            Object.entries(section).map(([field, value]) => [
              field,
              Array.isArray(value) ? value.slice(0, rows) : value,
            ]),
          )
        : section,
    ]),
  );

/** Shortens data until it fits, and marks it with `data.truncated`. The smallest form is used as it is. */
function fittedBody(type: string, at: number, whole: JsonObject, smallest: JsonObject): string {
  const bodyWith = (data: JsonObject): string => JSON.stringify({ type, timestamp: iso(at), data });
  for (const longest of LONGEST) {
    const data = shortened(whole, longest) as JsonObject;
    const body = bodyWith(longest === Infinity ? data : { ...data, truncated: true });
    if (bytesOf(body) <= MAX_BYTES) return body;
  }
  return bodyWith({ ...smallest, truncated: true });
}
