import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { NO_DATABASE } from "../../scripts/deploy/project.ts";
import { databasePath } from "../../scripts/host/database.ts";
import { startSystem, type System } from "../support/system.ts";
import { chatService } from "./chat-service.ts";

const MINUTE = 60_000;
const FIXTURES = "test/fixtures";

const older = (await readdir(FIXTURES)).filter((name) => /^database-.*\.sql$/.test(name));

type Chats = Awaited<ReturnType<typeof chatService>>;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** This version on a database that an older one has left, with the world as it was then. */
async function upgraded(fixture: string): Promise<{ system: System; chats: Chats; lastTickAt: number }> {
  const text = await readFile(join(FIXTURES, fixture), "utf8");
  let lastTickAt = 0;
  const furnish = async (state: string) => {
    const path = databasePath(state, NO_DATABASE);
    await mkdir(dirname(path), { recursive: true });
    const db = new DatabaseSync(path);
    db.exec(`BEGIN; ${text} COMMIT;`);
    lastTickAt = Number(db.prepare("SELECT last_tick_at AS at FROM ticker").get()!["at"]);
    db.close();
  };
  const chats = await chatService();
  ends.push(() => chats.close());
  const bases = { SLACK_API_BASE_URL: chats.url, DISCORD_API_BASE_URL: chats.url };
  const system = await startSystem(bases, "src/worker.ts", { furnish });
  ends.push(() => system.stop());
  for (const [userId, room] of Object.entries({ 1001: "7001", 1002: "7002", 1003: "7003" }))
    system.upstream.live.set(userId, room);
  return { system, chats, lastTickAt };
}

const list = async (system: System, path: string) => {
  const { status, body } = await system.api("GET", `${path}${path.includes("?") ? "&" : "?"}limit=200`);
  expect([path, status, body.detail ?? null]).toEqual([path, 200, null]);
  return body.items as Record<string, any>[];
};

const LISTS = [
  "watchlists",
  "targets",
  "channels",
  "subscriptions",
  "digests",
  "silences",
  "tokens",
  "events",
  "deliveries",
];

test.each(older)("%s: every list and every thing in it answers", async (fixture) => {
  const { system } = await upgraded(fixture);
  const health = await system.api("GET", "/healthz");
  expect(health.status).toBe(200);
  expect(JSON.stringify(health.body)).not.toContain("key");
  for (const name of LISTS) {
    const items = await list(system, `/v1/${name}`);
    expect([name, items.length > 0]).toEqual([name, true]);
    for (const { id } of items.slice(0, 60)) {
      const { status, body } = await system.api("GET", `/v1/${name}/${encodeURIComponent(id)}`);
      expect([name, id, status, body.detail ?? null]).toEqual([name, id, 200, null]);
    }
  }
  expect((await list(system, "/v1/audit")).length).toBeGreaterThan(0);
  const targets = await list(system, "/v1/targets");
  expect(new Set(targets.map(({ kind }) => kind))).toEqual(new Set(["live", "ranking", "hashtag", "products"]));
  for (const { id, kind, snapshot } of targets) {
    for (const history of ["events", "sessions", "samples"]) {
      const items = await list(system, `/v1/targets/${id}/${history}`);
      if (history === "samples" && kind !== "live") expect([kind, items.length > 0]).toEqual([kind, true]);
    }
    if (kind !== "live") expect(snapshot).not.toBeNull();
  }
  const statuses = new Set((await list(system, "/v1/deliveries")).map(({ status }) => status));
  expect(statuses).toEqual(new Set(["pending", "sent", "dead", "suppressed", "held"]));
  const { liveNow, counts } = (await system.api("GET", "/v1/status")).body;
  expect(liveNow.map(({ name }: { name: string }) => name).sort()).toEqual(["Creator 1001", "Creator 1002"]);
  expect(counts.targets).toMatchObject({ live: 6, ranking: 1, hashtag: 1, products: 1 });
  for (const { id } of await list(system, "/v1/digests"))
    expect((await system.api("POST", `/v1/digests/${id}/preview`, {})).status).toBe(200);
});

test.each(older)("%s: exported and applied again, nothing would change", async (fixture) => {
  const { system } = await upgraded(fixture);
  const { status, body } = await system.api("GET", "/v1/export");
  expect(status).toBe(200);
  const planned = await system.api("PUT", "/v1/config?dryRun=true", body);
  expect([planned.status, planned.body.errors ?? null]).toEqual([200, null]);
  const changes = JSON.stringify(planned.body);
  for (const { id, name } of await list(system, "/v1/targets")) {
    expect(changes).not.toContain(id);
    expect(changes).not.toContain(`"${name}"`);
  }
});

test.each(older)("%s: nothing is told anew, what turns is told, a digest comes", async (fixture) => {
  const { system, chats, lastTickAt } = await upgraded(fixture);
  // What was sealed then opens now: Slack's channel takes a new address, the bots keep their tokens.
  for (const { id, name } of await list(system, "/v1/channels")) {
    const settings = { url: `${system.receiver.url}/slack/services/T1/B1/new` };
    if (name === "slack") expect((await system.api("PATCH", `/v1/channels/${id}`, { settings })).status).toBe(200);
  }
  // That it did is news for the others.
  await system.settled();
  chats.calls.length = 0;
  const known = new Set((await list(system, "/v1/events")).map(({ id }) => id));
  const fresh = async () => (await list(system, "/v1/events")).filter(({ id }) => !known.has(id)).toReversed();
  await system.tick(lastTickAt + MINUTE);
  // It was seen once and awaited its second look.
  expect((await fresh()).map(({ type, target }) => [type, target.name])).toEqual([["live.started", "Creator 1003"]]);
  expect(chats.calls.map(({ authorization }) => authorization).sort()).toEqual(["Bearer xoxb-1-kept", "Bot a.kept.c"]);
  for (const { text } of chats.calls) {
    expect(text).toContain("Creator 1003");
    for (const other of ["1001", "1002", "1004", "1005", "Ranked", "Shop"]) expect(text).not.toContain(other);
  }
  const digests = system.receiver.received.filter(({ body }) => JSON.stringify(body).includes("Each minute"));
  expect(digests).toHaveLength(1);

  system.upstream.live.delete("1001");
  for (let minute = 2; minute <= 12; minute++) await system.tick(lastTickAt + minute * MINUTE);
  const notified = await fresh();
  expect(notified.flatMap(({ type, target }) => (target === null ? [] : [[type, target.name]]))).toEqual([
    ["live.started", "Creator 1003"],
    ["live.ended", "Creator 1001"],
  ]);
  // What had failed before the upgrade is reported once; other destinations are not there any more either.
  // Requests use the wall clock, which is any time ahead of the fixture: 120 hours may have passed.
  const ofChannels = notified.filter(({ target, type }) => target === null && type !== "channel.disabled");
  expect(new Set(ofChannels.map(({ type }) => type))).toEqual(new Set(["channel.failing"]));
  expect(ofChannels.filter(({ data }) => data.name === "deaf")).toHaveLength(1);
  const failing = (await list(system, "/v1/targets")).filter(({ status }) => status.fault !== null);
  expect(failing).toEqual([]);
});
