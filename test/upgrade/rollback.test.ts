import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { NO_DATABASE } from "../../scripts/deploy/project.ts";
import type { WorkerModule } from "../../scripts/host/bundle.ts";
import { databasePath, furnish } from "../../scripts/host/database.ts";
import { readMigrations } from "../../scripts/host/migrations.ts";
import { startSystem, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
const FIXTURES = "test/fixtures";

/** An additive migration of a version that does not exist yet. */
const NEXT = {
  name: "9999_of_the_next_version.sql",
  sql: `CREATE TABLE of_the_next (id TEXT PRIMARY KEY, target_id TEXT REFERENCES targets(id) ON DELETE cascade);
        ALTER TABLE targets ADD of_the_next TEXT; ALTER TABLE ticker ADD of_the_next INTEGER DEFAULT 0 NOT NULL;
        ALTER TABLE events ADD of_the_next TEXT; ALTER TABLE deliveries ADD of_the_next TEXT;
        CREATE INDEX targets_of_the_next ON targets (of_the_next);`,
};

/** Workers of versions before this one, as they were deployed; the latest is what an upgrade is taken back to. */
const before = (await readdir(FIXTURES)).filter((name) => /^worker-.*\.json\.br$/.test(name)).sort();

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** The entry of a Worker that was kept. */
async function unpacked(fixture: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tallylight-worker-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const modules = JSON.parse(
    brotliDecompressSync(await readFile(join(FIXTURES, fixture))).toString(),
  ) as WorkerModule[];
  for (const { path, contents } of modules) await writeFile(join(folder, path), contents);
  return join(folder, modules[0]!.path);
}

/** A Worker on a database that has all of today's migrations and one that comes after them. */
async function ahead(entry: string): Promise<System> {
  const migrated = async (state: string) => {
    const path = databasePath(state, NO_DATABASE);
    await mkdir(dirname(path), { recursive: true });
    await furnish(path, [...(await readMigrations()), NEXT], () => undefined);
  };
  const system = await startSystem({}, entry, { furnish: migrated });
  ends.push(() => system.stop());
  return system;
}

/** What comes of a start and an end: the events, the channels that were notified, and what it says of itself. */
async function lived(system: System): Promise<object> {
  await subscribeAll(system, ["slack", "discord", "webhook"]);
  const settings = { graceSeconds: 0, confirmOff: 1 };
  for (const userId of ["1001", "1002"])
    await system.api("POST", "/v1/targets", { kind: "live", name: `Creator ${userId}`, params: { userId }, settings });
  const start = Math.ceil(Date.now() / MINUTE) * MINUTE;
  await system.tick(start);
  system.upstream.live.set("1001", "7001");
  await system.tick(start + MINUTE);
  system.upstream.live.delete("1001");
  for (let minute = 2; minute <= 5; minute++) await system.tick(start + minute * MINUTE);
  const { items } = (await system.api("GET", "/v1/events")).body as {
    items: { type: string; target: { name: string } }[];
  };
  const notified = system.receiver.received.filter(({ body }) => JSON.stringify(body).includes("Creator 1001"));
  const { status, body: health } = await system.api("GET", "/healthz");
  const { body: targets } = await system.api("GET", "/v1/targets");
  const deleted: number[] = [];
  for (const { id } of targets.items) deleted.push((await system.api("DELETE", `/v1/targets/${id}`)).status);
  return {
    events: items.toReversed().map(({ type, target }) => `${target.name} ${type}`),
    notified: [...new Set(notified.map(({ kind }) => kind))].sort(),
    health: [status, health.status, health.reasons],
    deleted,
  };
}

/** It polled, found a start and an end, notified of them, and says that it is well. */
const WORKS = {
  events: ["Creator 1001 live.started", "Creator 1001 live.ended"],
  notified: ["discord", "slack", "webhook"],
  health: [200, "ok", []],
  deleted: [204, 204],
};

test("there is a version to go back to", () => {
  expect(before.length).toBeGreaterThan(0);
});

test("the version before this one works on a database with this version's migrations and one more", async () => {
  expect(await lived(await ahead(await unpacked(before.at(-1)!)))).toEqual(WORKS);
});

test("this version works on a database with an additive migration of the next one", async () => {
  expect(await lived(await ahead("src/worker.ts"))).toEqual(WORKS);
});
