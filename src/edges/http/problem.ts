import { saysUsedUp, untilMidnightMs } from "../../core/database-use.ts";
import type { FieldError, Refusal, User } from "../../core/refusal.ts";
import type { Result } from "../../core/result.ts";
import { cut, seen } from "../../core/text.ts";
import { problemTypes, sortOf, typeOf, type ProblemSort, type ProblemStatus } from "./problem-types.ts";

interface Extras {
  errors?: FieldError[];
  usedBy?: User[];
}

/** Texts that may be said back have so many characters at the most. */
const MAX_SAID = { pointer: 200, message: 1000, detail: 300 };

/** All faults together take so many bytes: an answer must not be as long as what it refuses. */
const MAX_BYTES = 6000;

const shortened = (text: string, max: number): string => seen(cut(text, max));

/** The first of these, shortened, that fit into an answer together. */
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
  pointer: cut(pointer, MAX_SAID.pointer),
  message: shortened(message, MAX_SAID.message),
});

/** What fits of the lists of an answer, and how many are not named. */
function bounded({ errors, usedBy }: Extras): { extras: Extras; more: number } {
  const named = errors === undefined ? undefined : fitting(errors, shortError);
  const users = usedBy === undefined ? undefined : fitting(usedBy, (one) => one);
  const more = (errors?.length ?? 0) - (named?.length ?? 0) + (usedBy?.length ?? 0) - (users?.length ?? 0);
  return {
    extras: { ...(named === undefined ? {} : { errors: named }), ...(users === undefined ? {} : { usedBy: users }) },
    more,
  };
}

/** An answer that is an error, as RFC 9457 says: thrown by the HTTP edge, written by it alone. */
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
    const detail = shortened(this.message, MAX_SAID.detail);
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

/** The Problem that an error of the database is where the rows of its day are used up; null for any other. */
export function quotaProblem(thrown: unknown): Problem | null {
  if (!saysUsedUp(thrown)) return null;
  const seconds = Math.ceil(untilMidnightMs(Date.now()) / 1000);
  const detail =
    "Cloudflare's free plan gives the database so many rows a day, and today's are used up. It answers again at midnight UTC; " +
    "the paid plan has no such limit.";
  return new Problem("database-quota", detail, {}, { "retry-after": String(seconds) });
}

/** Two of one key at the same time: the other one's answer is not there yet. */
export const RUNNING = "The first request with this Idempotency-Key is still running.";

/** The one map from a refusal to the wire. */
function problemOf(refusal: Refusal): Problem {
  if (refusal.kind === "missing") return new Problem(404, refusal.detail);
  if (refusal.kind === "invalid") return new Problem(422, "Some fields are not valid.", { errors: refusal.errors });
  if (refusal.kind === "changed") return new Problem(412, refusal.detail);
  if (refusal.kind === "repeated") return new Problem("still-running", RUNNING);
  if (refusal.kind === "full") return new Problem("full", refusal.detail);
  if (refusal.kind === "throttled") {
    return new Problem(429, refusal.detail, {}, { "retry-after": String(refusal.retryAfterSeconds) });
  }
  const { detail, usedBy } = refusal;
  return usedBy === undefined ? new Problem(409, detail) : new Problem("in-use", detail, { usedBy });
}

/** The value of a result; throws the Problem that its refusal is. */
export function granted<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw problemOf(result.error);
}

/** What is wrong with what was sent; null where nothing is, or where the refusal is of another kind. */
export const wrongIn = (result: Result<unknown, Refusal>): FieldError[] | null =>
  !result.ok && result.error.kind === "invalid" ? result.error.errors : null;

/** What was looked for; throws the 404 Problem where there is none. */
export function found<T>(thing: T | null, what: string): T {
  if (thing === null) throw new Problem(404, `No such ${what}.`);
  return thing;
}
