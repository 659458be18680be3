import type { ProblemSort } from "../../src/edges/http/problem-types.ts";

/** What has happened, and what to do about it. */
interface ProblemWords {
  meaning: string;
  advice: string;
}

/** What each sort of problem means; one without words does not compile. */
export const problemWords: Record<ProblemSort, ProblemWords> = {
  changed: {
    meaning: "The thing is no longer as it was when it was read: `If-Match` names a revision that has passed.",
    advice: "Read it again, see what others changed, and send the change with the new `ETag`, or without `If-Match`.",
  },
  malformed: {
    meaning: "The body or a header could not be read: it is not JSON, YAML or CSV, or not what the header may hold.",
    advice: "`detail` says where reading stopped. Send what the operation's description shows.",
  },
  query: {
    meaning: "A parameter of the query is unknown to this operation, or its value is not one that it takes.",
    advice: "`detail` names the parameter. Leave it out or mend it; a `cursor` must be one that the same list gave.",
  },
  unauthorized: {
    meaning: "The request has no token, or one that is unknown, deleted or expired.",
    advice: "Send `Authorization: Bearer <token>` with `ADMIN_TOKEN`, or with a token that POST /v1/tokens made.",
  },
  forbidden: {
    meaning: "The token is known, but its scope does not reach this operation.",
    advice: "Use a token with the scope that `detail` names: `read` < `write` < `admin`.",
  },
  "not-found": {
    meaning: "There is no such path, or nothing with this id: it may have been deleted.",
    advice: "List the collection to see what is there.",
  },
  "method-not-allowed": {
    meaning: "The path is one, but it does not take this method.",
    advice: "The header `Allow` lists the methods that it takes.",
  },
  conflict: {
    meaning: "The request does not go together with what is there, such as a second one of the same name.",
    advice: "`detail` says with what. Read it, then change or delete one of the two.",
  },
  "in-use": {
    meaning: "Others use what should be deleted: `usedBy` lists them.",
    advice: "Delete or change those first, or repeat the request with `?cascade=true`, which takes them along.",
  },
  "still-running": {
    meaning: "The first request with this Idempotency-Key has not ended yet.",
    advice: "Repeat the same request after the seconds of `Retry-After`: it gets the first one's answer.",
  },
  "too-large": {
    meaning: "The body is longer than 1 MiB; an import or a configuration may have 16 MiB, as YAML 4 MiB.",
    advice: "Send less at once: an import can be cut into several.",
  },
  "media-type": {
    meaning: "The body's `Content-Type` is missing, or not one that this operation takes.",
    advice: "Send one that `detail` names, mostly `application/json`.",
  },
  invalid: {
    meaning: "The body could be read, but is not valid: unknown fields and wrong values count.",
    advice: "`errors` says for each fault where it is (a JSON Pointer into the body) and what is wrong.",
  },
  full: {
    meaning: "There may be no more things of this sort than there are.",
    advice: "Delete some that are not needed any more.",
  },
  "key-reused": {
    meaning: "This Idempotency-Key came with another request within the last 24 hours.",
    advice: "Take a new key for each new request.",
  },
  throttled: {
    meaning:
      "The budget of calls is spent, the token sends too many changes, or too many bad tokens came from this address.",
    advice: "Wait as many seconds as `Retry-After` says.",
  },
  internal: {
    meaning: "A bug, or a database that failed; the log tells more.",
    advice: "Repeat the request, a POST with the same Idempotency-Key. If it stays, look into the log and report it.",
  },
  misconfigured: {
    meaning: "A variable of the configuration is missing or wrong; nothing is served until it is mended.",
    advice: "`detail` names the variables. Set them and start or deploy again.",
  },
  "database-quota": {
    meaning: "Cloudflare's free plan gives D1 so many rows a day to read and to write, and today's are used up.",
    advice: "Wait as many seconds as `Retry-After` says, until midnight UTC, or move to the paid plan.",
  },
};
