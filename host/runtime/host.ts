import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FRONT_HEADER } from "../../src/wiring/api/from-front.ts";
import { commandLine } from "../place.ts";
import type { HostSettings, Configuration } from "./configuration.ts";
import { copiesIn, storeCopy } from "./copies.ts";
import type { BatchCall } from "./d1-through.ts";
import { furnish } from "./database.ts";
import { openDestinationsDoor } from "./destinations-listener.ts";
import { destinations, type DestinationOptions } from "./destinations.ts";
import type { Front } from "./front/front.ts";
import { readMigrations } from "./migrations.ts";
import { oneByOne } from "./one-by-one.ts";
import { ownCall } from "./own-call.ts";
import type { Log } from "./runtime-log.ts";
import { startRuntime } from "./runtime.ts";
import { checkKeys } from "./sealed.ts";
import { watchdog } from "./watchdog.ts";

/** How the runtime is probed. */
interface ProbeTimes {
  /** Time between two probes. */
  everyMs: number;
  /** Timeout of a probe. */
  patienceMs: number;
  /** Number of consecutive failures that count as a hang. */
  misses: number;
}

/** A request can block the runtime for seconds of CPU time, but not for a minute. */
export const PROBE_TIMES: ProbeTimes = { everyMs: 10_000, patienceMs: 10_000, misses: 4 };

/**
 * Probes until the signal aborts. Calls `hangs` after that many consecutive failures, and starts over. `pause` waits, or
 * rejects when the signal aborts.
 */
export async function probing(
  ask: (signal: AbortSignal) => Promise<unknown>,
  hangs: () => void,
  { everyMs, patienceMs, misses }: ProbeTimes,
  signal: AbortSignal,
  pause: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms) => sleep(ms, null, { signal, ref: false }),
): Promise<void> {
  for (let missed = 0; !signal.aborted;) {
    await pause(everyMs, signal).catch(() => undefined);
    if (signal.aborted) return;
    const answered = await ask(AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])).then(
      () => true,
      () => false,
    );
    if (signal.aborted) return;
    missed = answered ? 0 : missed + 1;
    if (missed < misses) continue;
    hangs();
    missed = 0;
  }
}

export interface HostOptions {
  /** The listener, already open. */
  front: Front;
  /** True if ticks are triggered from outside, through the front, at any time. */
  replay: boolean;
  /** Addresses and variables of the simulator (with a fixed port); null if another service is polled. */
  simulator: { hosts: string[]; port: number; bindings: Record<string, string> } | null;
  state: string;
  /** True to start even if a key for encrypted values is missing. */
  withoutKeys?: boolean;
  /** Variables and secrets of the Worker. */
  bindings: Record<string, string>;
  /** For tests: how often the runtime is probed. */
  probes?: ProbeTimes;
  /** For tests: resolves names. */
  lookup?: DestinationOptions["lookup"];
  log: Log;
  /** Called when a part of the start begins. */
  begins?: (part: "database" | "runtime") => void;
}

export interface Host {
  /** The database file, which other processes may read and write while it runs. */
  database: string;
  /** Ports of the runtime. */
  ports: number[];
  /** The runtime's process. */
  pid(): number;
  /** How the host's processes reach the database, which the runtime has open. Only with a simulator. */
  batches: BatchCall;
  /** One tick after another; false where it failed. */
  tick(scheduledTime: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Cloudflare's limit on the duration of a tick. A tick that hangs must not block the next ones forever. */
const LONGEST_TICK_MS = 15 * 60_000;

const EVERY_MS = 10_000;

/** Detects that the database file was deleted or replaced. Processes that have it open do not notice. */
interface StateWatch {
  /** Checks now. */
  lost: () => Promise<boolean>;
  stop(): void;
}

/** Identifies the file at a path, by device and inode; null if there is none. */
const fileAt = (path: string): Promise<string | null> =>
  stat(path).then(
    ({ dev, ino }) => `${dev}/${ino}`,
    () => null,
  );

/** Checks at intervals. Logs when the file is gone and when it is back. */
async function watchState(path: string, log: Log, everyMs = EVERY_MS): Promise<StateWatch> {
  const own = await fileAt(path);
  let gone = false;
  const lost = async () => {
    const now = (await fileAt(path)) !== own;
    if (now !== gone) log("error", now ? lostWords(path) : `The database ${path} is back.`);
    gone = now;
    return gone;
  };
  const timer = setInterval(() => void lost(), everyMs);
  timer.unref();
  return { lost, stop: () => clearInterval(timer) };
}

const lostWords = (path: string): string =>
  `The database ${path} was deleted or replaced while Tallylight is running. New data will be lost. ` +
  `Stop Tallylight, put the state folder back or restore a backup (${commandLine("restore", "FILE")}), and start it again.`;

/**
 * Runs Tallylight on this machine: workerd with D1 and queues, and the simulator. `configured` provides its
 * configuration.
 */
export async function startHost(
  options: HostOptions,
  configured: (requested: HostSettings) => Promise<Configuration>,
): Promise<Host> {
  const { front, state, simulator, log } = options;
  const frontSecret = randomBytes(32).toString("hex");
  const door = await openDestinationsDoor();
  const bindings: Record<string, string> = {
    ...options.bindings,
    OWN_PORTS: String(front.port),
    REPLAY_TICKS: String(options.replay),
    FRONT_SECRET: frontSecret,
  };
  const whoTicks = `Bearer ${randomBytes(32).toString("hex")}`;
  const { port, secret } = door;
  const configuration = await configured({ state, bindings, simulator, destinations: { port, secret }, whoTicks });
  const ownPorts = [front.port, port];
  const { lookup } = options;
  const outside = destinations({ ...configuration.sending, ownPorts, ...(lookup === undefined ? {} : { lookup }) });
  door.begin(outside.send);
  options.begins?.("database");
  await furnish(configuration.database, await readMigrations(), (db, migration) =>
    storeCopy(db, copiesIn(state), migration, log),
  );
  if (options.withoutKeys !== true) await checkKeys(configuration.database, bindings);
  options.begins?.("runtime");
  const guard = watchdog();
  const runtime = await startRuntime(configuration, { log, begun: guard.watch });
  // The simulator may be called, because it has the inbox.
  const inner = runtime.ports().filter((one) => one !== simulator?.port);
  ownPorts.push(...inner);
  const [inside, ticks] = [configuration.tallylight, configuration.ticks].map(
    (socket) => `http://127.0.0.1:${runtime.port(socket)}`,
  ) as [string, string];
  await ownCall(`${inside}/healthz`, { headers: { [FRONT_HEADER]: frontSecret } });
  const stored = await watchState(configuration.database, log);
  const stopped = new AbortController();
  const probed = probing(
    // A caller without the secret gets an answer too, at no cost.
    async (signal) => runtime.listens() && (await ownCall(ticks, { signal })),
    () => {
      log("error", "The runtime (workerd) is not responding. Restarting it.");
      runtime.restart();
    },
    options.probes ?? PROBE_TIMES,
    stopped.signal,
  );
  let stopping = false;
  const tick = oneByOne(async (scheduledTime: number) => {
    try {
      const { status, text } = await ownCall(ticks, {
        method: "POST",
        headers: { authorization: whoTicks },
        body: String(scheduledTime),
        signal: AbortSignal.timeout(LONGEST_TICK_MS),
      });
      return status === 200 && text === "ok";
    } catch (thrown) {
      if (!stopping) log("error", `tick: ${String(thrown)}`);
      return false;
    }
  });
  const tickDoor = { tick, token: bindings["ADMIN_TOKEN"]!, open: options.replay };
  front.begin(inside, tickDoor, { isDown: stored.lost, secret: frontSecret });
  return {
    database: configuration.database,
    ports: inner,
    pid: runtime.pid,
    batches: { url: `${ticks}/batch`, authorization: whoTicks },
    tick,
    async stop() {
      stopping = true;
      stopped.abort();
      stored.stop();
      await Promise.all([probed, front.close()]);
      await runtime.stop();
      guard.stop();
      await door.close();
      outside.close();
    },
  };
}
