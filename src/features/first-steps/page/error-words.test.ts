import { expect, test } from "vitest";
import type { Fault } from "../../../core/fault.ts";
import { refusalWords, problemWords } from "./error-words.ts";

type Doing = "check" | "look up";

const PASTE = /paste an example address of the live check/;
const answered = (status: number | null, detail = "", kind: Fault["kind"] = "unreachable", doing: Doing = "check") =>
  problemWords({ of: 0, doing, fault: { kind, status, detail } as Fault }, "Maria", "127.0.0.1:9");

test.each<[number | null, string, string, RegExp, boolean]>([
  [200, "code 7: no such user", "The service answered with an error.", /^Code 7: no such user\. Below, paste/, true],
  [299, "x", "The service answered with an error.", PASTE, true],
  [301, "", "The service redirects to another address.", /^Enter that address instead/, false],
  [401, "", "The service wants to know who asks.", /\(status 401\)/, false],
  [403, "", "The service wants to know who asks.", /\(status 403\)/, false],
  [404, "", "The service doesn't know this address, or doesn't know Maria (status 404).", PASTE, true],
  [410, "", "The service doesn't know this address, or doesn't know Maria (status 410).", PASTE, true],
  [428, "", "The service says that the key has expired.", /^Renew it/, false],
  [429, "", "The service asked us to slow down.", /^Try again in a minute/, false],
  [400, "", "The service answered with status 400.", /^Check that it is up/, false],
  [500, "", "The service answered with status 500.", /^Check that it is up/, false],
  [null, "no answer in 8 s", "The service took too long to answer.", /^Check the address/, false],
  [null, "the answer is too large", "The answer is larger than 4 MB.", PASTE, true],
  [
    null,
    "not asked: paused",
    "The service refused earlier, so calls are paused for ten minutes.",
    /^Enter the a/,
    false,
  ],
  [null, "connection refused", "Nothing answers at 127.0.0.1:9.", /^Check that the address is correct/, false],
])("an answer of %s (%s) is explained", (status, detail, what, mend, opens) => {
  expect(answered(status, detail)).toEqual({ what, mend: expect.stringMatching(mend), opens });
});

test.each<[number, Fault["kind"], string]>([
  [401, "refused", "The service wants to know who asks."],
  [403, "refused", "The service wants to know who asks."],
  [429, "refused", "The service couldn't find Maria."],
  [401, "unreachable", "The service couldn't find Maria."],
  [404, "unreachable", "The service couldn't find Maria."],
])("a lookup that ends with %i (%s) is explained", (status, kind, what) => {
  expect(answered(status, "", kind, "look up").what).toBe(what);
});

test.each<["userId" | "handle", Doing, RegExp]>([
  ["userId", "look up", /^Tallylight|can't look up Maria's yet/],
  ["handle", "check", /^The check needs a name\.$/],
  ["userId", "check", /^The check needs an ID\.$/],
])("a check that needs the %s is explained (%s)", (asks, doing, what) => {
  expect(problemWords({ of: 1, doing, fault: { kind: "unnamed", asks } }, "Maria", "127.0.0.1:9").what).toMatch(what);
});

test("a redirect is named, and an answer that is no data is said to be a page", () => {
  const fault = { kind: "unread" } as const;
  expect(problemWords({ of: 0, doing: "check", fault }, "Maria", "127.0.0.1:9").what).toBe(
    "It answered, but not with data.",
  );
  const redirect = "https://example.com/login";
  expect(problemWords({ of: 0, doing: "check", fault, redirect }, "Maria", "127.0.0.1:9")).toMatchObject({
    what: `It redirects to ${redirect}.`,
    redirect,
  });
});

test("our own refusals say what to do", () => {
  const wait = refusalWords({ kind: "throttled", detail: "", retryAfterSeconds: 12.2 });
  expect(wait.mend).toContain("in 13 seconds");
  const errors = [
    { pointer: "/a", message: "is required" },
    { pointer: "/b", message: "must be text" },
  ];
  expect(refusalWords({ kind: "invalid", errors }).mend).toBe("is required; must be text");
  expect(refusalWords({ kind: "missing", detail: "No such operation." }).mend).toBe("No such operation.");
});
