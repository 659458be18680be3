import { fixedBudget } from "../../src/core/budget.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startHost, type Host, type HostOptions } from "../../host/runtime/host.ts";
import { readStatus } from "../../src/features/status/status-store.ts";
import { openFront } from "../../host/runtime/front/front.ts";
import { fakeReceiver, type FakeReceiver, fakeUpstream, type FakeUpstream } from "./fake-upstream.ts";
import { preparerOf } from "./preparing.ts";
import { sqliteD1 } from "./sqlite-d1.ts";
import { setting, TOKEN } from "./setting.ts";

/** Reads all items of a list, page by page. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function allPages(system: System, path: string): Promise<any[]> {
  const items = [];
  const join = path.includes("?") ? "&" : "?";
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await system.api(
      "GET",
      `${path}${join}limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

/** The Worker's counters, summed over the ledger's rows. Those still in memory come with the next tick. */
export async function counters(system: System): Promise<Record<string, number>> {
  const { results } = await system.db.prepare("SELECT counters FROM tally").all<{ counters: string }>();
  const sum: Record<string, number> = {};
  for (const { counters: text } of results) {
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, number>))
      sum[key] = (sum[key] ?? 0) + value;
  }
  return sum;
}

/** The difference of two readings. */
export const grown = (before: Record<string, number>, after: Record<string, number>, key: string): number =>
  (after[key] ?? 0) - (before[key] ?? 0);

interface Reply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface System {
  /** Its database, next to the Worker. Statements sent here are not counted. */
  db: D1Database;
  base: string;
  upstream: FakeUpstream;
  receiver: FakeReceiver;
  log: string[];
  api(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Signs a request in. */
  headers: Record<string, string>;
  /** Ticks at `at` (epoch ms) over HTTP. Returns the response. */
  ticked(at: number | string, signal?: AbortSignal): Promise<Response>;
  /** Ticks at `at` (epoch ms) over HTTP and waits until nothing is pending. */
  tick(at: number): Promise<void>;
  /** Waits until nothing is pending. Rejects if that never comes, and if the runtime is restarted meanwhile. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** A system on the runtime, which tests can watch and kill. */
export interface Hosted extends System {
  host: Host;
}

interface SystemOptions extends Pick<Partial<HostOptions>, "replay" | "lookup" | "probes"> {
  /** Writes to the state folder before it starts. */
  furnish?(state: string): Promise<void>;
}

/** The configuration does not change how much is pending. */
const FACTS = { service: true, replays: true, budget: fixedBudget(1) };

const isNothing = ({ polls, deliveries }: { polls: number; deliveries: number }): boolean =>
  polls === 0 && deliveries === 0;

/** If nothing changed for this many readings, the remaining work will stay. */
const MAX_LOOKS = 600;

/** Removes empty values, like unset variables. */
const provided = (bindings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== ""));

/** What a system consists of beside the Worker. */
async function surroundings(variables: Record<string, string>) {
  const [upstream, receiver, front] = await Promise.all([fakeUpstream(), fakeReceiver(), openFront("127.0.0.1", 0)]);
  const bindings = provided({
    ...setting(upstream.url),
    UPSTREAM_POLLS_PER_MINUTE: "100000",
    LIMITS: "local",
    ALLOW_LOCAL_WEBHOOKS: "true",
    MIN_INTERVAL_SECONDS: "1",
    WRITES_PER_MINUTE: "10000000",
    ...variables,
  });
  return { upstream, receiver, front, bindings, log: [] as string[] };
}

type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** How tests use a system. `idle` waits for what is certain to end. Rejects if waiting makes no sense any more. */
function used(around: Surroundings, db: D1Database, idle: () => () => Promise<void>) {
  const { upstream, receiver, front, log } = around;
  const base = `http://127.0.0.1:${front.port}`;
  const authorization = `Bearer ${TOKEN}`;
  const api: System["api"] = async (method, path, body) => {
    const headers: Record<string, string> = { authorization };
    if (body !== undefined) headers["content-type"] = "application/json";
    const response = await fetch(base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  };
  const ticked: System["ticked"] = (at, signal) =>
    fetch(`${base}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${at}`, {
      headers: { authorization },
      ...(signal === undefined ? {} : { signal }),
    });
  const settled = async () => {
    let before = "";
    const rested = idle();
    for (let tries = 0; tries < MAX_LOOKS; tries++) {
      await rested();
      // Looked up beside the Worker, which is busy; it has the last word.
      const { pending, deliveries } = await readStatus(db, FACTS, 1, null, Date.now());
      if (isNothing(pending) && isNothing((await api("GET", "/v1/status")).body.pending)) return;
      // Slack accepts a message per second, so waiting continues while messages leave.
      const now = JSON.stringify([pending, deliveries]);
      if (now !== before) tries = 0;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`work is still pending: ${JSON.stringify((await api("GET", "/v1/status")).body)}`);
  };
  const tick: System["tick"] = async (at) => {
    const response = await ticked(at);
    if (!response.ok) throw new Error(`the tick answered ${response.status}: ${log.join("\n")}`);
    await settled();
  };
  return { db, base, headers: { authorization }, upstream, receiver, log, api, settled, ticked, tick };
}

/**
 * The whole system against a fake service and receivers over real HTTP. The short run has the Worker in this process, the
 * long run on the runtime: tests of what the runtime itself does call `startOnRuntime`.
 */
export async function startSystem(variables: Record<string, string> = {}): Promise<System> {
  if (process.env["LONG"]) return startOnRuntime(variables);
  const around = await surroundings(variables);
  const { upstream, receiver, front, bindings, log } = around;
  // Imported here, as benchmarks start systems on the runtime alone, in a process that loads no pages.
  const { startInProcess } = await import("./in-process.ts");
  const worker = await startInProcess(front, bindings, (text) => log.push(text));
  return {
    ...used(around, worker.db, () => worker.idle),
    async stop() {
      await worker.stop();
      await Promise.all([upstream.close(), receiver.close()]);
    },
  };
}

/** The whole system on workerd with D1 and queues, against a fake service and receivers over real HTTP. */
export async function startOnRuntime(
  variables: Record<string, string> = {},
  entry = "src/worker.ts",
  more: SystemOptions = {},
): Promise<Hosted> {
  const state = await mkdtemp(join(tmpdir(), "tallylight-state-"));
  await more.furnish?.(state);
  const around = await surroundings(variables);
  const { upstream, receiver, front, bindings, log } = around;
  const host = await startHost(
    {
      front,
      replay: true,
      simulator: null,
      state,
      bindings,
      log: (_level, message) => log.push(message),
      ...more,
    },
    preparerOf(entry).configuration,
  );
  const database = new DatabaseSync(host.database, { timeout: 10_000 });
  const idle = () => {
    const pid = host.pid();
    return async () => {
      if (host.pid() !== pid) throw new Error("the runtime was restarted");
    };
  };
  return {
    ...used(around, sqliteD1(database), idle),
    host,
    async stop() {
      database.close();
      await host.stop();
      await Promise.all([upstream.close(), receiver.close()]);
      await rm(state, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a channel of each kind at the receiver, and a subscription to everything on each. Returns the ids by kind.
 */
export async function subscribeAll(
  system: System,
  kinds: string[],
  more: object = {},
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {
    slack: `${system.receiver.url}/slack/services/T1/B1/secret`,
    discord: `${system.receiver.url}/api/webhooks/1001/secret`,
    webhook: `${system.receiver.url}/hooks/one`,
  };
  const ids: Record<string, string> = {};
  for (const kind of kinds) {
    const channel = await system.api("POST", "/v1/channels", { kind, name: kind, settings: { url: urls[kind] } });
    if (channel.status !== 201) throw new Error(JSON.stringify(channel.body));
    if (kind === "webhook") system.receiver.secrets.set("/hooks/one", channel.body.settings.secret);
    ids[kind] = channel.body.id;
    const created = await system.api("POST", "/v1/subscriptions", {
      name: kind,
      events: ["*"],
      channelId: ids[kind],
      ...more,
    });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  }
  return ids;
}
