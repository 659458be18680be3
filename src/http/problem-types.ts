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
export type ProblemStatus = (typeof problemTypes)[ProblemSort]["status"];

export const problemSorts = Object.keys(problemTypes) as ProblemSort[];

/** The `type` of a problem: a reference to its documentation. */
export const typeOf = (sort: ProblemSort): string => `/problems/${sort}`;

/** The default problem type of a status. */
export const sortOf = (status: ProblemStatus): ProblemSort =>
  problemSorts.find((sort) => problemTypes[sort].status === status)!;
