import type { D1Database } from "@cloudflare/workers-types";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCACertificates, rootCertificates } from "node:tls";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { valueOf, type Variable } from "../../src/variable.ts";
import { variables } from "../../src/variables.ts";
import { destinations, type DestinationOptions, type SendOut } from "./destinations.ts";
import type { Front } from "./front/front.ts";
import { migrate } from "./migrate.ts";
import type { Prepared, PreparedWorker } from "./prepare.ts";
import { oneByOne } from "./one-by-one.ts";
import { watchdog, type Watchdog } from "./watchdog.ts";

export interface HostOptions {
  /** Where the simulator listens. */
  host: string;
  /** The listener, open already. */
  front: Front;
  /** Someone else ticks, through the front's door, at any time that he likes. */
  replay: boolean;
  /** Null where the polled service is elsewhere. */
  simPort: number | null;
  state: string;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  simBindings: Record<string, string>;
  /** For tests: how names become addresses. */
  lookup?: DestinationOptions["lookup"];
  /** The Worker's entry module. */
  entry?: string;
  log(level: string, message: string): void;
}

export interface Host {
  miniflare: Miniflare;
  db: D1Database;
  /** One tick after another; false where it failed. */
  tick(scheduledTime: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Messages of the queue "polls" that the local runtime hands over at once; it runs one such handful after another. */
const SIDE_BY_SIDE = 4;

/** The files that a deployment keeps beside the script, read by the runtime itself. */
export const ASSETS = { disk: { path: join(import.meta.dirname, "../../docs"), writable: false } };

/**
 * The network as the runtime's own `fetch` has it (certificates too), reached at once: that one goes through a second Worker
 * first, which strips a header that no request of ours has, and costs as much as all that a poll does beside.
 */
export const OUTSIDE = {
  network: {
    allow: ["public", "private", "240.0.0.0/4"],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: [...(process.platform === "win32" ? rootCertificates : []), ...getCACertificates("extra")],
    },
  },
};

/** The runtime itself can be reached from this machine alone. */
const INSIDE = "127.0.0.1";

/** As long as Cloudflare lets one run: what hangs must not keep the next one waiting for good. */
const LONGEST_TICK_MS = 15 * 60_000;

/** Bundles both Workers and reads the migrations, in a process of its own. */
export async function prepare(entry = "src/worker.ts"): Promise<Prepared> {
  const script = join(import.meta.dirname, "prepare.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, entry], { maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(stdout) as Prepared;
}

/** Runs Tallylight on this machine: workerd with D1 and queues, and the simulator beside it. */
export async function startHost(options: HostOptions, prepared: Prepared): Promise<Host> {
  const { front, bindings } = options;
  const guard: Watchdog = watchdog();
  const ownPorts = [front.port];
  const outside = destinations({
    local: given(variables.ALLOW_LOCAL_WEBHOOKS, bindings["ALLOW_LOCAL_WEBHOOKS"]),
    ownPorts,
    timeoutMs: given(variables.DELIVERY_TIMEOUT_MS, bindings["DELIVERY_TIMEOUT_MS"]),
    ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
  });
  const miniflare = new Miniflare(convertV4MiniflareOptions(optionsOf(options, prepared, guard, outside.send)));
  const entry = await miniflare.ready;
  await guard.renew();
  const inside = await miniflare.unsafeGetDirectURL("tallylight");
  ownPorts.push(Number(entry.port), Number(inside.port));
  const db = (await miniflare.getD1Database("DB", "tallylight")) as unknown as D1Database;
  await migrate(db, prepared.migrations);
  await freeLeases(db);
  await (await fetch(new URL("/healthz", inside))).text();
  const tick = oneByOne(async (scheduledTime: number) => {
    const enough = new AbortController();
    try {
      const worker = await miniflare.getWorker("tallylight");
      const run = worker.scheduled({ cron: "* * * * *", scheduledTime: new Date(scheduledTime) });
      const ended = await Promise.race([run, sleep(LONGEST_TICK_MS, null, { signal: enough.signal })]);
      return ended?.outcome === "ok";
    } catch (thrown) {
      options.log("error", `tick: ${String(thrown)}`);
      return false;
    } finally {
      enough.abort();
    }
  });
  front.begin(inside.origin, { tick, token: bindings["ADMIN_TOKEN"]!, open: options.replay });
  return {
    miniflare,
    db,
    tick,
    async stop() {
      guard.stop();
      await front.close();
      await miniflare.dispose();
      await outside.close();
    },
  };
}

function given<Value>(variable: Variable<Value>, text: string | undefined): Value {
  const read = valueOf(variable, text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** One process has this database: what an earlier one was sending when it ended is free to be sent again, as after any lease. */
async function freeLeases(db: D1Database): Promise<void> {
  await db.batch([
    db.prepare("UPDATE deliveries SET lease_until = 1 WHERE status = 'pending' AND lease_until > 0"),
    db.prepare("UPDATE channels SET lease_until = 0 WHERE lease_until > 0"),
  ]);
}

function optionsOf(options: HostOptions, { workers }: Prepared, guard: Watchdog, sendOut: SendOut): V4MiniflareOptions {
  const main: Record<string, unknown> = {
    ...workerOf("tallylight", workers.main, {
      ...options.bindings,
      OWN_PORTS: String(options.front.port),
      REPLAY_TICKS: String(options.replay),
    }),
    serviceBindings: { DESTINATIONS: sendOut, ASSETS, OUTSIDE },
    // The runtime's own entry obeys headers that anybody may send: the front comes in here.
    unsafeDirectSockets: [{ host: INSIDE, port: 0, proxy: false }],
  };
  const consumers = main["queueConsumers"] as Record<string, Record<string, number>>;
  consumers["tallylight-polls"] = { ...consumers["tallylight-polls"], maxBatchSize: SIDE_BY_SIDE };
  const simulator = {
    ...workerOf("simulator", workers.simulator, options.simBindings),
    unsafeDirectSockets: [{ host: options.host, port: options.simPort ?? 0, proxy: false }],
  };
  return {
    host: INSIDE,
    port: 0,
    cf: false,
    logRequests: false,
    telemetry: { enabled: false },
    resourcePersistencePath: join(options.state, "v3"),
    handleStructuredLogs: ({ level, message }: { level: string; message: string }) => options.log(level, message),
    unsafeHandleRuntimeRestart: () => guard.renew(),
    workers: [main, ...(options.simPort === null ? [] : [simulator])],
  } as unknown as V4MiniflareOptions;
}

const workerOf = (
  name: string,
  { options, modules }: PreparedWorker,
  bindings: Record<string, string>,
): Record<string, unknown> => ({
  ...options,
  name,
  modules: modules.map((one) => ({ type: "ESModule", ...one })),
  bindings: { ...(options["bindings"] as object), ...bindings },
});
