import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let service: TestServer;
let me: Visitor;

beforeAll(async () => {
  service = await serve((request, _, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://service.test");
    const known = pathname !== "/who" || searchParams.get("handle") === "maria";
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(
        pathname === "/who" ? (known ? { id: "7012", handle: "maria" } : {}) : { live: { room_id: "7100" } },
      ),
    );
  });
  api = await runSqliteApi({
    UPSTREAM_BASE_URL: service.url,
    UPSTREAM_OPERATIONS: JSON.stringify({
      "user.resolve": { path: "/who", query: { handle: "{handle}" }, fields: { userId: "/id", handle: "/handle" } },
      "live.check": {
        path: "/live",
        query: { user: "{userId}" },
        verdict: "/live/room_id",
        room: "/live/room_id",
        on: "present",
      },
    }),
  });
  me = await context(api);
});
afterAll(async () => {
  await api.stop();
  await service.close();
});

test("shows who is live at once, and keeps nobody whom the service doesn't know", async () => {
  const { text: page } = await me.send("/creators/add", [["creators", "@maria\nKenji @kenjiplayz"]]);
  expect(page).toContain("1 creator added");
  expect(page).toMatch(/pill live">live/);
  expect(page).toContain("line 2: was not found");
  expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe("Kenji @kenjiplayz");
  const { items } = (await api.call("GET", "/v1/targets")).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["@maria"]);
});
