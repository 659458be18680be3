import { err, type Result } from "./result.ts";

/** An invalid field; `pointer` is a JSON Pointer into the body. */
export interface FieldError {
  pointer: string;
  message: string;
}

/** Of each resource, so many users are read of one that is to be deleted. */
export const MAX_USERS = 50;

/** A resource that uses the one to be deleted. */
export interface User {
  /** Its noun, such as "subscription". */
  type: string;
  id: string;
  name: string;
}

/** The resource that a new one would repeat. */
export type Existing = Pick<User, "type" | "id">;

/** Why a request is refused. Refusals are data; only `src/http` maps them to statuses. */
export type Refusal =
  | { kind: "missing"; detail: string }
  | { kind: "invalid"; errors: FieldError[]; existing?: Existing }
  /** The token's scope is too low for what the body asks. */
  | { kind: "forbidden"; detail: string }
  | { kind: "conflict"; detail: string; usedBy?: User[]; existing?: Existing }
  /** The resource has changed since the caller read it. */
  | { kind: "changed"; detail: string }
  /** A request with the same Idempotency-Key has completed meanwhile. Its response is returned. */
  | { kind: "repeated" }
  /** The quota is reached. */
  | { kind: "full"; detail: string }
  | { kind: "throttled"; detail: string; retryAfterSeconds: number };

export const missing = (what: string): Result<never, Refusal> => err({ kind: "missing", detail: `No such ${what}.` });

export const invalid = (pointer: string, message: string): Result<never, Refusal> =>
  err({ kind: "invalid", errors: [{ pointer, message }] });

export const conflict = (detail: string): Result<never, Refusal> => err({ kind: "conflict", detail });

/** The refusal to delete a resource that others use. */
export const inUse = (usedBy: User[]): Result<never, Refusal> =>
  err({
    kind: "conflict",
    detail: "It is still in use. Delete what uses it first, or delete both with ?cascade=true.",
    usedBy,
  });
