import { err, type Result } from "./result.ts";

/** What is wrong with one field; `pointer` is a JSON Pointer into the body. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** Something that needs what was to be deleted. */
export interface User {
  /** Its noun, such as "subscription". */
  type: string;
  id: string;
  name: string;
}

/** Why a wish is not carried out: data, mapped to a status by the HTTP edge alone. */
export type Refusal =
  | { kind: "missing"; detail: string }
  | { kind: "invalid"; errors: FieldError[] }
  | { kind: "conflict"; detail: string; usedBy?: User[] }
  /** It is no longer as it was when whoever asks read it. */
  | { kind: "changed"; detail: string }
  /** A request of the same Idempotency-Key was carried out meanwhile: its answer is this one's. */
  | { kind: "repeated" }
  /** There may be no more of them. */
  | { kind: "full"; detail: string }
  | { kind: "throttled"; detail: string; retryAfterSeconds: number };

export const missing = (what: string): Result<never, Refusal> => err({ kind: "missing", detail: `No such ${what}.` });

export const invalid = (pointer: string, message: string): Result<never, Refusal> =>
  err({ kind: "invalid", errors: [{ pointer, message }] });

export const conflict = (detail: string): Result<never, Refusal> => err({ kind: "conflict", detail });

/** The refusal to delete what others use. */
export const inUse = (usedBy: User[]): Result<never, Refusal> =>
  err({
    kind: "conflict",
    detail: "It is still in use. Delete what uses it first, or delete both with ?cascade=true.",
    usedBy,
  });
