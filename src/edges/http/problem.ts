import type { FieldError, Refusal, User } from "../../core/refusal.ts";
import type { Result } from "../../core/result.ts";

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

interface Extras {
  errors?: FieldError[];
  usedBy?: User[];
}

/** An answer that is an error, as RFC 9457 says: thrown by the HTTP edge, written by it alone. */
export class Problem extends Error {
  readonly status: number;
  readonly extras: Extras;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, extras: Extras = {}, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.extras = extras;
    this.headers = headers;
  }

  response(): Response {
    const { status, extras, headers } = this;
    const body = { type: "about:blank", title: titles[status] ?? "Error", status, detail: this.message, ...extras };
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    });
  }
}

/** Two of one key at the same time: the other one's answer is not there yet. */
export const RUNNING = "The first request with this Idempotency-Key is still running.";

/** The one map from a refusal to the wire. */
function problemOf(refusal: Refusal): Problem {
  if (refusal.kind === "missing") return new Problem(404, refusal.detail);
  if (refusal.kind === "invalid") return new Problem(422, "Some fields are not valid.", { errors: refusal.errors });
  if (refusal.kind === "changed") return new Problem(412, refusal.detail);
  if (refusal.kind === "repeated") return new Problem(409, RUNNING);
  if (refusal.kind === "full") return new Problem(422, refusal.detail);
  if (refusal.kind === "throttled") {
    return new Problem(429, refusal.detail, {}, { "retry-after": String(refusal.retryAfterSeconds) });
  }
  return new Problem(409, refusal.detail, refusal.usedBy === undefined ? {} : { usedBy: refusal.usedBy });
}

/** The value of a result; throws the Problem that its refusal is. */
export function granted<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw problemOf(result.error);
}

/** What was looked for; throws the 404 Problem where there is none. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new Problem(404, `No such ${what}.`);
  return thing;
}
