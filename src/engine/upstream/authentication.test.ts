import { expect, test } from "vitest";
import { headersFrom, headersOf, mismatch, queryFrom, secretsOf, withQuery } from "./authentication.ts";

test("an account sends what it has: name and password, headers, or nothing", () => {
  expect(headersOf({ username: "me", password: "pä" })).toEqual({ authorization: "Basic bWU6cMOk" });
  expect(headersOf({ headers: { "X-Api-Key": "k1" } })).toEqual({ "X-Api-Key": "k1" });
  expect(headersOf({})).toEqual({});
});

test("query parameters are added, and replace those of the same name", () => {
  const query = { api_key: "a b&c" };
  expect(withQuery("https://x.example/p", { query })).toBe("https://x.example/p?api_key=a+b%26c");
  expect(withQuery("https://x.example//p?u=1&api_key=old&v=%26", { query })).toBe(
    "https://x.example//p?u=1&v=%26&api_key=a+b%26c",
  );
  expect(withQuery("https://x.example/p?u=1", {})).toBe("https://x.example/p?u=1");
});

test("a name without a password, or Authorization twice, does not fit together", () => {
  expect(mismatch({ username: "me" })?.[0]).toBe("password");
  expect(mismatch({ password: "x" })?.[0]).toBe("username");
  expect(mismatch({ username: "me", password: "x", headers: { AUTHORIZATION: "Bearer 1" } })?.[0]).toBe("headers");
  expect(mismatch({ headers: { Authorization: "Bearer 1" } })).toBeNull();
});

test.each([
  ["{", /JSON/],
  ["[]", /JSON/],
  ['{"Host":"x"}', /"Host" must not/],
  ['{"content-length":"1"}', /must not/],
  ['{"a b":"x"}', /must be named/],
  ['{"X":"a\\r\\nY: 1"}', /visible ASCII/],
  ['{"X":"ü"}', /visible ASCII/],
  ['{"X":1}', /text of 1/],
  ['{"X":""}', /text of 1/],
  ['{"X":"***"}', /itself/],
  ['{"X":"1","x":"2"}', /repeat/],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, "1"]))), /at most 10/],
])("%s is refused as headers", (text, message) => {
  const read = headersFrom(text);
  expect(read.ok ? "" : read.error).toMatch(message);
});

test("query parameters may be named freely, without blanks and control characters", () => {
  expect(queryFrom('{"api-key":"ü x"}')).toEqual({ ok: true, value: { "api-key": "ü x" } });
  expect(queryFrom('{"a b":"x"}').ok).toBe(false);
  expect(queryFrom('{"a":"x\\u0000"}').ok).toBe(false);
});

test("secrets are known in every form in which an answer may repeat them", () => {
  const secrets = secretsOf({ headers: { Authorization: "Bearer tok/1" }, query: { key: "a b" } });
  expect(secrets).toEqual(expect.arrayContaining(["Bearer tok/1", "tok/1", "tok%2F1", "a b", "a+b", "a%20b"]));
  expect(secretsOf({ username: "me", password: "pw" })).not.toContain("me");
});
