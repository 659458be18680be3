import type * as z from "zod";
import { isObject, pointed, type Json } from "../core/json.ts";
import { err, ok, type Result } from "../core/result.ts";
import { cut } from "../core/text.ts";
import type { FieldError, Refusal } from "../core/refusal.ts";

/** What a person sent, as the form says; else every field that is wrong, by JSON Pointer. */
export function readForm<T>(form: z.ZodType<T>, body: unknown): Result<T, Refusal> {
  const crowded = crowdedIn(body);
  if (crowded !== null) return err({ kind: "invalid", errors: [{ pointer: crowded, message: "has too many fields" }] });
  const read = form.safeParse(body);
  if (read.success) return ok(read.data);
  const errors: FieldError[] = [];
  for (const issue of read.error.issues) {
    if (errors.length >= MAX_ERRORS) break;
    errors.push(...errorsOf(issue, body as Json));
  }
  return err({ kind: "invalid", errors });
}

const LONGEST_MESSAGE = 1000;

/** More faults than these are not told: whoever sent a hundred thousand has read enough. */
const MAX_ERRORS = 100;

/** More than any form has: to name each that is not known takes seconds. */
const MAX_FIELDS = 10_000;

/** Where an object is that nobody needs to look at field by field, at the top or right below; null where none is. */
function crowdedIn(body: unknown): string | null {
  if (!isObject(body)) return null;
  const names = Object.keys(body);
  if (names.length > MAX_FIELDS) return "";
  const found = names.find((name) => isObject(body[name]) && Object.keys(body[name]).length > MAX_FIELDS);
  return found === undefined ? null : shownPointer([found]);
}

/** A name that is longer is cut where it is said back: no form of ours has one. */
const LONGEST_NAME = 100;

const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

const pointerOf = (path: PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");

/** The same as it is said back. */
const shownPointer = (path: PropertyKey[]): string => pointerOf(path.map((key) => cut(String(key), LONGEST_NAME)));

function errorsOf(issue: z.core.$ZodIssue, body: Json): FieldError[] {
  const pointer = shownPointer(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, MAX_ERRORS)
      .map((key) => ({ pointer: pointer + shownPointer([key]), message: "is not a known field" }));
  }
  const absent = issue.code !== "custom" && pointed(body, pointerOf(issue.path)) === undefined;
  const message = cut(issue.message.replace(/^(Invalid input|Too (big|small)): /, ""), LONGEST_MESSAGE);
  return [{ pointer, message: absent ? "is required" : message }];
}
