import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { counters, grown, startSystem, type System } from "../support/system.ts";

const MINUTE = 60_000;
const POSTS = {
  path: "/api/v1//user/posts",
  query: { uid: "{who}" },
  rows: "/data/entries",
  id: "/item/id",
  fields: { title: "/item/caption", link: "/item/url", plays: "/item/plays", time: "/item/created" },
};
const PROFILE = {
  path: "/api/v1//user/profile",
  query: { uid: "{who}" },
  fields: { followers: "/data/followers", bio: "/data/bio" },
};

interface Post {
  id: string | number;
  caption?: string;
  plays?: number | string;
  created?: number;
}

let now = Date.UTC(2026, 0, 5, 12);
let system: System;
let posts: Post[];
let profile: Record<string, unknown>;
let answer: string | null;

const serves = (path: string): string => {
  if (path === POSTS.path) return JSON.stringify({ data: { entries: posts.map((item) => ({ item })) } });
  return JSON.stringify({ data: profile });
};

beforeAll(async () => {
  system = await startSystem();
  system.upstream.interfere = ({ path }) =>
    path === POSTS.path || path === PROFILE.path ? { body: answer ?? serves(path) } : null;
  for (const [name, reported] of [
    ["user.posts", POSTS],
    ["user.profile", PROFILE],
  ] as const)
    expect((await system.api("PUT", `/v1/upstream/operations/${name}`, reported)).status).toBe(200);
});
afterAll(() => system.stop());
beforeEach(async () => {
  answer = null;
  posts = [{ id: 1, caption: "Day one", plays: 900, created: 1_700_000_000 }];
  profile = { followers: 990, bio: "Say hi" };
  for (const { id } of (await system.api("GET", "/v1/targets")).body.items)
    await system.api("DELETE", `/v1/targets/${id}?cascade=true`);
  system.receiver.received.length = 0;
});

const tick = (minutes = 1) => system.tick((now += minutes * MINUTE));

const watch = async (kind: string, settings: object = {}, params: object = {}): Promise<string> => {
  const operation = kind === "list" ? "user.posts" : "user.profile";
  const body = { kind, name: "Maria", params: { operation, values: { who: "7012" }, ...params }, settings };
  const created = await system.api("POST", "/v1/targets", { ...body, intervalSeconds: 60 });
  expect([created.status, created.body.errors]).toEqual([201, undefined]);
  await tick();
  return created.body.id;
};

const events = async (id: string): Promise<{ type: string; data: any; window: any }[]> =>
  (await system.api("GET", `/v1/targets/${id}/events`)).body.items.toReversed();
const found = async (id: string) => (await events(id)).map(({ type, data }) => [type, data]);

test.each<[string, object, string]>([
  ["an operation that nobody defined", { params: { operation: "user.nothing", values: {} } }, "/params/operation"],
  ["an operation without a path", { params: { operation: "search.user", values: {} } }, "/params/operation"],
  ["an operation without rows", { params: { operation: "user.profile", values: { who: "1" } } }, "/params/operation"],
  ["no value for a placeholder", { params: { operation: "user.posts", values: {} } }, "/params/values/who"],
  ["a value for none", { params: { operation: "user.posts", values: { who: 1, x: 1 } } }, "/params/values/x"],
  ["a watched field that is none", { settings: { watch: [{ field: "likes", above: 1 }] } }, "/settings/watch/0/field"],
  ["a time field that is none", { settings: { timeField: "at" } }, "/settings/timeField"],
  ["too many items", { settings: { mostItems: 10_001 } }, "/settings/mostItems"],
])("%s is refused where it is wrong", async (_, invalid, pointer) => {
  const params = { operation: "user.posts", values: { who: "1" } };
  const { status, body } = await system.api("POST", "/v1/targets", { kind: "list", name: "x", params, ...invalid });
  expect([status, body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([422, [pointer]]);
});

test("a record takes no operation that answers with rows, and the same one twice is refused, whatever its types", async () => {
  const record = (operation: string, who: string | number) =>
    system.api("POST", "/v1/targets", { kind: "record", name: "x", params: { operation, values: { who } } });
  expect((await record("user.posts", 1)).body.errors[0].pointer).toBe("/params/operation");
  expect((await record("user.profile", 1)).status).toBe(201);
  expect((await record("user.profile", "1")).status).toBe(409);
});

test("a new item is an alert with the fields that it has, as filters and templates name them", async () => {
  const settings = { url: `${system.receiver.url}/api/webhooks/1001/secret` };
  const channel = await system.api("POST", "/v1/channels", { kind: "discord", name: "d", settings });
  const alert = await system.api("POST", "/v1/subscriptions", {
    name: "Posts",
    events: ["item.appeared"],
    channelId: channel.body.id,
    template: { "item.appeared": "{{name}} posted {{fields.title}}" },
    filters: [{ field: "data.fields.plays", op: "gte", value: 100 }],
  });
  expect([alert.status, alert.body.errors]).toEqual([201, undefined]);
  const id = await watch("list");
  expect(await events(id)).toEqual([]);
  posts = [{ id: "2", caption: "Day two", plays: "120" }, { id: 3, caption: "Unseen", plays: 5 }, ...posts];
  await tick();
  expect(await found(id)).toEqual([
    ["item.appeared", { itemId: "2", fields: { title: "Day two", plays: 120 } }],
    ["item.appeared", { itemId: "3", fields: { title: "Unseen", plays: 5 } }],
  ]);
  const notified = system.receiver.received.map(({ body }) => JSON.stringify(body)).join("\n");
  expect(notified).toContain("Maria posted Day two");
  expect(notified).not.toContain("Unseen");
  const { snapshot, status } = (await system.api("GET", `/v1/targets/${id}`)).body;
  expect([snapshot.count, snapshot.complete, status.summary]).toEqual([3, true, "3 items"]);
});

test("order, repetition, an error, an empty answer and an old item tell nothing; three answers without one do", async () => {
  posts = [1, 2, 3].map((id) => ({ id, created: 1_700_000_000 + id }));
  const id = await watch("list", { timeField: "time" });
  const all = posts;
  const steps: (() => void)[] = [
    () => (posts = all.toReversed()),
    () => (posts = [all[0]!, ...all]),
    () => (answer = "<html>"),
    () => (posts = []),
    () => (answer = '{"data":{"entries":null}}'),
    () => (answer = '{"data":{"entries":{}}}'),
    () => (posts = [...all, { id: 0, created: 1_600_000_000 }]),
    () => (posts = all.slice(0, 2)),
  ];
  for (const step of steps) {
    answer = null;
    posts = all;
    step();
    await tick();
  }
  answer = null;
  expect(await events(id)).toEqual([]);
  await tick();
  await tick();
  const gone = await events(id);
  expect(gone.map(({ type, data }) => [type, data.itemId]).sort()).toEqual([
    ["item.gone", "0"],
    ["item.gone", "3"],
  ]);
  posts = all;
  await tick();
  expect(await events(id)).toHaveLength(2);
  // However late it becomes visible.
  await tick(90);
  posts = [...all, { id: 4, created: now / 1000 - 3000 }];
  await tick();
  expect((await found(id)).slice(2)).toEqual([["item.appeared", { itemId: "4", fields: { time: now / 1000 - 3060 } }]]);
});

test("a list that loses most of its items is doubted, which is told, until more answers agree or it is back", async () => {
  posts = Array.from({ length: 20 }, (_, n) => ({ id: n, created: 1_700_000_000 - n }));
  const id = await watch("list", { timeField: "time" });
  const all = posts;
  const suspicions = async () =>
    (await system.api("GET", "/v1/events?type=upstream.*")).body.items
      .filter(({ data }: any) => data.operation === "user.posts")
      .map(({ type, data }: any) => [type, data.of ?? null, data.since])
      .toReversed();
  const before = (await suspicions()).length;
  for (let n = 0; n < 7; n++) {
    posts = [];
    await tick();
  }
  const since = new Date(now - 6 * MINUTE).toISOString();
  const { snapshot } = (await system.api("GET", `/v1/targets/${id}`)).body;
  expect([snapshot.count, snapshot.doubtedSince]).toEqual([20, since]);
  posts = all;
  await tick();
  expect((await suspicions()).slice(before)).toEqual([
    ["upstream.suspect", null, since],
    ["upstream.recovered", "upstream.suspect", since],
  ]);
  expect(await events(id)).toEqual([]);
  posts = all.slice(0, 5);
  for (let n = 0; n < 3; n++) await tick();
  expect(await events(id)).toEqual([]);
  await tick();
  expect((await events(id)).map(({ type }) => type)).toEqual(Array.from({ length: 15 }, () => "item.gone"));
  expect((await suspicions()).slice(before)).toHaveLength(4);
});

test("a page of nothing but new items says that there may be more", async () => {
  posts = Array.from({ length: 20 }, (_, n) => ({ id: n, created: 1_700_000_000 - n }));
  const id = await watch("list", { timeField: "time" });
  posts = Array.from({ length: 20 }, (_, n) => ({ id: 100 + n, created: 1_700_009_000 - n }));
  await tick();
  const all = await events(id);
  expect(all.map(({ data }) => data.atLeast)).toEqual(Array.from({ length: 20 }, () => 20));
});

test("a number passes a limit once, however it wavers, and grows within a day; a text changes", async () => {
  const id = await watch("list", {
    watch: [
      { field: "plays", above: 1000 },
      { field: "plays", surgePercent: 50 },
    ],
  });
  for (const plays of [990, 1010, 995, 1005, 850, 1200, 1400]) {
    posts = [{ id: 1, caption: plays > 1300 ? "Day 1" : "Day one", plays }];
    await tick();
  }
  expect((await events(id)).map(({ type, data }) => [type, data.field, data.before, data.after])).toEqual([
    ["item.crossed", "plays", 990, 1010],
    ["item.crossed", "plays", 850, 1200],
    ["item.changed", "title", "Day one", "Day 1"],
    ["item.surged", "plays", 900, 1400],
  ]);
  const samples = (await system.api("GET", `/v1/targets/${id}/samples`)).body.items;
  expect(samples[0]).toMatchObject({ values: { "plays:1": 1400 }, names: { "plays:1": "Day 1" } });
});

test("a record tells of texts, limits, milestones and growth; a value that is missing tells nothing", async () => {
  const id = await watch("record", {
    watch: [{ field: "followers" }, { field: "followers", below: 900 }, { field: "followers", surgePercent: 100 }],
  });
  const steps: Record<string, unknown>[] = [
    { followers: 999, bio: "Say hi" },
    { followers: "1001", bio: "Say hi" },
    { followers: null, bio: "Say hi" },
    { bio: "New clips" },
    { followers: 980, bio: "New clips" },
    { followers: 1020, bio: ["x"] },
    { followers: 800 },
    { followers: 5300 },
  ];
  for (const step of steps) {
    profile = step;
    await tick();
  }
  expect(await found(id)).toEqual([
    ["field.milestone", { field: "followers", before: 999, after: 1001, milestone: 1000 }],
    ["field.changed", { field: "bio", before: "Say hi", after: "New clips" }],
    ["field.crossed", { field: "followers", before: 1020, after: 800, threshold: 900 }],
    ["field.milestone", { field: "followers", before: 800, after: 5300, milestone: 5000 }],
    ["field.surged", expect.objectContaining({ field: "followers", before: 990, after: 5300, percent: 435.4 })],
  ]);
  const { snapshot } = (await system.api("GET", `/v1/targets/${id}`)).body;
  expect(snapshot).toEqual({ fields: { followers: 5300, bio: null } });
  const [latest] = (await system.api("GET", `/v1/targets/${id}/samples`)).body.items;
  expect(latest).toMatchObject({ values: { followers: 5300 }, names: { followers: "Maria" } });
});

test("one answer that counts 0 says nothing, wherever it stands; two say when it fell, and small numbers do at once", async () => {
  const watch_ = (field: string, limits: object) => ({ watch: [{ field, ...limits }] });
  const list = await watch("list", watch_("plays", { above: 5000, below: 5000 }));
  const record = await watch("record", watch_("followers", { above: 5000, below: 5000 }));
  const poll = async (count: number) => {
    posts = [{ id: 1, caption: "Day one", plays: count }];
    profile = { followers: count, bio: "Say hi" };
    await tick();
  };
  for (const count of [10_000, 0, 10_000, 10_000, 0, 10_000]) await poll(count);
  // The first answer was a smaller number.
  const rises = [
    ["plays", 900, 10_000],
    ["followers", 990, 10_000],
  ];
  const passed = async () =>
    [...(await events(list)), ...(await events(record))].map(({ data }) => [data.field, data.before, data.after]);
  expect(await passed()).toEqual(rises);
  const samples = async (id: string) => (await system.api("GET", `/v1/targets/${id}/samples`)).body.items;
  for (const id of [list, record])
    expect(JSON.stringify((await samples(id)).map((one: any) => one.values))).not.toContain(":0");
  await poll(0);
  const first = now;
  expect((await system.api("GET", `/v1/targets/${record}`)).body.snapshot.fields.followers).toBe(10_000);
  await poll(0);
  for (const id of [list, record]) {
    const fall = (await events(id)).at(-1) as any;
    expect([fall.data.before, fall.data.after, fall.occurredAt]).toEqual([10_000, 0, new Date(first).toISOString()]);
    expect(fall.window.to).toBe(new Date(first).toISOString());
  }
  expect((await system.api("GET", `/v1/targets/${record}`)).body.snapshot.fields.followers).toBe(0);
  await system.api("PATCH", `/v1/targets/${record}`, { settings: watch_("followers", { below: 1 }) });
  for (const count of [3, 3, 0]) await poll(count);
  expect((await events(record)).at(-1)!.data).toMatchObject({ before: 3, after: 0, threshold: 1 });
});

test("a number that can no longer be read is unknown and a fault, until it is read again", async () => {
  const watched = { watch: [{ field: "plays", above: 1000 }] };
  const [list, record] = [
    await watch("list", watched),
    await watch("record", { watch: [{ field: "followers", above: 1000 }, { field: "followers" }] }),
  ];
  const target = async (id: string) => (await system.api("GET", `/v1/targets/${id}`)).body;
  const since = now + MINUTE;
  for (let n = 0; n < 6; n++) {
    posts = [{ id: 1, caption: "Day one", plays: "ask us" }];
    profile = { followers: n % 2 === 0 ? "many" : null, bio: "Say hi" };
    await tick();
  }
  const unreadableSince = new Date(since).toISOString();
  const [item] = (await target(list)).snapshot.items;
  expect(item).toEqual({
    itemId: "1",
    fields: { title: "Day one", time: null, plays: null },
    unreadableSince,
  });
  const { snapshot, status } = await target(record);
  expect(snapshot).toEqual({ fields: { followers: null, bio: "Say hi" }, unreadableSince });
  expect([status.consecutiveFaults, status.lastOkAt]).toEqual([6, new Date(since - MINUTE).toISOString()]);
  expect(status.fault).toMatchObject({ kind: "unreadable", path: "/data/followers" });
  expect((await target(list)).status.fault).toMatchObject({ kind: "unreadable", path: "/data/entries/0/item/plays" });
  for (const id of [list, record]) expect((await events(id)).map(({ type }) => type)).toEqual(["target.failing"]);
  const { items } = (await system.api("GET", "/v1/events?type=upstream.drifted")).body;
  const drifted = items.filter(({ data }: any) => Date.parse(data.since) === since);
  expect(drifted.map(({ data }: any) => [data.operation, data.path]).sort()).toEqual([
    ["user.posts", "/data/entries/0/item/plays"],
    ["user.profile", "/data/followers"],
  ]);
  const [latest] = (await system.api("GET", `/v1/targets/${record}/samples`)).body.items;
  expect(Date.parse(latest.at ?? latest.time)).toBeLessThan(since);
  posts = [{ id: 1, caption: "Day one", plays: "1.2K" }];
  profile = { followers: "1.2M", bio: "Say hi" };
  await tick();
  expect((await target(record)).snapshot).toEqual({ fields: { followers: 1_200_000, bio: "Say hi" } });
  expect((await target(record)).status).toMatchObject({ fault: null, consecutiveFaults: 0 });
  expect((await found(list)).slice(1)).toMatchObject([
    ["target.recovered", {}],
    ["item.crossed", { before: 900, after: 1200, threshold: 1000 }],
  ]);
  expect((await events(record)).slice(1).map(({ type, data }) => [type, data.before, data.after])).toEqual([
    ["target.recovered", undefined, undefined],
    ["field.crossed", 990, 1_200_000],
    ["field.milestone", 990, 1_200_000],
  ]);
});

test("a probe shows the rows that a list would see, also of a definition that is only tried", async () => {
  const probe = (more: object) =>
    system.api("POST", "/v1/upstream/probe", { operation: "user.posts", params: { who: "1" }, ...more });
  const { body } = await probe({});
  const fields = { title: "Day one", plays: 900, time: 1_700_000_000 };
  expect([body.decoded, body.fault]).toEqual([{ items: [{ itemId: "1", fields }] }, null]);
  const tried = await probe({ definition: { ...POSTS, id: "/item/created", fields: { title: "/item/caption" } } });
  expect(tried.body.decoded).toEqual({ items: [{ itemId: "1700000000", fields: { title: "Day one" } }] });
  const invalid = await probe({ definition: { ...POSTS, rows: "/data" } });
  expect([invalid.body.decoded, invalid.body.fault.kind, invalid.body.fault.path]).toEqual([
    null,
    "malformed",
    "/data",
  ]);
});

test("a refusal of an operation that a target is polled by stops its calls but careful ones, and no others", async () => {
  await watch("list");
  await watch("record");
  const calledSince = (path: string, from: number) =>
    system.upstream.calls.slice(from).filter((call) => call.path === path).length;
  const before = system.upstream.calls.length;
  const { interfere } = system.upstream;
  system.upstream.interfere = (call) =>
    call.path === POSTS.path ? { status: 401, body: "{}" } : (interfere?.(call) ?? null);
  for (let n = 0; n < 5; n++) await tick();
  expect(calledSince(POSTS.path, before)).toBeLessThanOrEqual(2);
  expect(calledSince(PROFILE.path, before)).toBeGreaterThanOrEqual(5);
  system.upstream.interfere = interfere;
  await tick(11);
  await tick(1);
  const types = (await system.api("GET", "/v1/events?type=upstream.*")).body.items
    .filter(({ type, data }: any) => [type, data.of].includes("upstream.unauthorized"))
    .map(({ type }: any) => type);
  expect(types).toEqual(["upstream.recovered", "upstream.unauthorized"]);
});

test("a definition that is gone, or is none of a list any more, is a fault of its targets until it is back", async () => {
  const id = await watch("list");
  const status = async () => (await system.api("GET", `/v1/targets/${id}`)).body.status;
  const refused = await system.api("DELETE", "/v1/upstream/operations/user.posts");
  expect([refused.status, refused.body.usedBy]).toEqual([409, [{ type: "target", id, name: "Maria" }]]);
  // As an older version could leave it.
  await system.db.prepare(`UPDATE ticker SET operations = json_remove(operations, '$."user.posts"')`).run();
  await tick();
  expect((await status()).fault).toMatchObject({ kind: "refused", status: null });
  const { id: _id, ...rowless } = POSTS;
  await system.api("PUT", "/v1/upstream/operations/user.posts", rowless);
  await tick(6);
  expect((await status()).fault.detail).toContain("needs rows, id and fields");
  expect((await system.api("PATCH", `/v1/targets/${id}`, { name: "Other" })).status).toBe(200);
  expect((await system.api("PATCH", `/v1/targets/${id}`, { settings: { confirmGone: 2 } })).status).toBe(422);
  await system.api("PUT", "/v1/upstream/operations/user.posts", POSTS);
  await tick(6);
  expect([(await status()).fault, (await events(id)).length]).toEqual([null, 0]);
  posts = [];
  for (const rows of ['{"x":1}', '"none"']) {
    answer = `{"data":{"entries":${rows}}}`;
    await tick(6);
    expect((await status()).fault).toMatchObject({ kind: "malformed", path: "/data/entries" });
  }
  answer = '{"data":{"entries":null}}';
  await tick(6);
  expect((await status()).fault).toBeNull();
});

test("lists of more than a row of the database holds are polled together, and say that there is more", async () => {
  posts = Array.from({ length: 9000 }, (_, n) => ({ id: n, caption: `${"é".repeat(120)} ${n}` }));
  const rows = [1, 2, 3, 4].map((who) => ({
    kind: "list",
    name: `List ${who}`,
    params: { operation: "user.posts", values: { who } },
    settings: { mostItems: 10_000 },
    intervalSeconds: 60,
  }));
  expect((await system.api("POST", "/v1/targets/import", rows)).status).toBe(200);
  for (let n = 0; n < 3; n++) await tick();
  const { items } = (await system.api("GET", "/v1/targets?kind=list")).body;
  expect(items.map(({ status }: any) => status.fault)).toEqual([null, null, null, null]);
  for (const { snapshot, status } of items) {
    expect([snapshot.count > 1000, snapshot.items.length, snapshot.complete]).toEqual([true, 500, false]);
    expect(status.summary).toBe(`${snapshot.count} items and more`);
  }
  expect(
    (await system.api("GET", "/v1/events?type=item.*")).body.items.filter(
      ({ detectedAt }: any) => detectedAt > new Date(now - 3 * MINUTE).toISOString(),
    ),
  ).toEqual([]);
});

test("an unchanged poll of thirty items writes no row and reads two", async () => {
  posts = Array.from({ length: 30 }, (_, n) => ({ id: n, caption: `Post ${n}`, plays: 1000 + n }));
  const lists = async (from: number, to: number) => {
    const rows = Array.from({ length: to - from }, (_, n) => ({
      kind: "list",
      name: `List ${from + n}`,
      params: { operation: "user.posts", values: { who: String(from + n) } },
      intervalSeconds: 60,
    }));
    expect((await system.api("POST", "/v1/targets/import", rows)).body.summary.created).toBe(rows.length);
    await tick();
    await tick();
    const before = await counters(system);
    for (let n = 0; n < 4; n++) await tick();
    const after = await counters(system);
    expect(grown(before, after, "polls|list|ok")).toBe(4 * to);
    return (key: string) => grown(before, after, key) / 4;
  };
  // What a tick costs by itself is the same for few as for many.
  const few = await lists(0, 5);
  const many = await lists(5, 45);
  const each = (key: string) => (many(key) - few(key)) / 40;
  console.log(`per unchanged poll of a list: ${each("d1|rowsWritten")} rows written, ${each("d1|rowsRead")} read`);
  expect(each("d1|rowsWritten")).toBe(0);
  expect(each("d1|rowsRead")).toBeLessThanOrEqual(2);
});
