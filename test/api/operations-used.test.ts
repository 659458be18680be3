import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { targetKinds } from "../../src/kinds/registry.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi({
    UPSTREAM_BASE_URL: "http://127.0.0.1:1",
    UPSTREAM_OPERATIONS: JSON.stringify({ "env.page": { path: "/page/{who}", fields: { likes: "/likes" } } }),
  });
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const PROFILE = { path: "/profile/{who}", fields: { followers: "/followers" } };
const POSTS = { path: "/posts/{who}", rows: "/all", id: "/id", fields: { plays: "/plays" } };

const at = (name: string, cascade = "") => `/v1/upstream/operations/${name}${cascade}`;

async function define(name: string, definition: object): Promise<void> {
  expect((await api.call("PUT", at(name), definition)).status).toBe(200);
}

async function watch(kind: string, operation: string, who: string): Promise<string> {
  const params = { operation, values: { who } };
  const { status, body } = await api.call("POST", "/v1/targets", { kind, name: `${operation} ${who}`, params });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.id;
}

const pathOf = async (name: string): Promise<string | null | undefined> =>
  (await api.call("GET", "/v1/upstream/operations")).body.items.find((one: { name: string }) => one.name === name)
    ?.path;

test("an operation that targets use is not deleted, and the refusal lists them", async () => {
  await define("own.profile", PROFILE);
  await define("own.posts", POSTS);
  const first = await watch("record", "own.profile", "1");
  const second = await watch("record", "own.profile", "2");
  const list = await watch("list", "own.posts", "1");
  const refused = await api.call("DELETE", at("own.profile"));
  expect([refused.status, refused.body.type]).toEqual([409, "/problems/in-use"]);
  expect(refused.body.usedBy).toEqual([
    { type: "target", id: first, name: "own.profile 1" },
    { type: "target", id: second, name: "own.profile 2" },
  ]);
  expect((await api.call("DELETE", at("own.posts", "?cascade=false"))).body.usedBy).toHaveLength(1);
  expect([await pathOf("own.profile"), await pathOf("own.posts")]).toEqual([PROFILE.path, POSTS.path]);
  for (const id of [first, second]) expect((await api.call("DELETE", `/v1/targets/${id}`)).status).toBe(204);
  expect((await api.call("DELETE", at("own.profile"))).status).toBe(204);
  expect([await pathOf("own.profile"), (await api.call("GET", `/v1/targets/${list}`)).status]).toEqual([
    undefined,
    200,
  ]);
  const { items } = (await api.call("GET", "/v1/audit")).body;
  const deletions = items.filter(({ operation }: { operation: string }) => operation === "deleteOperation");
  expect(deletions.map(({ status }: { status: number }) => status)).toEqual([204, 409, 409]);
});

test("with cascade its targets go too, with what refers to them, and no others", async () => {
  await define("own.profile", PROFILE);
  await define("own.other", PROFILE);
  const [used, other] = [await watch("record", "own.profile", "1"), await watch("record", "own.other", "1")];
  const live = await api.call("POST", "/v1/targets", { kind: "live", name: "Maria", params: { userId: "7012" } });
  const settings = { url: "https://hooks.slack.com/services/T0/B0/x" };
  const channel = await api.call("POST", "/v1/channels", { kind: "slack", name: "chat", settings });
  const alert = { name: "alert", events: ["*"], channelId: channel.body.id, targetId: used };
  const { body: subscription } = await api.call("POST", "/v1/subscriptions", alert);
  expect((await api.call("DELETE", at("own.profile", "?cascade=true"))).status).toBe(204);
  const found = [`/v1/targets/${used}`, `/v1/subscriptions/${subscription.id}`].map((path) => api.call("GET", path));
  expect((await Promise.all(found)).map(({ status }) => status)).toEqual([404, 404]);
  const left = [`/v1/targets/${other}`, `/v1/targets/${live.body.id}`, `/v1/channels/${channel.body.id}`];
  expect((await Promise.all(left.map((path) => api.call("GET", path)))).map(({ status }) => status)).toEqual([
    200, 200, 200,
  ]);
  expect((await api.call("DELETE", at("own.profile", "?cascade=true"))).status).toBe(404);
});

test("where another definition remains, targets go on with that one", async () => {
  await define("user.videos", { ...POSTS, path: "/videos/{userId}" });
  const params = { operation: "user.videos", values: { userId: "1" } };
  const { body: target } = await api.call("POST", "/v1/targets", { kind: "list", name: "Videos", params });
  await define("env.page", { path: "/page/{who}", fields: { plays: "/plays" } });
  const record = await watch("record", "env.page", "1");
  expect((await api.call("DELETE", at("user.videos"))).status).toBe(204);
  expect((await api.call("DELETE", at("env.page", "?cascade=true"))).status).toBe(204);
  expect([await pathOf("user.videos"), await pathOf("env.page")]).toEqual(["/api/v1//user/videos", "/page/{who}"]);
  for (const id of [target.id, record]) expect((await api.call("GET", `/v1/targets/${id}`)).status).toBe(200);
});

test("every kind that polls any operation names it in its params as the database looks for it", () => {
  const polling = Object.values(targetKinds).filter(({ polls }) => polls !== undefined);
  expect(polling.length).toBeGreaterThan(1);
  for (const { polls, example } of polling) expect(polls!.operation(example.params)).toBe(example.params["operation"]);
});
