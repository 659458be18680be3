import type { JsonObject } from "../core/json.ts";

/** Calls an operation of the API as an actor, with its checks, limits and audit entries. */
export type Inside = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: JsonObject,
  /** An Idempotency-Key. */
  key?: string,
) => Promise<{ status: number; body: JsonObject }>;
