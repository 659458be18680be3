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

/** The body of a digest: where nothing else helps, only what stands at its top in a word or a number is left. */
export function digestBody(data: JsonObject, writtenAt: number): string {
  const facts = Object.entries(data).filter(([, value]) => typeof value !== "object");
  return fittedBody("digest", writtenAt, data, shortened(Object.fromEntries(facts.slice(0, 20)), 100) as JsonObject);
}

/** What is too long is cut, and `data.truncated` says so; the smallest form is taken as it is. */
function fittedBody(type: string, at: number, whole: JsonObject, smallest: JsonObject): string {
  const bodyWith = (data: JsonObject): string => JSON.stringify({ type, timestamp: iso(at), data });
  for (const longest of LONGEST) {
    const data = shortened(whole, longest) as JsonObject;
    const body = bodyWith(longest === Infinity ? data : { ...data, truncated: true });
    if (new TextEncoder().encode(body).length <= MAX_BYTES) return body;
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
