import type * as z from "zod";
import { pointed, type Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { FieldError, Refusal } from "./refusal.ts";

/** What a person sent, as the form says; else every field that is wrong, by JSON Pointer. */
export function readForm<T>(form: z.ZodType<T>, body: unknown): Result<T, Refusal> {
  const read = form.safeParse(body);
  if (read.success) return ok(read.data);
  return err({ kind: "invalid", errors: read.error.issues.flatMap((issue) => errorsOf(issue, body as Json)) });
}

const escaped = (key: PropertyKey): string => String(key).replaceAll("~", "~0").replaceAll("/", "~1");

const pointerOf = (path: PropertyKey[]): string => path.map((key) => `/${escaped(key)}`).join("");

function errorsOf(issue: z.core.$ZodIssue, body: Json): FieldError[] {
  const pointer = pointerOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ pointer: `${pointer}/${escaped(key)}`, message: "is not a known field" }));
  }
  const absent = issue.code !== "custom" && pointed(body, pointer) === undefined;
  return [
    { pointer, message: absent ? "is required" : issue.message.replace(/^(Invalid input|Too (big|small)): /, "") },
  ];
}
