import type * as z from "zod";
import { pointed, type Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { FieldError, Refusal } from "./refusal.ts";

/** What a person sent, as the form says; else every field that is wrong, by JSON Pointer. */
export function readForm<T>(form: z.ZodType<T>, body: unknown): Result<T, Refusal> {
  const read = form.safeParse(body);
  if (read.success) return ok(read.data);
  const errors: FieldError[] = [];
  for (const issue of read.error.issues) {
    if (errors.length >= MOST_ERRORS) break;
    errors.push(...errorsOf(issue, body as Json));
  }
  return err({ kind: "invalid", errors });
}

/** More faults than these are not told: whoever sent a hundred thousand has read enough. */
const MOST_ERRORS = 100;

const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

const pointerOf = (path: PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");

function errorsOf(issue: z.core.$ZodIssue, body: Json): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, MOST_ERRORS)
      .map((key) => ({ pointer: `${pointer}/${escaped(key)}`, message: "is not a known field" }));
  }
  const absent = issue.code !== "custom" && pointed(body, pointer) === undefined;
  return [
    { pointer, message: absent ? "is required" : issue.message.replace(/^(Invalid input|Too (big|small)): /, "") },
  ];
}
