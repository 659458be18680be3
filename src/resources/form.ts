import * as z from "zod";
import { instantOf, iso } from "../core/instant.ts";
import { isObject, pointed, type Json } from "../core/json.ts";
import { didYouMean } from "../core/nearest.ts";
import { err, ok, type Result } from "../core/result.ts";
import { cut } from "../core/text.ts";
import type { FieldError, Refusal } from "../core/refusal.ts";

const ZONED = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d))?$/;

/** An instant in a request, ISO 8601 with a zone (a bare date is UTC), parsed to epoch ms. */
export const instantForm = () =>
  z.string().transform((text, context): number => {
    const at = read(text);
    if (at !== null) return at;
    context.addIssue({ code: "custom", message: "must be an ISO 8601 instant such as 2026-03-01T12:00:00Z" });
    return z.NEVER;
  });

function read(text: string): number | null {
  const [, date, time = "00:00", seconds = "00", fraction = "", zone = "Z"] = ZONED.exec(text) ?? [];
  const local = instantOf(`${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  // A day that does not exist in its month is parsed as another one.
  if (date === undefined || local === null || !iso(local).startsWith(date)) return null;
  if (zone === "Z") return local;
  const [hours, rest] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hours > 23 || rest > 59) return null;
  const minutes = hours * 60 + rest;
  return local - (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

/**
 * Parses a request body with a form. The error lists every invalid field by JSON Pointer; `readOnly` are fields of
 * answers at its top.
 */
export function readForm<T>(
  form: z.ZodType<T>,
  body: unknown,
  readOnly: () => string[] = () => [],
): Result<T, Refusal> {
  const crowded = crowdedIn(body);
  if (crowded !== null) return err({ kind: "invalid", errors: [{ pointer: crowded, message: "has too many fields" }] });
  const read = form.safeParse(body);
  if (read.success) return ok(read.data);
  const errors: FieldError[] = [];
  for (const issue of read.error.issues) {
    if (errors.length >= MAX_ERRORS) break;
    errors.push(...errorsOf(issue, body as Json, form, readOnly));
  }
  return err({ kind: "invalid", errors });
}

const LONGEST_MESSAGE = 1000;

/** The maximum number of errors to report. */
const MAX_ERRORS = 100;

/** More fields than any form has. Listing each unknown one would take seconds. */
const MAX_FIELDS = 10_000;

/** The pointer of an object with too many fields, at the top or one level below; null for none. */
function crowdedIn(body: unknown): string | null {
  if (!isObject(body)) return null;
  const names = Object.keys(body);
  if (names.length > MAX_FIELDS) return "";
  const found = names.find((name) => isObject(body[name]) && Object.keys(body[name]).length > MAX_FIELDS);
  return found === undefined ? null : displayedPointer([found]);
}

/** Longer names are cut in error messages. No form has one. */
const LONGEST_NAME = 100;

const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

const pointerOf = (path: PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");

/** The pointer as it appears in error messages. */
const displayedPointer = (path: PropertyKey[]): string => pointerOf(path.map((key) => cut(String(key), LONGEST_NAME)));

/** The names of the fields that a form knows at this path of a body; none where it takes any or no fields. */
function fieldsAt(form: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = (form as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return fieldsAt(def.innerType, path);
  if (def.type === "pipe") return fieldsAt(def.in, path);
  if (def.type === "union") return [...new Set(def.options.flatMap((one) => fieldsAt(one, path)))];
  const [name, ...rest] = path;
  if (def.type === "object") {
    if (name === undefined) return Object.keys(def.shape);
    const field = Object.hasOwn(def.shape, name) ? def.shape[String(name)] : undefined;
    return field === undefined ? [] : fieldsAt(field, rest);
  }
  if (name === undefined) return [];
  if (def.type === "array") return fieldsAt(def.element, rest);
  return def.type === "record" ? fieldsAt(def.valueType, rest) : [];
}

function errorsOf(issue: z.core.$ZodIssue, body: Json, form: z.ZodType, readOnly: () => string[]): FieldError[] {
  const pointer = displayedPointer(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = fieldsAt(form, issue.path);
    const fixed = issue.path.length === 0 ? readOnly() : [];
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      pointer: pointer + displayedPointer([key]),
      message: fixed.includes(key) ? "is read-only" : `is not a known field${didYouMean(key, known)}`,
    }));
  }
  const provided = issue.code === "custom" ? null : pointed(body, pointerOf(issue.path));
  if (provided === undefined) return [{ pointer, message: "is required" }];
  const message = issue.message.replace(/^(Invalid input|Too (big|small)): /, "");
  return [{ pointer, message: cut(message + suggestionFor(issue, provided), LONGEST_MESSAGE) }];
}

/** For a text that is none of a few values: the one that may have been meant. */
export const suggestionFor = (issue: z.core.$ZodIssue, provided: unknown): string =>
  issue.code === "invalid_value" && typeof provided === "string"
    ? didYouMean(
        provided,
        issue.values.filter((value) => typeof value === "string"),
      )
    : "";
