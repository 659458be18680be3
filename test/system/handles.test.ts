import { afterAll, beforeAll, expect, test } from "vitest";
import { startSystem, subscribeAll, type System } from "../support/system.ts";

const START = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;
const ROOM = "7457312345678901234";

const OPERATIONS = JSON.stringify({
  "user.resolve": {
    path: "/who",
    query: { handle: "{handle}", url: "{url}" },
    fields: { userId: "/data/user/id_str", handle: "/data/user/unique_id" },
  },
});

/** The creators that the service knows: ids beyond 2^53, by handle. */
const PEOPLE = new Map([
  ["maria", "7457312345678900001"],
  ["suna", "7457312345678900002"],
  ["kenji", "7457312345678900003"],
  ["maria.old", "7457312345678900001"],
]);

let system: System;
let down = false;
let refusing = false;

beforeAll(async () => {
  system = await startSystem({ UPSTREAM_OPERATIONS: OPERATIONS });
  system.upstream.interfere = ({ path, query }) => {
    if (path !== "/who") return null;
    if (refusing) return { status: 401, body: "{}" };
    if (down) return { status: 503, body: "{}" };
    if (query.get("handle")?.startsWith("odd")) return { body: "[1, 2" };
    const handle = (query.get("handle") ?? "").toLowerCase();
    const id = PEOPLE.get(handle);
    const user =
      id === undefined ? {} : { id: Number(id), id_str: id, unique_id: handle === "maria.old" ? "maria" : handle };
    return { body: JSON.stringify({ code: 0, msg: "success", data: { user } }) };
  };
});

afterAll(() => system.stop());

const requestedFor = (handle: string) =>
  system.upstream.calls.filter(({ path, query }) => path === "/who" && query.get("handle")?.toLowerCase() === handle);
const requested = () => system.upstream.calls.filter(({ path }) => path === "/who").length;
const add = (params: object, more: object = {}) =>
  system.api("POST", "/v1/targets", { kind: "live", name: "Somebody", params, ...more });

test("a handle is looked up as it is added: the user id is what it is from then on", async () => {
  const created = await add({ handle: "@maria" });
  expect(created).toMatchObject({ status: 201, body: { params: { userId: PEOPLE.get("maria"), handle: "maria" } } });
  const { id } = created.body;
  expect((await add({ userId: PEOPLE.get("maria") })).status).toBe(409);
  expect((await add({ url: "https://www.tiktok.com/@maria?lang=en" })).status).toBe(409);
  expect((await add({ handle: "maria.old" })).status).toBe(409);
  const before = requested();
  const patched = await system.api("PATCH", `/v1/targets/${id}`, { params: { userId: null } });
  expect(patched.body.params).toEqual({ userId: PEOPLE.get("maria"), handle: "maria" });
  expect(requested(), "a known handle is not looked up again").toBe(before);
});

test.each<[object, string, RegExp]>([
  [{ handle: "nobody" }, "/params/handle", /could not be looked up: the service doesn't know this name/],
  [{ url: "https://vm.tiktok.com/ZMabc/" }, "/params/url", /doesn't know this name/],
  [{ handle: "no spaces please" }, "/params/handle", /must be a handle/],
  [{ url: "http://www.tiktok.com/@maria" }, "/params/url", /https/],
  [{}, "/params/userId", /needs userId, roomId or handle/],
])("%j is refused with the reason", async (params, pointer, message) => {
  const { status, body } = await add(params);
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ pointer, message: expect.stringMatching(message) }]);
});

test("a service that fails is the reason", async () => {
  down = true;
  const { status, body } = await add({ handle: "suna" });
  down = false;
  expect(status).toBe(422);
  expect(body.errors[0].message).toMatch(/could not be looked up: .*503/);
});

test("imported handles wait, say so, and are watched by themselves; nobody twice", async () => {
  await subscribeAll(system, ["discord"], { events: ["live.*"] });
  const rows = ["suna", "Maria.Old", "nobody", "kenji"].map((handle) => ({
    kind: "live",
    name: handle,
    params: { handle },
  }));
  const before = requested();
  const { body } = await system.api("POST", "/v1/targets/import", rows);
  expect(requested(), "an import calls nobody").toBe(before);
  expect(body.summary).toEqual({ created: 4, existing: 0, failed: 0 });
  expect(body.items.every(({ waits }: { waits?: true }) => waits === true)).toBe(true);
  const [suna, again, nobody, kenji] = body.items.map(({ id }: { id: string }) => id);
  const target = async (id: string) => (await system.api("GET", `/v1/targets/${id}`)).body;
  expect((await target(suna)).status).toMatchObject({
    verdict: "unknown",
    summary: "waits until it is looked up who suna is",
  });

  const tagOf = async () => (await system.api("GET", `/v1/targets/${suna}`)).headers.get("etag");
  const tag = await tagOf();
  await system.tick(START);
  expect(await tagOf(), "what was read before would take the user id away").not.toBe(tag);
  const asOld = requestedFor("maria.old").length;
  await system.tick(START + MINUTE);
  expect(await target(suna)).toMatchObject({ params: { userId: PEOPLE.get("suna") }, status: { verdict: "off" } });
  const maria = (await system.api("GET", "/v1/targets?q=Somebody")).body.items[0].id;
  expect(await target(again)).toMatchObject({
    enabled: false,
    status: { fault: { detail: `this watchlist has the same one already, as ${maria}` } },
  });
  expect((await target(nobody)).status.fault).toMatchObject({ kind: "gone" });
  const found = (await system.api("GET", "/v1/targets?q=maria.old")).body.items;
  expect(found).toHaveLength(1);

  system.upstream.live.set(PEOPLE.get("kenji")!, ROOM);
  system.upstream.live.set(PEOPLE.get("maria")!, ROOM);
  await system.tick(START + 2 * MINUTE);
  await system.tick(START + 10 * MINUTE);
  expect(requestedFor("maria.old"), "who is known is not asked again").toHaveLength(asOld);
  const { items } = (await system.api("GET", "/v1/events?type=live.started")).body;
  expect(items.map(({ targetId }: { targetId: string }) => targetId).toSorted()).toEqual([kenji, maria].toSorted());

  const repeated = await system.api("POST", "/v1/targets/import", rows.slice(0, 1));
  expect(repeated.body.items[0], "the same handle is the same target").toEqual({ index: 0, id: suna });
});

test("a document that says the handle means whom it was looked up to be", async () => {
  const { body: document } = await system.api("GET", "/v1/export");
  for (const one of document.targets) {
    if (one.params.userId !== PEOPLE.get("suna")) continue;
    delete one.id;
    one.params = { handle: "Suna" };
  }
  const before = requested();
  const { status, body } = await system.api("PUT", "/v1/config", document);
  expect(status).toBe(200);
  expect(body.changes).toEqual([]);
  document.targets.push({ kind: "live", name: "Another", params: { handle: "another" } });
  expect((await system.api("PUT", "/v1/config", document)).body.changes).toHaveLength(1);
  expect(requested(), "a document calls nobody").toBe(before);
});

test("answers about handles that make no sense say nothing about live checks", async () => {
  const odd = Array.from({ length: 6 }, (_, n) => ({ kind: "live", name: `odd${n}`, params: { handle: `odd${n}` } }));
  await system.api("POST", "/v1/targets/import", odd);
  for (let minute = 20; minute < 26; minute++) await system.tick(START + minute * MINUTE);
  const { items } = (await system.api("GET", "/v1/targets?q=odd0")).body;
  expect(items[0].status.fault).toMatchObject({ kind: "malformed" });
  expect((await system.api("GET", "/v1/events?type=upstream.drifted")).body.items).toEqual([]);
});

test("a service that refuses us is asked no more", async () => {
  refusing = true;
  expect((await add({ handle: "a" })).body.errors[0].message).toMatch(/401/);
  const before = requested();
  expect((await add({ handle: "b" })).body.errors[0].message).toMatch(/not asked/);
  expect(requested()).toBe(before);
});
