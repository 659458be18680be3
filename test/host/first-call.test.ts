import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstCall } from "../../host/runtime/main.ts";
import { serve, type TestServer } from "../support/http-server.ts";

/** What the API answers: the list of targets, and the test call. */
let targets = "";
let probe: [status: number, body: string] = [200, ""];
let requested: unknown[] = [];
let api: TestServer;

beforeEach(async () => {
  targets = JSON.stringify({ items: [] });
  requested = [];
  api = await serve((request, body, response) => {
    const isProbe = request.url === "/v1/upstream/probe";
    if (isProbe) requested.push([request.headers.authorization, JSON.parse(body)]);
    const [status, text] = isProbe ? probe : [200, targets];
    response.writeHead(status).end(text);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await api.close();
});

const answered = (status: number | null, fault: object | null = null) => JSON.stringify({ status, fault });

test.each<[string, typeof probe, string | null]>([
  ["all is well", [200, answered(200)], null],
  ["the credentials are wrong", [200, answered(401)], "rejects the credentials (401)"],
  ["nobody answers", [200, answered(null)], "doesn't answer"],
  ["a decoded failure", [200, answered(200, { kind: "malformed", status: null, detail: "no rows" })], "(no rows)"],
  ["the budget is used up", [429, "{}"], null],
  ["the API fails", [500, "{}"], "The data service was not tested: the probe answered 500."],
  ["the answer is no JSON", [200, "<html>"], "The data service could not be tested."],
])("%s", async (_, answer, reported) => {
  probe = answer;
  const words = await firstCall(api.url, "token-1");
  if (reported === null) expect(words).toBeNull();
  else expect(words).toContain(reported);
  expect(requested).toEqual([["Bearer token-1", { operation: "live.check", params: { userId: "1" } }]]);
});

test("a live target is asked about if there is one", async () => {
  targets = JSON.stringify({ items: [{ params: { userId: "7012", handle: "maria" } }] });
  probe = [200, answered(200)];
  expect(await firstCall(api.url, "token-1")).toBeNull();
  expect(requested).toMatchObject([[expect.anything(), { params: { userId: "7012", handle: "maria" } }]]);
});

test("after fifteen seconds the service counts as silent; without an API nothing is known", async () => {
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  expect(await firstCall(api.url, "token-1")).toContain("doesn't answer");
  expect(limit).toHaveBeenCalledWith(15_000);
  limit.mockRestore();
  await api.close();
  expect(await firstCall(api.url, "token-1")).toBe("The data service could not be tested.");
});
