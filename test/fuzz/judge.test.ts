import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readDocument } from "./document.ts";
import { judgeOf } from "./judge.ts";
import type { CreatedRequest } from "./requests.ts";

const document = readDocument(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
const judge = judgeOf(document);

const request = (method: string, path: string, sent?: unknown): CreatedRequest => ({
  method,
  path,
  headers: { authorization: "Bearer x", "content-type": "application/json" },
  body: null,
  chunked: false,
  operation: null,
  ...(sent === undefined ? {} : { sent }),
});

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: {
    "content-type": status >= 400 ? "application/problem+json" : "application/json",
    "x-request-id": "one",
    "ratelimit-limit": "300",
    "ratelimit-remaining": "299",
    "ratelimit-reset": "60",
    ...headers,
  },
  body: Buffer.from(body === null ? "" : JSON.stringify(body)),
});

const problem = (status: number) => ({ type: "/problems/internal", title: "A title", status, detail: "Some words." });
const watchlist = {
  id: "wl_1",
  name: "Music",
  description: "",
  timezone: null,
  language: null,
  createdAt: "2026-03-01T12:00:00.000Z",
};
const tagged = { etag: '"5f0c1d2e3b4a5968"' };
const created = { location: "/v1/watchlists/wl_1", etag: '"0"' };
const create = request("POST", "/v1/watchlists", { name: "Music" });
const list = request("GET", "/v1/watchlists");

test("what the document says is right", () => {
  expect(judge(create, answer(201, watchlist, created))).toBe(null);
  expect(judge(list, answer(200, { items: [watchlist], nextCursor: null }, tagged))).toBe(null);
  expect(judge(list, answer(401, problem(401), { "www-authenticate": "Bearer" }))).toBe(null);
  expect(judge(request("HEAD", "/v1/watchlists"), answer(200, null, tagged))).toBe(null);
  expect(judge(request("DELETE", "/v1/watchlists/a%2Fb"), answer(404, problem(404)))).toBe(null);
  expect(judge(request("GET", "/v1/nowhere"), answer(404, problem(404)))).toBe(null);
  expect(judge(request("PUT", "/v1/watchlists"), answer(405, problem(405), { allow: "GET, HEAD, POST" }))).toBe(null);
});

test.each([
  ["a failure", create, answer(500, problem(500))],
  ["a status that is not declared", list, answer(409, problem(409))],
  ["another media type", list, answer(200, { items: [], nextCursor: null }, { "content-type": "text/html" })],
  ["a missing header", create, answer(201, watchlist)],
  ["a missing field", create, answer(201, { ...watchlist, name: undefined }, created)],
  ["an unknown field", create, answer(201, { ...watchlist, secret: "x" }, created)],
  ["a wrong instant", create, answer(201, { ...watchlist, createdAt: "yesterday" }, created)],
  ["an error that is no problem", list, answer(400, { error: "x" })],
  ["a body with a 204", request("DELETE", "/v1/watchlists/wl_1"), answer(204, {})],
  ["a good answer to a bad body", request("POST", "/v1/watchlists", { name: 7 }), answer(201, watchlist, created)],
  ["a path that is none", request("GET", "/v1/nowhere"), answer(200, {})],
  ["a method that is none", request("PUT", "/v1/watchlists"), answer(404, problem(404))],
  ["a 405 that says too little", request("PUT", "/v1/watchlists"), answer(405, problem(405), { allow: "GET" })],
])("%s is wrong", (_, requested, reported) => {
  expect(judge(requested, reported)).not.toBe(null);
});
