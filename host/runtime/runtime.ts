import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { inAddress } from "./addresses.ts";
import type { Configuration } from "./configuration.ts";
import { NEEDED_MB } from "./memory.ts";
import { readLog, type Log } from "./runtime-log.ts";

export interface RuntimeOptions {
  log: Log;
  /** Called with each process as soon as it exists. */
  begun: (pid: number) => void;
}

/** The workerd process, which is restarted when it ends. */
export interface Runtime {
  /** The port of a socket of the configuration. It stays the same after a restart. */
  port(socket: string): number;
  /** All ports. */
  ports(): number[];
  pid: () => number;
  /** False from the end of a process until the next one listens. */
  listens: () => boolean;
  /** Ends the process, in whatever state it is. Another one replaces it. */
  restart(): void;
  stop(): Promise<void>;
}

/** The runtime did not start. The message has its output. */
export class RuntimeFailure extends Error {
  override readonly name = "RuntimeFailure";
  constructor(reported: string) {
    super(`The runtime (workerd) did not start.\n${reported}`);
  }
}

/** A process that does not listen after this time never will. */
const LISTENS_WITHIN_MS = 120_000;

/** Time between two starts of a process that ends at once. */
const BETWEEN_MS = 1000;

/** Starts the runtime and keeps it running until it is stopped. Rejects with RuntimeFailure if it does not start. */
export async function startRuntime(configuration: Configuration, options: RuntimeOptions): Promise<Runtime> {
  const ports = new Map<string, number>();
  let running = await begin(configuration, ports, options);
  const stopping = new AbortController();
  const storeRunning = async (): Promise<void> => {
    for (let startedAt = Date.now(); ; startedAt = Date.now()) {
      if (isRunning(running)) await once(running, "exit");
      if (stopping.signal.aborted) return;
      options.log("error", endedWords(running));
      if (Date.now() - startedAt < BETWEEN_MS)
        await sleep(BETWEEN_MS, null, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await begin(configuration, ports, options).then(
        (next) => (running = next),
        (thrown: unknown) => options.log("error", String(thrown)),
      );
      if (stopping.signal.aborted) running.kill("SIGKILL");
    }
  };
  const stored = storeRunning();
  return {
    port: (socket) => ports.get(socket)!,
    ports: () => [...ports.values()],
    pid: () => running.pid!,
    listens: () => isRunning(running),
    restart: () => void running.kill("SIGKILL"),
    async stop() {
      stopping.abort();
      running.kill("SIGKILL");
      await stored;
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Explains an unexpected end of the process. It is killed mostly by the system, for lack of memory. */
function endedWords({ signalCode, killed }: ChildProcess): string {
  if (killed) return "The runtime (workerd) was stopped. Restarting it.";
  return signalCode === "SIGKILL"
    ? `The runtime (workerd) was killed, most likely because memory ran out. Give this process, container or machine at least ${NEEDED_MB} MB. Restarting it.`
    : "The runtime (workerd) exited unexpectedly. Restarting it.";
}

/** Starts one process and resolves when it listens. It gets the same ports as before. */
async function begin(
  { command, sockets, file, environment }: Configuration,
  ports: Map<string, number>,
  { log, begun: started }: RuntimeOptions,
): Promise<ChildProcess> {
  const addresses = sockets.map(
    ({ name, host, port }) => `--socket-addr=${name}=${inAddress(host)}:${ports.get(name) ?? port}`,
  );
  const child = spawn(command, ["serve", "--experimental", ...addresses, "--control-fd=3", file], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    windowsHide: true,
    env: { ...process.env, ...environment, TZ: "UTC", FORCE_COLOR: "0" },
  }) as ChildProcess & { stdout: Readable; stderr: Readable };
  const ended = new Promise<false>((resolve) => {
    child.once("exit", () => resolve(false));
    child.once("error", () => resolve(false));
  });
  if (child.pid !== undefined) started(child.pid);
  const first: [level: string, message: string][] = [];
  let begins = true;
  const say: Log = (level, message) => (begins ? void first.push([level, message]) : log(level, message));
  readLog(child.stdout, say);
  readLog(child.stderr, say);
  const late = setTimeout(() => child.kill("SIGKILL"), LISTENS_WITHIN_MS);
  const listens = await Promise.race([listening(child.stdio[3] as Readable, sockets, ports), ended]);
  clearTimeout(late);
  begins = false;
  if (!listens) {
    child.kill("SIGKILL");
    throw new RuntimeFailure(first.map(([, message]) => message).join("\n"));
  }
  for (const [level, message] of first) log(level, message);
  return child;
}

/** Waits until all sockets listen, and records their ports. Returns false if the process ends before. */
async function listening(
  control: Readable,
  sockets: Configuration["sockets"],
  ports: Map<string, number>,
): Promise<boolean> {
  const missing = new Set(sockets.map(({ name }) => name));
  for await (const line of createInterface({ input: control })) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
    if (event !== "listen") continue;
    ports.set(socket, port);
    missing.delete(socket);
    if (missing.size === 0) return true;
  }
  return false;
}
