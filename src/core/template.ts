import { spokenDuration } from "./duration.ts";
import type { Event } from "./event.ts";
import { iso } from "./instant.ts";
import type { Language } from "./language.ts";

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\}\}/g;

/** Placeholders that every event fills. */
const COMMON = ["name", "kind", "handle", "type", "time"];

/** The names of the placeholders in a template; a brace pair that is none counts as the empty name. */
export function placeholdersIn(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return /\{\{|\}\}/.test(template.replaceAll(PLACEHOLDER, "")) ? [...names, ""] : names;
}

/** What a template for an event with these data fields may name; a length in seconds is also there in words. */
export const knownPlaceholders = (dataFields: readonly string[]): string[] => [
  ...COMMON,
  ...dataFields,
  ...(dataFields.includes("durationSeconds") ? ["duration"] : []),
];

/** The template's text for an event: placeholders only, no code; what the event does not have is left empty. */
export const filledTemplate = (template: string, event: Event, language: Language): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string) => valueOf(name, event, language));

function valueOf(name: string, event: Event, language: Language): string {
  const { target, data } = event;
  if (name === "name") return target?.name ?? "";
  if (name === "kind") return target?.kind ?? "";
  if (name === "type") return event.type;
  if (name === "time") return iso(event.occurredAt);
  if (name === "duration" && data["duration"] === undefined)
    return spokenDuration(language, Number(data["durationSeconds"] ?? 0));
  const value = name === "handle" ? target?.params["handle"] : Object.hasOwn(data, name) ? data[name] : undefined;
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
