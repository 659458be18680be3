import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let service: TestServer;
let me: Visitor;

/** The creators that the service knows, by handle. Two have the same name, and one has none. */
const ids = new Map([
  ["maria", "7012"],
  ["lena.w", "7013"],
  ["lena_berlin", "7014"],
  ["nobodys", "7015"],
]);
const NAMES = new Map([
  ["maria", "  Maria\u0000  Rossi "],
  ["lena.w", "Lena"],
  ["lena_berlin", "Lena"],
]);

beforeAll(async () => {
  service = await serve((request, _, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://service.test");
    const handle = searchParams.get("handle") ?? "";
    const known = ids.has(handle);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(
        pathname === "/who"
          ? known
            ? { id: ids.get(handle), handle, name: NAMES.get(handle) }
            : {}
          : { live: { room_id: "7100" } },
      ),
    );
  });
  api = await runSqliteApi({
    UPSTREAM_BASE_URL: service.url,
    UPSTREAM_OPERATIONS: JSON.stringify({
      "user.resolve": {
        path: "/who",
        query: { handle: "{handle}" },
        fields: { userId: "/id", handle: "/handle", name: "/name" },
      },
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
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["Maria Rossi"]);
});

test("shows the service's name, and the handle of each of two creators with one name; a name of one's own stays", async () => {
  await me.send("/creators/add", [["creators", "@maria"]]);
  const { text: page } = await me.send("/creators/add", [
    ["creators", "@lena.w\n@lena_berlin\n@nobodys\nBoss https://www.tiktok.com/@maria"],
  ]);
  const rows = [...page.matchAll(/<li class="used came">([^]*?)<\/li>/g)].map(([, row]) =>
    row!
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  expect(rows).toEqual([
    "LE Lena @lena.w live",
    "LE Lena @lena_berlin live",
    "NO @nobodys live",
    "BO Boss @maria already added",
  ]);
  const { text: list } = await me.open("/creators");
  const lenas = [...list.matchAll(/>Lena<\/bdi><\/b><small class="cut"><bdi>(@[\w.]+)</g)].map(([, handle]) => handle);
  expect(lenas.toSorted()).toEqual(["@lena.w", "@lena_berlin"]);
  const { text: found } = await me.open("/creators?q=Rossi");
  expect([found.includes(">Maria Rossi</bdi>"), /@lena[._]/.test(found)]).toEqual([true, false]);
  await me.send("/creators/add", [
    ["creators", "Lena from Vienna @lena.w"],
    ["list", "wl_default"],
  ]);
  const { items } = (await api.call("GET", "/v1/targets")).body;
  const names = items.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(["@nobodys", "Lena", "Lena", "Maria Rossi"]);
});
