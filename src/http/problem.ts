import { saysTooMany, saysUsedUp, untilMidnightMs } from "../core/database-use.ts";
import type { Existing, FieldError, Refusal, User } from "../core/refusal.ts";
import type { Result } from "../core/result.ts";
import { cut, seen } from "../core/text.ts";

interface Extras {
  errors?: FieldError[];
  usedBy?: User[];
  existing?: Existing;
}

/** Limits on texts that are repeated in an answer, in characters. */
const MAX_REPORTED = { pointer: 200, message: 1000, detail: 1000 };

/** Limit on the errors of an answer in bytes, so that it is never as long as the request. */
const MAX_BYTES = 6000;

const shortened = (text: string, max: number): string => seen(cut(text, max));

/** The first of these, shortened, that fit into one answer. */
function fitting<One>(all: One[], shorten: (one: One) => One): One[] {
  const some: One[] = [];
  let left = MAX_BYTES;
  for (const one of all) {
    const short = shorten(one);
    left -= new TextEncoder().encode(JSON.stringify(short)).length + 1;
    if (left < 0) break;
    some.push(short);
  }
  return some;
}

const shortError = ({ pointer, message }: FieldError): FieldError => ({
  pointer: cut(pointer, MAX_REPORTED.pointer),
  message: shortened(message, MAX_REPORTED.message),
});

/** Limits the lists of an answer, and counts what is left out. */
function bounded({ errors, usedBy, existing }: Extras): { extras: Extras; more: number } {
  const named = errors === undefined ? undefined : fitting(errors, shortError);
  const users = usedBy === undefined ? undefined : fitting(usedBy, (one) => one);
  const more = (errors?.length ?? 0) - (named?.length ?? 0) + (usedBy?.length ?? 0) - (users?.length ?? 0);
  return {
    extras: {
      ...(named === undefined ? {} : { errors: named }),
      ...(users === undefined ? {} : { usedBy: users }),
      ...(existing === undefined ? {} : { existing }),
    },
    more,
  };
}

const type = <Status extends number>(status: Status, title: string) => ({ status, title });

/** Problem types (RFC 9457) by the last part of their `type`. The first of a status is its default. */
export const problemTypes = {
  malformed: type(400, "Malformed request"),
  query: type(400, "Invalid query parameter"),
  unauthorized: type(401, "No valid token"),
  forbidden: type(403, "Scope too narrow"),
  "not-found": type(404, "Not found"),
  "method-not-allowed": type(405, "Method not allowed"),
  conflict: type(409, "Conflict"),
  "in-use": type(409, "In use"),
  "still-running": type(409, "Still running"),
  changed: type(412, "Changed by someone else"),
  "too-large": type(413, "Body too large"),
  "media-type": type(415, "Media type not accepted"),
  invalid: type(422, "Invalid content"),
  full: type(422, "Limit reached"),
  "key-reused": type(422, "Idempotency-Key already used"),
  throttled: type(429, "Too many requests"),
  internal: type(500, "Internal error"),
  misconfigured: type(503, "Wrong configuration"),
  "setting-up": type(503, "Setting up"),
  "database-quota": type(503, "Daily database quota used up"),
};

export type ProblemSort = keyof typeof problemTypes;
type ProblemStatus = (typeof problemTypes)[ProblemSort]["status"];

export const problemSorts = Object.keys(problemTypes) as ProblemSort[];

/** The `type` of a problem: a reference to its documentation. */
export const typeOf = (sort: ProblemSort): string => `/problems/${sort}`;

/** The default problem type of a status. */
export const sortOf = (status: ProblemStatus): ProblemSort =>
  problemSorts.find((sort) => problemTypes[sort].status === status)!;

/** An error answer (RFC 9457). Only `src/http` and routes throw it. */
export class Problem extends Error {
  readonly sort: ProblemSort;
  readonly extras: Extras;
  readonly headers: Record<string, string>;

  constructor(
    sort: ProblemSort | ProblemStatus,
    detail: string,
    extras: Extras = {},
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.sort = typeof sort === "number" ? sortOf(sort) : sort;
    this.extras = extras;
    this.headers = headers;
  }

  get status(): ProblemStatus {
    return problemTypes[this.sort].status;
  }

  response(): Response {
    const { sort, status, headers } = this;
    const { extras, more } = bounded(this.extras);
    const detail = shortened(this.message, MAX_REPORTED.detail);
    const body = {
      type: typeOf(sort),
      title: problemTypes[sort].title,
      status,
      detail: more === 0 ? detail : `${detail} ${more} more ${more === 1 ? "is" : "are"} not named here.`,
      ...extras,
    };
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    });
  }
}

/** The Problem for an exhausted daily quota of the database; null for other errors. */
export function quotaProblem(thrown: unknown): Problem | null {
  if (saysTooMany(thrown))
    return new Problem(
      "full",
      "This needs more database statements than your plan allows a request. Ask for less, such as one watchlist.",
    );
  if (!saysUsedUp(thrown)) return null;
  const seconds = Math.ceil(untilMidnightMs(Date.now()) / 1000);
  const detail =
    "Cloudflare's free plan gives the database so many rows a day, and today's are used up. It answers again at midnight UTC; " +
    "the paid plan has no such limit.";
  return new Problem("database-quota", detail, {}, { "retry-after": String(seconds) });
}

/** A concurrent request has the same key, and its answer is not ready. */
export const RUNNING = "The first request with this Idempotency-Key is still running.";

/** What is said of a body whose fields are listed. */
export const INVALID = "Some fields are not valid.";

/** Maps refusals to HTTP. */
function problemOf(refusal: Refusal): Problem {
  if (refusal.kind === "missing") return new Problem(404, refusal.detail);
  if (refusal.kind === "invalid") {
    const { kind: _kind, ...extras } = refusal;
    return new Problem(422, INVALID, extras);
  }
  if (refusal.kind === "forbidden") return new Problem(403, refusal.detail);
  if (refusal.kind === "changed") return new Problem(412, refusal.detail);
  if (refusal.kind === "repeated") return new Problem("still-running", RUNNING);
  if (refusal.kind === "full") return new Problem("full", refusal.detail);
  if (refusal.kind === "throttled") {
    return new Problem(429, refusal.detail, {}, { "retry-after": String(refusal.retryAfterSeconds) });
  }
  const { detail, usedBy, existing } = refusal;
  if (usedBy !== undefined) return new Problem("in-use", detail, { usedBy });
  return new Problem(409, detail, existing === undefined ? {} : { existing });
}

/** The value of a result. Throws its refusal as a Problem. */
export function granted<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw problemOf(result.error);
}

/** The field errors of a result; null if it is ok or refused for another reason. */
export const invalidIn = (result: Result<unknown, Refusal>): FieldError[] | null =>
  !result.ok && result.error.kind === "invalid" ? result.error.errors : null;

/** The record that was looked up. Throws the 404 Problem if there is none. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new Problem(404, `No such ${what}.`);
  return thing;
}

/** Why a limited token may not use what concerns all watchlists. */
export const BEYOND = "This token is limited to some watchlists. This concerns all of them.";
