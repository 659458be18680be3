import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { databasePath, furnish } from "../../host/runtime/database.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { startOnRuntime, subscribeAll, type System } from "../support/system.ts";

const LIST = "migrations/sha256.json";

/** What is wrong with the migrations against the list of those that were published, a sentence each. */
function wrongs(listed: Record<string, string>, files: { name: string; sql: string }[]): string[] {
  const hashes = new Map(files.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]));
  const names = Object.keys(listed);
  return [
    ...names.flatMap((name) => {
      if (!hashes.has(name)) return `migrations/${name} is missing: databases have applied it, so put it back.`;
      if (hashes.get(name) === listed[name]) return [];
      return `migrations/${name} has changed: databases that have applied it would never see that. Put it back, and make a new migration.`;
    }),
    ...files.flatMap(({ name }) =>
      name in listed ? [] : `migrations/${name} is new: add "${name}": "${hashes.get(name)}" at the end of ${LIST}.`,
    ),
    ...(names.join() === names.toSorted().join() ? [] : [`${LIST} is not in the order of the names.`]),
  ];
}

const listed = async () => JSON.parse(await readFile(LIST, "utf8")) as Record<string, string>;

test("migrations that were published never change", async () => {
  expect(wrongs(await listed(), await readMigrations())).toEqual([]);
});

test("a migration that is edited, taken away or not listed is named", async () => {
  const [first, ...rest] = await readMigrations();
  const edited = { ...first!, sql: `${first!.sql}\n` };
  expect(wrongs(await listed(), [edited, ...rest])).toEqual([expect.stringContaining(`${first!.name} has changed`)]);
  expect(wrongs(await listed(), rest)).toEqual([expect.stringContaining(`${first!.name} is missing`)]);
  const { [first!.name]: _first, ...others } = await listed();
  expect(wrongs(others, [first!, ...rest])).toEqual([expect.stringContaining(`${first!.name} is new`)]);
});

describe("rollback", () => {
  const MINUTE = 60_000;

  /** An additive migration of a version that does not exist yet. */
  const NEXT = {
    name: "9999_of_the_next_version.sql",
    sql: `CREATE TABLE of_the_next (id TEXT PRIMARY KEY, target_id TEXT REFERENCES targets(id) ON DELETE cascade);
        ALTER TABLE targets ADD of_the_next TEXT; ALTER TABLE ticker ADD of_the_next INTEGER DEFAULT 0 NOT NULL;
        ALTER TABLE events ADD of_the_next TEXT; ALTER TABLE deliveries ADD of_the_next TEXT;
        CREATE INDEX targets_of_the_next ON targets (of_the_next);`,
  };

  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  /** A Worker on a database that has all of today's migrations and one that comes after them. */
  async function ahead(): Promise<System> {
    const migrated = async (state: string) => {
      const path = databasePath(state, NO_DATABASE);
      await mkdir(dirname(path), { recursive: true });
      await furnish(path, [...(await readMigrations()), NEXT], () => undefined);
    };
    const system = await startOnRuntime({}, "src/worker.ts", { furnish: migrated });
    ends.push(() => system.stop());
    return system;
  }

  /** What comes of a start and an end: the events, the channels that were notified, and what it says of itself. */
  async function lived(system: System): Promise<object> {
    await subscribeAll(system, ["slack", "discord", "webhook"]);
    const settings = { graceSeconds: 0, confirmOff: 1 };
    for (const userId of ["1001", "1002"])
      await system.api("POST", "/v1/targets", {
        kind: "live",
        name: `Creator ${userId}`,
        params: { userId },
        settings,
      });
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

  test("this version works on a database with an additive migration of the next one", async () => {
    expect(await lived(await ahead())).toEqual(WORKS);
  });
});
