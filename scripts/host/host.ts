import type { D1Database } from "@cloudflare/workers-types";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { migrate } from "./migrate.ts";
import type { Prepared, PreparedWorker } from "./prepare.ts";
import { watchdog, type Watchdog } from "./watchdog.ts";

export interface HostOptions {
  host: string;
  port: number;
  /** Null where the polled service is elsewhere. */
  simPort: number | null;
  state: string;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  simBindings: Record<string, string>;
  /** The Worker's entry module. */
  entry?: string;
  log(level: string, message: string): void;
}

export interface Host {
  miniflare: Miniflare;
  db: D1Database;
  tick(scheduledTime: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Messages of the queue "polls" that the local runtime hands over at once; it runs one such handful after another. */
const SIDE_BY_SIDE = 4;

/** Miniflare's API does not answer the scheduled door; this Worker does, on the path that wrangler uses. */
const SCHEDULED_DOOR = `export default {
  async fetch(request, env) {
    const query = new URL(request.url).searchParams;
    const time = Number(query.get("time") ?? Date.now());
    if (!Number.isFinite(time)) return new Response("time must be epoch milliseconds", { status: 400 });
    const { outcome } = await env.MAIN.scheduled({ cron: query.get("cron") ?? "* * * * *", scheduledTime: new Date(time) });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  },
};`;

/** Bundles both Workers and reads the migrations, in a process of its own. */
export async function prepare(entry = "src/worker.ts"): Promise<Prepared> {
  const script = join(import.meta.dirname, "prepare.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, entry], { maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(stdout) as Prepared;
}

/** Runs Tallylight on this machine: workerd with D1 and queues, and the simulator beside it. */
export async function startHost(options: HostOptions, prepared: Prepared): Promise<Host> {
  const guard: Watchdog = watchdog();
  const miniflare = new Miniflare(convertV4MiniflareOptions(optionsOf(options, prepared, guard)));
  await miniflare.ready;
  await guard.renew();
  const db = (await miniflare.getD1Database("DB", "tallylight")) as unknown as D1Database;
  await migrate(db, prepared.migrations);
  await freeLeases(db);
  return {
    miniflare,
    db,
    async tick(scheduledTime) {
      const path = `http://${options.host}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*&time=${scheduledTime}`;
      return (await miniflare.dispatchFetch(path)).ok;
    },
    async stop() {
      guard.stop();
      await miniflare.dispose();
    },
  };
}

/** One process has this database: what an earlier one was sending when it ended is free to be sent again, as after any lease. */
async function freeLeases(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare("UPDATE deliveries SET lease_until = 1 WHERE status = 'pending' AND lease_until > 0"),
    db.prepare("UPDATE channels SET lease_until = 0 WHERE lease_until > 0"),
  ]);
}

function optionsOf(options: HostOptions, { workers }: Prepared, guard: Watchdog): V4MiniflareOptions {
  const main = workerOf("tallylight", workers.main, options.bindings);
  const consumers = main["queueConsumers"] as Record<string, Record<string, number>>;
  consumers["tallylight-polls"] = { ...consumers["tallylight-polls"], maxBatchSize: SIDE_BY_SIDE };
  const door = {
    name: "scheduled-door",
    modules: [{ type: "ESModule", path: "door.mjs", contents: SCHEDULED_DOOR }],
    compatibilityDate: main["compatibilityDate"],
    compatibilityFlags: ["service_binding_extra_handlers"],
    serviceBindings: { MAIN: "tallylight" },
    routes: ["*/cdn-cgi/handler/scheduled*"],
  };
  const simulator = {
    ...workerOf("simulator", workers.simulator, options.simBindings),
    unsafeDirectSockets: [{ host: options.host, port: options.simPort ?? 0, proxy: false }],
  };
  return {
    host: options.host,
    port: options.port,
    cf: false,
    logRequests: false,
    telemetry: { enabled: false },
    resourcePersistencePath: join(options.state, "v3"),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => options.log(level, message),
    unsafeHandleRuntimeRestart: () => guard.renew(),
    workers: [main, door, ...(options.simPort === null ? [] : [simulator])],
  } as unknown as V4MiniflareOptions;
}

const workerOf = (
  name: string,
  { options, code }: PreparedWorker,
  bindings: Record<string, string>,
): Record<string, unknown> => ({
  ...options,
  name,
  modules: [{ type: "ESModule", path: "worker.mjs", contents: code }],
  bindings: { ...(options["bindings"] as object), ...bindings },
});
