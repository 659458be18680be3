import * as z from "zod";
import { didYouMean, nearest } from "../../../core/nearest.ts";
import { inSingleBraces, knownPlaceholders, placeholdersIn } from "../../../core/template.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import { eventTypeNames, eventTypes } from "../../../kinds/events.ts";

const LONGEST = 1000;

/** The form of templates by exact event type. Their placeholders must exist for the type. */
export const templateForm = () =>
  z.record(z.string(), z.string()).superRefine((template, context) => {
    for (const [type, text] of Object.entries(template)) {
      const message = invalid(type, text);
      if (message !== null) context.addIssue({ code: "custom", path: [type], message });
    }
  });

function invalid(type: string, text: string): string | null {
  const row = Object.hasOwn(eventTypes, type) ? eventTypes[type] : undefined;
  if (row === undefined)
    return `is not an exact event type${didYouMean(type, eventTypeNames) || ";"} known are: ${eventTypeNames.join(", ")}`;
  const length = Array.from(text).length;
  if (length < 1 || length > LONGEST) return `must have 1 to ${LONGEST} characters`;
  // Fields of objects depend on the configuration, so any name is accepted.
  const several = Object.entries(row.example(0)).filter(([, value]) => isObject(value));
  const parts = several.flatMap(([field, value]) => Object.keys(value as JsonObject).map((name) => `${field}.${name}`));
  const known = knownPlaceholders([...Object.keys(row.fields().shape), ...parts]);
  const list = `known are: ${known.map((name) => `{{${name}}}`).join(", ")}`;
  for (const name of placeholdersIn(text)) {
    if (name === "") return `has braces that are no placeholder; ${list}`;
    if (!known.includes(name) && !several.some(([field]) => name.startsWith(`${field}.`)))
      return `does not know {{${name}}}${meant(nearest(name, known))}; ${list}`;
  }
  for (const name of inSingleBraces(text)) {
    const likely = nearest(name, known);
    if (likely !== null) return `has {${name}} in single braces${meant(likely)}`;
  }
  return null;
}

const meant = (name: string | null): string => (name === null ? "" : `: did you mean {{${name}}}?`);
