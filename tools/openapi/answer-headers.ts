import type { Route } from "../../src/http/route.ts";

const header = (description: string, schema: object, example: string | number) => ({
  description,
  required: true,
  schema,
  example,
});

const COUNT = { type: "integer", minimum: 0 };

/** The headers that many answers have. */
export const headerComponents = {
  RequestId: header(
    "Identifies the request in the log and the audit log. An `X-Request-Id` of the request is taken over.",
    { type: "string" },
    "9c303ae1-bcc2-4d5d-bba1-2468523396ee",
  ),
  RateLimitLimit: header("The number of changes that the token may make in a minute.", COUNT, 300),
  RateLimitRemaining: header("How many of them are left.", COUNT, 299),
  RateLimitReset: header("Seconds until all of them are there again.", COUNT, 42),
};

const of = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` });

/** The headers of every answer. */
export const ALWAYS = { "X-Request-Id": of("RequestId") };

const COUNTED = {
  ...ALWAYS,
  "RateLimit-Limit": of("RateLimitLimit"),
  "RateLimit-Remaining": of("RateLimitRemaining"),
  "RateLimit-Reset": of("RateLimitReset"),
};

/** The headers of each answer of an operation: changes count against the limit of their token. */
export const headersOf = ({ method, scope }: Pick<Route, "method" | "scope">): object =>
  method === "get" || scope === "public" ? ALWAYS : COUNTED;
