import { spokenDuration } from "./duration.ts";
import type { Event } from "./event.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { iso } from "./instant.ts";
import type { Phrase } from "./notice.ts";
import type { Language } from "./language.ts";

/** A name, or a name within an object: `info.title`. */
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)?)\s*\}\}/g;

/** Placeholders that every event has. */
const COMMON = {
  name: "The target's name.",
  kind: "The target's kind.",
  handle: "The creator's handle.",
  type: "The event's type.",
  time: "When it happened, ISO 8601.",
  link: "Where to look: the broadcast, the creator, the hashtag, the product. Empty where nobody knows.",
};

/** A duration in words, for events with `durationSeconds`. */
const SPOKEN = { duration: 'How long it lasted, in words: "3 h 42 min".' };

/** Descriptions of the placeholders that are not fields of an event's data. */
export const placeholderWords: Record<string, string> = { ...COMMON, ...SPOKEN };

/** The names of the placeholders in a template. Other double braces count as the empty name. */
export function placeholdersIn(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return /\{\{|\}\}/.test(template.replaceAll(PLACEHOLDER, "")) ? [...names, ""] : names;
}

/** Names in single braces, which are likely mistakes. */
export const inSingleBraces = (template: string): string[] =>
  [...template.replaceAll(PLACEHOLDER, "").matchAll(/\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}/g)].map(([, name]) => name!);

/** The placeholders of an event with these data fields. */
export const knownPlaceholders = (dataFields: readonly string[]): string[] => [
  ...Object.keys(COMMON),
  ...dataFields,
  ...(dataFields.includes("durationSeconds") ? Object.keys(SPOKEN) : []),
];

/**
 * Fills a template for an event. Only placeholders are replaced, there is no code; missing values are left empty. `url`
 * is the target of `{{link}}`.
 */
export function filledTemplate(template: string, event: Event, url: string | null, language: Language): Phrase[] {
  const parts = template.split(LINK);
  const texts = parts.map((part) => part.replaceAll(PLACEHOLDER, (_, name: string) => valueOf(name, event, language)));
  return texts.flatMap((text, index): Phrase[] => (index === 0 || url === null ? [text] : [{ link: url, url }, text]));
}

const LINK = /\{\{\s*link\s*\}\}/;

function valueOf(name: string, event: Event, language: Language): string {
  const { target, data } = event;
  if (name === "name" && target !== null) return target.name;
  if (name === "kind") return target?.kind ?? "";
  if (name === "type") return event.type;
  if (name === "time") return iso(event.occurredAt);
  if (name === "duration" && data["duration"] === undefined)
    return spokenDuration(language, Number(data["durationSeconds"] ?? 0));
  const value = name === "handle" ? (within(data, "info.handle") ?? target?.params["handle"]) : within(data, name);
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value of a name, or of a name within an object; undefined if there is none. */
function within(data: JsonObject, name: string): Json | undefined {
  const [first = "", second] = name.split(".");
  const own = Object.hasOwn(data, first) ? data[first] : undefined;
  if (second === undefined) return own;
  return isObject(own) && Object.hasOwn(own, second) ? own[second] : undefined;
}
