interface ProblemType {
  status: number;
  title: string;
  /** What has happened. */
  meaning: string;
  /** What to do about it. */
  advice: string;
}

const type = <Status extends number>(status: Status, title: string, meaning: string, advice: string) =>
  ({ status, title, meaning, advice }) satisfies ProblemType;

/** The sorts of problems (RFC 9457) by the last part of their `type`; the first of a status stands for it. */
export const problemTypes = {
  malformed: type(
    400,
    "Malformed request",
    "The body or a header could not be read: it is not JSON, YAML or CSV, or not what the header may hold.",
    "`detail` says where reading stopped. Send what the operation's description shows.",
  ),
  query: type(
    400,
    "Wrong query parameter",
    "A parameter of the query is unknown to this operation, or its value is not one that it takes.",
    "`detail` names the parameter. Leave it out or mend it; a `cursor` must be one that the same list gave.",
  ),
  unauthorized: type(
    401,
    "No valid token",
    "The request has no token, or one that is unknown, deleted or expired.",
    "Send `Authorization: Bearer <token>` with `ADMIN_TOKEN`, or with a token that POST /v1/tokens made.",
  ),
  forbidden: type(
    403,
    "Scope too narrow",
    "The token is known, but its scope does not reach this operation.",
    "Use a token with the scope that `detail` names: `read` < `write` < `admin`.",
  ),
  "not-found": type(
    404,
    "Not found",
    "There is no such path, or nothing with this id: it may have been deleted.",
    "List the collection to see what is there.",
  ),
  "method-not-allowed": type(
    405,
    "Method not allowed",
    "The path is one, but it does not take this method.",
    "The header `Allow` lists the methods that it takes.",
  ),
  conflict: type(
    409,
    "Conflict",
    "The request does not go together with what is there, such as a second one of the same name.",
    "`detail` says with what. Read it, then change or delete one of the two.",
  ),
  "in-use": type(
    409,
    "In use",
    "Others use what should be deleted: `usedBy` lists them.",
    "Delete or change those first, or repeat the request with `?cascade=true`, which takes them along.",
  ),
  "still-running": type(
    409,
    "Still running",
    "The first request with this Idempotency-Key has not ended yet.",
    "Repeat the same request after the seconds of `Retry-After`: it gets the first one's answer.",
  ),
  "too-large": type(
    413,
    "Body too large",
    "The body is longer than 1 MiB; an import or a configuration may have 16 MiB, as YAML 4 MiB.",
    "Send less at once: an import can be cut into several.",
  ),
  "media-type": type(
    415,
    "Media type not taken",
    "The body's `Content-Type` is missing, or not one that this operation takes.",
    "Send one that `detail` names, mostly `application/json`.",
  ),
  invalid: type(
    422,
    "Invalid content",
    "The body could be read, but is not valid: unknown fields and wrong values count.",
    "`errors` says for each fault where it is (a JSON Pointer into the body) and what is wrong.",
  ),
  full: type(
    422,
    "No room for more",
    "There may be no more things of this sort than there are.",
    "Delete some that are not needed any more.",
  ),
  "key-reused": type(
    422,
    "Idempotency-Key used before",
    "This Idempotency-Key came with another request within the last 24 hours.",
    "Take a new key for each new request.",
  ),
  throttled: type(
    429,
    "Too many requests",
    "The budget of calls is spent, the token sends too many changes, or too many bad tokens came from this address.",
    "Wait as many seconds as `Retry-After` says.",
  ),
  internal: type(
    500,
    "Internal error",
    "A bug, or a database that failed; the log tells more.",
    "Repeat the request, a POST with the same Idempotency-Key. If it stays, look into the log and report it.",
  ),
  misconfigured: type(
    503,
    "Wrong configuration",
    "A variable of the configuration is missing or wrong; nothing is served until it is mended.",
    "`detail` names the variables. Set them and start or deploy again.",
  ),
};

export type ProblemSort = keyof typeof problemTypes;
export type ProblemStatus = (typeof problemTypes)[ProblemSort]["status"];

/** The `type` of a sort: a reference to its page. */
export const typeOf = (sort: ProblemSort): string => `/problems/${sort}`;

/** The sort that stands for a status. */
export const sortOf = (status: ProblemStatus): ProblemSort =>
  (Object.keys(problemTypes) as ProblemSort[]).find((sort) => problemTypes[sort].status === status)!;
