import { isObject, type Json, type JsonObject } from "../core/json.ts";
import { cut, tidyLine } from "../core/text.ts";

const LONGEST = 160;

/** Where destinations with JSON answers describe errors. */
const REPORTED_AT = ["message", "error", "description", "detail", "title"];

/** The destination's description of a refusal as one line of text; null without one, or for an HTML page. */
export function ownWords(body: string): string | null {
  const reported = tidyLine(reportedIn(body) ?? "");
  return reported === "" ? null : cut(reported, LONGEST);
}

function reportedIn(body: string): string | null {
  if (/^\s*</.test(body)) return null;
  let value: Json;
  try {
    value = JSON.parse(body) as Json;
  } catch {
    // Truncated JSON is not a description.
    return /^\s*[[{"]/.test(body) ? null : body;
  }
  if (!isObject(value)) return typeof value === "string" ? value : null;
  const inner = isObject(value["error"]) ? value["error"] : value;
  const texts = REPORTED_AT.map((name) => inner[name]);
  return (texts.find((text) => typeof text === "string" && text !== "") as string | undefined) ?? null;
}

/** The JSON object in the body of an answer; null for anything else, such as an HTML page. */
export function bodyObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
