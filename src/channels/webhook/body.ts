import { publicEvent, type Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { cut } from "../../core/text.ts";

const MAX_BYTES = 19_900;
const LONGEST = [Infinity, 2000, 500, 100, 25];

/** An event goes to many channels: what a run has read once is put into words once. */
const bodies = new WeakMap<Event, string>();

/** The body `{type, timestamp, data}` of an event, below 20 kB. */
export function bodyOf(event: Event): string {
  const known = bodies.get(event);
  if (known !== undefined) return known;
  const shown = publicEvent(event);
  const body = fittedBody(event.type, event.detectedAt, shown, { ...shown, target: null, data: {} });
  bodies.set(event, body);
  return body;
}

/** As many rows a list of a section has, where all together are too long. */
const ROWS = [50, 20, 10, 5, 3, 1, 0];

/**
 * The body of a digest: where it is too long each list of its sections loses its last rows, then texts are cut. Its period, its
 * sections by their names and the address of the whole are always there.
 */
export function digestBody(data: JsonObject, writtenAt: number): string {
  const { sections, ...rest } = data;
  const named = isObject(sections) ? sections : {};
  const bodyWith = (one: JsonObject) =>
    JSON.stringify({ type: "digest", timestamp: iso(writtenAt), data: shortened(one, Infinity) });
  const whole = bodyWith(data);
  if (lengthOf(whole) <= MAX_BYTES) return whole;
  for (const rows of ROWS) {
    const body = bodyWith({ ...rest, sections: withRows(named, rows), truncated: true });
    if (lengthOf(body) <= MAX_BYTES) return body;
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

/** Sections with so many rows in each of their lists. */
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

const lengthOf = (body: string): number => new TextEncoder().encode(body).length;

/** What is too long is cut, and `data.truncated` says so; the smallest form is taken as it is. */
function fittedBody(type: string, at: number, whole: JsonObject, smallest: JsonObject): string {
  const bodyWith = (data: JsonObject): string => JSON.stringify({ type, timestamp: iso(at), data });
  for (const longest of LONGEST) {
    const data = shortened(whole, longest) as JsonObject;
    const body = bodyWith(longest === Infinity ? data : { ...data, truncated: true });
    if (lengthOf(body) <= MAX_BYTES) return body;
  }
  return bodyWith({ ...smallest, truncated: true });
}

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
