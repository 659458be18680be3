import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let key: string;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  key = (await api.call("POST", "/v1/feed-keys", { name: "A client", watchlistId: null })).body.key;
});
afterEach(() => vi.useRealTimers());

const look = (path: string): Promise<Response> => api.fetch(`${path}?key=${key}`, {}, null);

test("a key that is used too often is told when it may be again", async () => {
  for (let batch = 0; batch < 12; batch++) {
    const all = await Promise.all(Array.from({ length: 50 }, () => look("/badge/none.svg")));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([404]));
  }
  const refused = await look("/badge/none.svg");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
});
