import type { ProblemSort } from "../../src/http/problem.ts";

/** The meaning of a problem, and what to do about it. */
interface ProblemWords {
  meaning: string;
  advice: string;
}

/** Texts of all problem types. A missing one does not compile. */
export const problemWords: Record<ProblemSort, ProblemWords> = {
  changed: {
    meaning: "The resource has changed since it was read: `If-Match` names an old revision.",
    advice: "Read it again, then send the change with the new `ETag`, or without `If-Match`.",
  },
  malformed: {
    meaning: "The body or a header can't be parsed: it isn't JSON, YAML or CSV, or the header value isn't allowed.",
    advice: "`detail` says where parsing stopped. Check the operation's description for the expected format.",
  },
  query: {
    meaning: "A query parameter is unknown, is given twice, or has a value that isn't accepted.",
    advice:
      "`detail` names the parameter, and what may have been meant. Remove or correct it. A filter by a type, kind or ID that doesn't exist isn't accepted, because it can match nothing. A `cursor` must come from the same list.",
  },
  unauthorized: {
    meaning: "The request has no token, or one that is unknown, deleted or expired.",
    advice: "Send `Authorization: Bearer <token>` with `ADMIN_TOKEN` or with a token from POST /v1/tokens.",
  },
  forbidden: {
    meaning: "The token is valid, but its scope doesn't allow this operation.",
    advice: "Use a token with the scope that `detail` names: `read` < `write` < `admin`.",
  },
  "not-found": {
    meaning: "The path doesn't exist, or nothing has this ID. It may have been deleted.",
    advice: "List the collection to see what exists.",
  },
  "method-not-allowed": {
    meaning: "The path exists, but doesn't accept this method.",
    advice: "The `Allow` header lists the accepted methods.",
  },
  conflict: {
    meaning: "The request conflicts with something that exists, such as another resource with the same name.",
    advice:
      "`detail` names the conflict; `existing` has the type and ID of the resource that would be repeated. Change or delete one of the two.",
  },
  "in-use": {
    meaning: "Other resources use the one to be deleted: `usedBy` lists them.",
    advice: "Delete or change those first, or repeat the request with `?cascade=true` to delete them too.",
  },
  "still-running": {
    meaning: "The first request with this Idempotency-Key is still running.",
    advice: "Repeat the same request after `Retry-After` seconds to get the first one's answer.",
  },
  "too-large": {
    meaning: "The body is longer than 1 MiB. Imports and configurations may have 16 MiB, or 4 MiB as YAML.",
    advice: "Send less at once. You can split an import.",
  },
  "media-type": {
    meaning: "The body's `Content-Type` is missing, or this operation doesn't accept it.",
    advice: "Use one that `detail` names, usually `application/json`.",
  },
  invalid: {
    meaning: "The body can be parsed but isn't valid, for example because of unknown fields or wrong values.",
    advice: "`errors` lists each error with its position (a JSON Pointer into the body) and what is wrong.",
  },
  full: {
    meaning:
      "The limit for this type of resource is reached, or a request needs more of the database than your plan allows.",
    advice: "Delete some that you no longer need, or ask for less, such as one watchlist.",
  },
  "key-reused": {
    meaning: "This Idempotency-Key was used for another request within the last 24 hours.",
    advice: "Use a new key for each new request.",
  },
  throttled: {
    meaning:
      "The call budget is used up, the token sends too many changes, or too many invalid tokens came from this address.",
    advice: "Wait for `Retry-After` seconds. `RateLimit-Remaining` of earlier answers says how many changes are left.",
  },
  internal: {
    meaning: "A bug or a database failure. The log has details, with the answer's `X-Request-Id`.",
    advice:
      "Repeat the request; for a POST, use the same Idempotency-Key. If it keeps failing, check the log and report it.",
  },
  "setting-up": {
    meaning: "The database of this version is still being set up. Nothing is served until that is done.",
    advice: "Repeat the request after `Retry-After` seconds. If `detail` names a migration, see the log.",
  },
  misconfigured: {
    meaning: "A configuration variable is missing or wrong. Nothing is served until it is fixed.",
    advice: "`detail` names the variables. Set them, then start or deploy again.",
  },
  "database-quota": {
    meaning: "Cloudflare's free plan limits the rows that D1 reads and writes per day, and today's are used up.",
    advice: "Wait for `Retry-After` seconds (until midnight UTC), or move to the paid plan.",
  },
};
