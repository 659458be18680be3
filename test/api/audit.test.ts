import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

test("every change is told with who made it, newest first; what only looks is not", async () => {
  const token = (await api.call("POST", "/v1/tokens", { name: "Anna", scopes: ["write"] })).body;
  const headers = { "content-type": "application/json" };
  const made = await api.fetch(
    "/v1/watchlists",
    { method: "POST", headers, body: JSON.stringify({ name: "Music" }) },
    token.token,
  );
  const { id } = (await made.json()) as { id: string };
  await api.call("PATCH", `/v1/watchlists/${id}`, { description: "Bands" });
  await api.call("GET", "/v1/watchlists");
  expect((await api.call("PATCH", `/v1/watchlists/${id}`, { name: "" })).status).toBe(422);
  await api.call("DELETE", `/v1/watchlists/${id}`);
  const admin = { tokenId: null, name: "ADMIN_TOKEN" };
  const at = expect.any(String);
  expect((await api.call("GET", "/v1/audit")).body.items).toEqual([
    { at, actor: admin, operation: "deleteWatchlist", subject: id, request: null },
    { at, actor: admin, operation: "changeWatchlist", subject: id, request: { description: "Bands" } },
    {
      at,
      actor: { tokenId: token.id, name: "Anna" },
      operation: "createWatchlist",
      subject: id,
      request: { name: "Music" },
    },
    {
      at,
      actor: admin,
      operation: "createToken",
      subject: token.id,
      request: { name: "Anna", scopes: ["write"] },
    },
  ]);
});

test("secrets are never in it, and a large request is cut", async () => {
  const url = "http://127.0.0.1:9/hook/very-secret";
  await api.call("POST", "/v1/channels", { kind: "webhook", name: "n".repeat(150), settings: { url } });
  await api.call("POST", "/v1/watchlists", { name: "Music", description: "d".repeat(900) });
  const { body } = await api.call("GET", "/v1/audit");
  expect(body.items[1].request.settings).toEqual({ url: "…" });
  expect(body.items[0].request.description).toHaveLength(201);
  expect(JSON.stringify(body)).not.toContain("very-secret");
});

test("it is read page by page", async () => {
  for (const name of ["a", "b", "c"]) await api.call("POST", "/v1/watchlists", { name });
  const first = await api.call("GET", "/v1/audit?limit=2");
  const rest = await api.call("GET", `/v1/audit?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`);
  const names = [...first.body.items, ...rest.body.items].map(({ request }) => request.name);
  expect(names).toEqual(["c", "b", "a"]);
  expect(rest.body.nextCursor).toBeNull();
});
