import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { columnsOf, openDatabase, rowsOf, tablesOf } from "../../host/backup/database.ts";
import { NO_DATABASE } from "../../host/deploy/project.ts";
import { databasePath } from "../../host/runtime/database.ts";
import { startHost, type Host } from "../../host/runtime/host.ts";
import { openFront } from "../../host/runtime/front/front.ts";
import { fakeReceiver, type FakeReceiver, fakeUpstream, type FakeUpstream } from "../support/fake-upstream.ts";
import { preparerOf } from "../support/preparing.ts";
import { until } from "../support/started.ts";
import { script } from "./scripts.ts";
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
  const running: Host[] = [];

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

  /** The whole system on the state folder, driven by ticks of the test. */
  async function start() {
    const front = await openFront("127.0.0.1", 0);
    const bindings = {
      ...setting(upstream.url),
      LIMITS: "local",
      ALLOW_LOCAL_WEBHOOKS: "true",
    };
    const options = {
      front,
      replay: true,
      simulator: null,
      state,
      bindings,
      log: () => undefined,
    };
    const host = await startHost(options, preparerOf().configuration);
    running.push(host);
    const api = async (path: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${front.port}/v1/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as any;
      if (!response.ok) throw new Error(JSON.stringify(answer));
      return answer;
    };
    const tick = async (at: number) => {
      expect(await host.tick(at)).toBe(true);
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
    return { host, base: `http://127.0.0.1:${front.port}`, api, tick, stop };
  }

  const env = () => ({ TALLYLIGHT_STATE: state, ENCRYPTION_KEYS });
  const backup = (...args: string[]) => script("backup", [file, ...args], env());
  const restore = (...args: string[]) => script("restore", [file, ...args], env());
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
