import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { creatorPolls } from "../../host/runtime/demo/history/history.ts";
import { judged } from "../../host/runtime/demo/history/judged.ts";
import { otherPolls } from "../../host/runtime/demo/history/others.ts";
import type { Stored } from "../../host/runtime/demo/history/thing.ts";
import { writeHistory } from "../../host/runtime/demo/history/write.ts";
import { noteDemo } from "../../host/runtime/demo/set-up.ts";
import type { Demo } from "../../src/core/demo.ts";
import { LIMITS } from "../../src/core/limits.ts";
import { monthStore } from "../../src/engine/retain/retain-store.ts";
import { rollUp } from "../../src/engine/retain/roll-up.ts";
import { tick } from "../../src/engine/poll/tick.ts";
import { timetableStore } from "../support/store-engine.ts";
import { connecting, PASSWORD, type Connecting } from "./connecting.ts";
import type { RunningApi } from "./running-api.ts";
import type { Visitor } from "./visitor.ts";

let all: Connecting;
let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  all = await connecting();
  ({ api, me } = all);
});
beforeEach(() => api.clear());
afterAll(() => all.stop());

const NOW = Date.now();
const RULES = { perMinute: 1000, batchSize: { calls: 3, cpu: 100 }, ownCalls: 40 };

async function create(what: string, body: object): Promise<string> {
  const answer = await api.call("POST", `/v1/${what}`, body);
  expect([what, answer.status, answer.body.detail]).toEqual([what, 201, undefined]);
  return answer.body.id as string;
}

const found = (name: string, views: number, position: number) => ({
  cid: `10${position}`,
  name,
  views,
  uses: 900,
  position,
});

const VIEW = { complete: true, found: [found("cats", 90_000_000, 1), found("catcafe", 2_600_000, 2)] };

/** A demo as `npm start` sets it up, with its history, and some things of somebody who looked around. */
async function demoWorld() {
  const demo: Demo = { watchlists: [], targets: [], channels: [], subscriptions: [], digests: [], chats: [] };
  const add = async (what: "watchlists" | "targets" | "channels" | "subscriptions" | "digests", body: object) => {
    const id = await create(what, body);
    demo[what].push(id);
    return id;
  };
  const list = await add("watchlists", { name: "Demo creators" });
  const trends = await add("watchlists", { name: "Demo trends" });
  const names = ["Maria", "Kenji Plays", "Night Owl"];
  const targets: Stored[] = [];
  for (const [index, name] of names.entries()) {
    const params = { userId: String(7001 + index), handle: `h${index}` };
    const id = await add("targets", { kind: "live", name, params, watchlistId: list });
    targets.push({ id, kind: "live", name, params, settings: {}, watchlistId: list });
  }
  const params = { keyword: "cats", region: "US", count: 20 };
  const tag = await add("targets", { kind: "hashtag", name: "#cats", params, watchlistId: trends });
  targets.push({ id: tag, kind: "hashtag", name: "#cats", params, settings: { surgePercent: 5 }, watchlistId: trends });
  const url = (name: string) => ({ settings: { url: `${all.receiver.url}/hooks/${name}` } });
  const channel = await add("channels", {
    kind: "discord",
    name: "Demo inbox",
    settings: { url: `${all.receiver.url}/api/webhooks/1001/secret` },
  });
  await add("subscriptions", { name: "Who is live", events: ["live.*"], channelId: channel, watchlistId: list });
  await add("subscriptions", { name: "Trends", events: ["hashtag.*"], channelId: channel, watchlistId: trends });
  await add("digests", { name: "Weekly", schedule: "0 9 * * 1", period: "P7D", channelId: channel });
  const own = await create("channels", { kind: "webhook", name: "Ours", ...url("ours") });
  const kept = await create("subscriptions", { name: "Everybody", events: ["live.*"], channelId: own });
  const mine = await create("targets", { kind: "live", name: "Mine", params: { userId: "7999" } });
  // About the demo, or for its inbox alone.
  await create("silences", { targetId: demo.targets[0], until: new Date(NOW + 3_600_000).toISOString(), reason: "x" });
  await create("goals", { targetId: demo.targets[0], hours: 10 });
  await create("boards", { name: "Live", channelId: channel });
  await create("subscriptions", { name: "Of theirs", events: ["live.*"], channelId: own, targetId: demo.targets[1] });
  await noteDemo(api.db, demo);
  const histories = targets.map((target) => {
    const polls = target.kind === "live" ? creatorPolls(target, NOW) : otherPolls(target, VIEW, NOW);
    return { target, judged: judged(target, polls) };
  });
  const alerts = [
    { channelId: channel, alone: false, watchlistId: list, events: ["live.*"] },
    { channelId: channel, alone: false, watchlistId: trends, events: ["hashtag.*"] },
    { channelId: own, alone: true, watchlistId: list, events: ["live.*"] },
  ];
  await writeHistory(api.db, histories, alerts, NOW);
  await rollUp(NOW, NOW - 60_000, {
    ...monthStore(api.db),
    seen: { to: 0 },
    limits: LIMITS.local.retention,
    statementsLeft: () => 10_000,
    wallNow: () => 0,
  });
  return { demo, kept, mine, own, targets };
}

type Row = Record<string, string | number | null>;

/** All that is stored, table by table, but what only says that it was. */
async function everything(): Promise<Map<string, Row[]>> {
  const { results } = await api.db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .all<{ name: string }>();
  const beside = ["audit", "left_demo", "sign_ins", "requests", "sheets", "d1_migrations"];
  const names = results.map(({ name }) => name).filter((name) => !beside.includes(name));
  const tables = await Promise.all(names.map((name) => api.db.prepare(`SELECT * FROM "${name}"`).all<Row>()));
  const sorted = (rows: Row[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  // A page of names is a set: new names are appended to it.
  const asSet = (page: Row) => ({ ...page, names: String(page["names"]).split("\u001e").toSorted() });
  const rowsOf = (name: string, rows: Row[]) => sorted(name === "name_pages" ? (rows.map(asSet) as never) : rows);
  return new Map(names.map((name, index) => [name, rowsOf(name, tables[index]!.results)]));
}

const connect = () =>
  api.call("PUT", "/v1/upstream/account", { baseUrl: all.url, username: "tally", password: PASSWORD });

describe("the demo", () => {
  test("has thirty days in which streams, events, viewers and messages agree", async () => {
    const { targets } = await demoWorld();
    const events = (await api.call("GET", "/v1/events?limit=200")).body.items as { type: string; id: string }[];
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["live.started", "live.ended", "hashtag.surged"]));
    for (const { id, kind } of targets.filter((one) => one.kind === "live")) {
      expect(kind).toBe("live");
      const { items: sessions } = (await api.call("GET", `/v1/targets/${id}/sessions?limit=200`)).body;
      const { items: own } = (await api.call("GET", `/v1/targets/${id}/events?limit=200`)).body;
      const of = (type: string) => own.filter((one: { type: string }) => one.type === type).length;
      expect(sessions.length).toBeGreaterThan(6);
      expect([of("live.started"), of("live.ended")]).toEqual([sessions.length, sessions.length]);
      const { items: samples } = (await api.call("GET", `/v1/targets/${id}/samples?limit=200`)).body;
      for (const { startedAt, endedAt, peakViewers } of sessions as Record<string, string>[]) {
        const within = samples.filter((one: { at: string }) => one.at >= startedAt! && one.at <= endedAt!);
        const highest = Math.max(
          ...within.map((one: { values: Record<string, number> }) => one.values["viewers"] ?? 0),
        );
        if (within.length > 0) expect(highest).toBeLessThanOrEqual(Number(peakViewers));
      }
      const { learnedHours, status } = (await api.call("GET", `/v1/targets/${id}`)).body;
      expect([status.verdict, learnedHours.length > 0]).toEqual(["off", true]);
    }
    const { results } = await api.db
      .prepare(
        `SELECT status, json_array_length(items) AS all_of, (SELECT count(*) FROM json_each(items) i JOIN events e ON e.id = i.value ->> 'event') AS n
         FROM deliveries`,
      )
      .all<{ status: string; all_of: number; n: number }>();
    expect(results.length).toBeGreaterThan(100);
    // Two that start at once share a message.
    expect(results.filter(({ status, all_of: all, n }) => status !== "sent" || n !== all || n === 0)).toEqual([]);
    const { late } = (await api.db
      .prepare("SELECT count(*) AS late FROM events WHERE seq > (detected_at + 10000) * 512 OR seq < detected_at * 512")
      .first<{ late: number }>())!;
    expect(late).toBe(0);
  });

  test("counts as watched since its past began, when a tick comes after it or reads before it and writes after it", async () => {
    await demoWorld();
    const store = timetableStore(api.db);
    const since = async () =>
      (await api.db.prepare("SELECT load ->> '$.firstTickAt' AS at FROM ticker").first<{ at: number }>())!.at;
    const past = NOW - 30 * 86_400_000;
    expect((await tick(NOW + 60_000, RULES, store)).lastTickAt).not.toBeNull();
    expect(await since()).toBe(past);
    await api.db.prepare("UPDATE ticker SET load = json_set(load, '$.firstTickAt', ?1)").bind(NOW).run();
    const reads = [async () => writeHistory(api.db, [], [], NOW), async () => undefined];
    const racing = {
      ...store,
      async readTimetable() {
        const read = await store.readTimetable();
        await reads.shift()!();
        return read;
      },
    };
    await tick(NOW + 120_000, RULES, racing);
    expect([await since(), reads]).toEqual([past, []]);
  });

  test("is never asked of another service, by no tick and by no hand", async () => {
    const { demo, mine } = await demoWorld();
    await connect();
    const requested = await api.call("POST", `/v1/targets/${demo.targets[0]}/poll`);
    const { fault, changes } = requested.body;
    expect([requested.status, fault.detail, changes]).toEqual([
      200,
      "not asked: another service is connected, or it was deleted",
      [],
    ]);
    expect((await api.call("POST", `/v1/targets/${mine}/poll`)).body.fault).not.toBeNull();
    expect(all.asked()).toEqual(["7999"]);
  });

  test("counts for nothing on Now while another service is asked, which the page says", async () => {
    const { demo } = await demoWorld();
    expect((await me.open("/")).text).toContain("of 4 creators");
    const sizes = async () =>
      [...(await me.open("/lists")).text.matchAll(/<small>([^<]*(?:creators?|watched|not checked))<\/small>/g)].map(
        ([, words]) => words,
      );
    expect(await sizes()).toEqual(["3 creators", "1 watched", "1 creator"]);
    await connect();
    await api.db
      .prepare("UPDATE ticker SET proof = json_set(coalesce(proof, '{}'), '$.rule', 'r', '$.since', 1)")
      .run();
    const { text } = await me.open("/");
    expect(text).toContain("of 1 creator");
    expect(text).toContain("The demo&#39;s 3 creators aren&#39;t checked here.");
    expect(text).toContain("<dt>Everything else</dt><dd>0</dd>");
    for (const path of ["/creators", "/creators?sort=name", "/creators?q=a"]) {
      const listed = (await me.open(path)).text;
      expect(listed).toMatch(/The demo&#39;s 3 creators aren&#39;t checked here\.[\s\S]*first-steps\/demo/);
      expect(listed).toMatch(/<h1[^>]*>1 creator</);
      expect(listed).not.toMatch(/Kenji Plays|Night Owl/);
    }
    expect((await sizes()).toSorted()).toEqual(["1 creator", "Demo, not checked", "Demo, not checked"]);
    // Its list has nobody who is checked, and what was simulated adds nothing to hours.
    const list = (await me.open(`/lists/${demo.watchlists[0]}`)).text;
    expect(list).toContain("The demo&#39;s 3 creators aren&#39;t checked here.");
    expect(list).toMatch(/<h1[^>]*>Demo, not checked</);
    expect(list).not.toMatch(/Kenji Plays|Night Owl/);
    const rows = (await me.open("/lists")).text.split("<tr").filter((row) => row.includes("Demo, not checked"));
    expect(rows.map((row) => /data-label="Hours this month"[^>]*>(.*?)<\/td>/s.exec(row)![1])).toEqual([
      '<span class="soft">–</span>',
      '<span class="soft">–</span>',
    ]);
    const wall = (await me.open("/wall")).text;
    expect(wall).toContain("of 1 creator");
    expect(wall).not.toMatch(/Kenji Plays|Night Owl/);
    // The demo's service again, before a tick has noticed.
    await api.call("DELETE", "/v1/upstream/account");
    await api.db.prepare("UPDATE ticker SET proof = json_set(proof, '$.service.id', 'demo') WHERE id = 1").run();
    for (const path of ["/", "/wall"]) expect((await me.open(path)).text).toContain("of 4 creators");
    expect((await me.open("/creators")).text).not.toContain("checked here");
  });

  test("goes as a whole by one click, comes back as a whole by another, and what is of people's own stays", async () => {
    const { demo, kept, mine, own } = await demoWorld();
    await connect();
    const before = await everything();
    const offered = await me.open("/first-steps/demo");
    expect(offered.text).toMatch(/<b>3<\/b><span>demo creators<small>[^<]*Maria/);
    expect(offered.text).toMatch(/<b>(?:29|30)<\/b><span>days of simulated history/);
    expect(offered.text).toContain("Your channels<small>Ours");
    const left = await me.send("/first-steps/demo/leave", []);
    expect(left.to).toMatch(/^\/first-steps\/(service|channel)$/);
    expect(left.text).toContain("Demo removed. Your service, channels and people stayed.");
    const after = await everything();
    const ids = Object.values(demo).flat().map(String);
    for (const [name, rows] of after)
      expect([name, rows.filter((row) => ids.some((id) => JSON.stringify(row).includes(id)))]).toEqual([name, []]);
    for (const empty of ["events", "series", "deliveries", "editions", "boards", "silences", "goals", "digests"])
      expect([empty, after.get(empty)]).toEqual([empty, []]);
    const stays = (what: string) => after.get(what)!.map(({ id }) => id);
    expect([stays("targets"), stays("channels"), stays("subscriptions")]).toEqual([[mine], [own], [kept]]);
    expect((await me.open("/first-steps/creators")).text).toContain("Bring the demo back");
    const back = await me.undo(left.text);
    expect(back.status).toBe(303);
    const returned = await everything();
    for (const [name, rows] of before) expect([name, returned.get(name)]).toEqual([name, rows]);
    expect((await api.call("GET", "/v1/targets?limit=10")).body.items).toHaveLength(5);
    expect((await me.send("/first-steps/demo/back", [])).status).toBe(409);
  });

  test("comes back after messages and digests of people's own, which stay in order behind it", async () => {
    const { own, mine } = await demoWorld();
    await connect();
    const before = (await everything()).get("deliveries")!;
    const left = await me.send("/first-steps/demo/leave", []);
    // As the first real alert and digest are stored: the tables are empty, so `seq` starts again.
    for (const name of ["first", "second"]) {
      await api.db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until)
           VALUES (?1, ?2, 'sent', '[]', ?3, 0)`,
        )
        .bind(`dlv_${name}`, own, NOW + 60_000)
        .run();
    }
    await api.db
      .prepare(
        "INSERT INTO editions (id, digest_id, digest, from_at, to_at, made_at) VALUES ('own/1', 'own', '{}', 1, 2, 3)",
      )
      .run();
    expect((await api.db.prepare("SELECT min(seq) AS seq FROM deliveries").first())!["seq"]).toBe(1);
    expect((await me.undo(left.text)).status).toBe(303);
    const deliveries = (await everything()).get("deliveries")!.toSorted((a, b) => Number(a["seq"]) - Number(b["seq"]));
    expect(deliveries.slice(0, -2)).toEqual(before.toSorted((a, b) => Number(a["seq"]) - Number(b["seq"])));
    expect(deliveries.slice(-2).map(({ id }) => id)).toEqual(["dlv_first", "dlv_second"]);
    expect((await everything()).get("editions")!.map(({ id }) => id)).toContain("own/1");
    expect((await api.call("GET", `/v1/targets/${mine}`)).status).toBe(200);
    const { items } = (await api.call("GET", "/v1/deliveries?limit=3")).body;
    expect(items.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual(["dlv_second", "dlv_first"]);
  });

  test("stays where a list of it has somebody's own creator; the others of it go", async () => {
    const { demo } = await demoWorld();
    const [list] = demo.watchlists;
    const friend = await create("targets", { kind: "live", name: "F", params: { userId: "7888" }, watchlistId: list });
    await me.send("/first-steps/demo/leave", []);
    const { items } = (await api.call("GET", "/v1/targets")).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([friend]));
    expect((await api.call("GET", `/v1/watchlists/${list}`)).status).toBe(200);
    expect((await api.call("GET", `/v1/watchlists/${demo.watchlists[1]}`)).status).toBe(404);
  });

  test("can be brought back for a day, by an admin", async () => {
    await demoWorld();
    await me.send("/first-steps/demo/leave", []);
    await api.db.prepare("UPDATE left_demo SET left_at = left_at - 86400001").run();
    expect((await me.send("/first-steps/demo/back", [])).status).toBe(409);
    expect((await me.open("/first-steps/creators")).text).not.toContain("Bring the demo back");
  });

  test("a fresh start offers to look around, once", async () => {
    await demoWorld();
    expect((await me.open("/")).text).toContain("This is a demo");
    await me.send("/first-steps/demo/look", []);
    const again = await me.open("/");
    expect(again.text).not.toContain("This is a demo");
    expect(again.text).toContain("Demo creators are simulated");
  });
});
