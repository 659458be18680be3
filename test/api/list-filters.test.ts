import { afterAll, beforeAll, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let target: string;
beforeAll(async () => {
  api = await runSqliteApi();
  const created = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  target = created.body.id;
});
afterAll(() => api.stop());

/** The lists that take a period; each as JSON and as a table. */
const bounded = () =>
  ["/v1/events", "/v1/sessions", `/v1/targets/${target}/events`, `/v1/targets/${target}/samples`].flatMap((path) => [
    `${path}?`,
    `${path}?format=csv&`,
  ]);

const refusal = async (path: string) => {
  const { status, body } = await api.call("GET", path);
  return [path, status, body?.detail];
};

test("a day that its month does not have is refused, whatever is around it", async () => {
  for (const list of bounded())
    for (const name of ["since", "until"])
      for (const at of [
        "2026-02-30",
        "2026-02-29T12:00:00Z",
        "2026-04-31T00:00:00%2B01:00",
        "2026-13-01",
        "2026-01-01T25:00:00Z",
        "2026-01-01T12:00:00%2B99:00",
      ])
        expect(await refusal(`${list}${name}=${at}`)).toEqual([
          `${list}${name}=${at}`,
          400,
          expect.stringContaining(`Query parameter ${name}: must be an ISO 8601 instant`),
        ]);
  for (const at of [
    "2028-02-29",
    "2026-01-01T12:00Z",
    "2026-01-01T12:00:00.123456789-0330",
    "2026-01-01T12:00:00 0100",
  ])
    expect((await api.call("GET", `/v1/events?since=${at}`)).status).toBe(200);
});

test("a period that ends before it begins is refused, and one of an instant is not", async () => {
  for (const list of bounded()) {
    const path = `${list}since=2026-03-02&until=2026-03-01`;
    expect(await refusal(path)).toEqual([path, 400, "Query parameter since: must not be after until."]);
    expect((await api.fetch(`${list}since=2026-03-01&until=2026-03-01`)).status).toBe(200);
  }
});

test("a watchlist that is not there is refused where a list is narrowed to it", async () => {
  for (const path of [
    "/v1/events?",
    "/v1/events?format=csv&",
    "/v1/sessions?",
    "/v1/sessions?format=csv&",
    "/v1/targets?",
  ])
    for (const id of ["wl_nobody", "default", ""]) {
      const requested = `${path}watchlistId=${id}`;
      expect(await refusal(requested)).toEqual([requested, 400, "Query parameter watchlistId: names no watchlist."]);
    }
  for (const path of ["/v1/events?", "/v1/sessions?", "/v1/targets?"])
    expect((await api.fetch(`${path}watchlistId=wl_default`)).status).toBe(200);
});
