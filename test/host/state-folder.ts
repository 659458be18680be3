import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect } from "vitest";
import { columnsOf, openDatabase, rowsOf, tablesOf } from "../../host/backup/database.ts";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { copiesIn, storeCopy } from "../../host/runtime/copies.ts";
import { databasePath, furnish } from "../../host/runtime/database.ts";
import { startHost } from "../../host/runtime/host.ts";
import { openFront, type Front } from "../../host/runtime/front/front.ts";
import { readMigrations } from "../../host/runtime/migrations.ts";
import { sqliteD1 } from "../../host/runtime/sqlite-d1.ts";
import { fakeReceiver, type FakeReceiver, fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { startInProcess } from "../support/in-process.ts";
import { preparerOf } from "../support/preparing.ts";
import { until } from "../support/started.ts";
import { command } from "./scripts.ts";
import { ENCRYPTION_KEYS, setting, TOKEN } from "../support/setting.ts";

export const MINUTE = 60_000;

/** Every row of a database by table. */
export function contents(source: string): Record<string, unknown[][]> {
  const db = openDatabase(source, true);
  const tables = tablesOf(db).map((table) => [table, [...rowsOf(db, table, columnsOf(db, table))]]);
  db.close();
  return Object.fromEntries(tables) as Record<string, unknown[][]>;
}

/** A state folder for each test anew, the whole system on it, and what it polls and sends to. */
export function stateFolder() {
  let folder: string;
  let state: string;
  let file: string;
  let upstream: FakeUpstream;
  let receiver: FakeReceiver;
  const running: { stop(): Promise<void> }[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tallylight-backup-"));
    state = join(folder, "state");
    file = join(folder, "one.ndjson.gz");
    [upstream, receiver] = await Promise.all([fakeUpstream(), fakeReceiver()]);
  });

  afterEach(async () => {
    for (const host of running.splice(0)) await host.stop();
    await Promise.all([upstream.close(), receiver.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  /**
   * The whole system on the state folder, driven by ticks of the test. The short run has the Worker in this process, on
   * the same file, the long run on the runtime.
   */
  async function start() {
    const front = await openFront("127.0.0.1", 0);
    const bindings = { ...setting(upstream.url), LIMITS: "local", ALLOW_LOCAL_WEBHOOKS: "true" };
    const host = process.env["LONG"] ? await hosted(front, bindings) : await inFile(front, bindings);
    running.push(host);
    const base = `http://127.0.0.1:${front.port}`;
    const authorization = `Bearer ${TOKEN}`;
    const api = async (path: string, body?: object) => {
      const response = await fetch(`${base}/v1/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as any;
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    };
    const tick = async (at: number) => {
      const address = `${base}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${at}`;
      expect((await fetch(address, { headers: { authorization } })).ok).toBe(true);
      const idle = async () => {
        const { pending } = await api("status");
        return pending.polls === 0 && pending.deliveries === 0;
      };
      await until(idle, "nothing pending");
    };
    const stop = async () => {
      running.splice(running.indexOf(host), 1);
      await host.stop();
    };
    return { base, api, tick, stop };
  }

  const hosted = (front: Front, bindings: Record<string, string>) =>
    startHost(
      { front, replay: true, simulator: null, state, bindings, log: () => undefined },
      preparerOf().configuration,
    );

  async function inFile(front: Front, bindings: Record<string, string>) {
    await furnish(path(), await readMigrations(), (db, migration) =>
      storeCopy(db, copiesIn(state), migration, () => undefined),
    );
    const database = new DatabaseSync(path(), { timeout: 10_000 });
    const worker = await startInProcess(front, bindings, () => undefined, sqliteD1(database));
    const stop = async () => {
      await worker.stop();
      database.close();
    };
    return { stop };
  }

  const env = () => ({ TALLYLIGHT_STATE: state, ENCRYPTION_KEYS });
  const backup = (...args: string[]) => command("backup", [file, ...args], env());
  const restore = (...args: string[]) => command("restore", [file, ...args], env());
  const path = () => databasePath(state, NO_DATABASE);

  /** A system with something sent, something pending, something held and a digest whose time has passed. */
  async function lived(now: number) {
    const system = await start();
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    const quietHours = {
      from: clock(now - 60 * MINUTE),
      to: clock(now + 120 * MINUTE),
      timezone: "UTC",
      action: "hold",
    };
    const kinds = { good: {}, dead: {}, quiet: { quietHours } };
    for (const [name, more] of Object.entries(kinds)) {
      const url = `${receiver.url}/slack/services/T1/B1/${name}`;
      const { id } = await system.api("channels", { kind: "slack", name, settings: { url } });
      await system.api("subscriptions", { name, events: ["live.*"], channelId: id, ...more });
      if (name !== "good") continue;
      const yesterday = new Date(now - 24 * 60 * MINUTE);
      const schedule = `0 0 ${yesterday.getUTCDate()} ${yesterday.getUTCMonth() + 1} *`;
      await system.api("digests", {
        name,
        channelId: id,
        schedule,
        timezone: "UTC",
        period: "P1D",
        sections: ["lives"],
      });
    }
    receiver.interfere = (got) => (got.path.endsWith("/dead") ? { status: 500, body: "no" } : null);
    for (const userId of ["7001", "7002"])
      await system.api("targets", { kind: "live", name: `Maria\u2028 ${userId} 'ü'`, params: { userId } });
    await system.tick(now + MINUTE);
    upstream.live.set("7001", "900");
    await system.tick(now + 2 * MINUTE);
    const db = openDatabase(path());
    db.prepare("UPDATE digests SET next_at = ?").run(now - 24 * 60 * MINUTE);
    db.close();
    return system;
  }

  return {
    inFolder: (name: string) => join(folder, name),
    file: () => file,
    state: () => state,
    database: path,
    rows: () => contents(path()),
    upstream: () => upstream,
    receiver: () => receiver,
    env,
    backup,
    restore,
    start,
    lived,
  };
}
