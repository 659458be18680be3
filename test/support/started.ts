import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** Without a file name, wrangler reads .dev.vars and prints a notice to stdout. */
const NO_VARIABLES = { overrides: {}, envFiles: [".no-variables"] };

/** The Worker's configuration as Miniflare takes it, without its modules. */
export function miniflareOptions(config = "wrangler.toml"): Record<string, unknown> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config, undefined, NO_VARIABLES);
  const {
    modulesRules: _rules,
    rootPath: _root,
    assets: _assets,
    ...options
  } = workerOptions as Record<string, unknown>;
  return options;
}

export interface Started {
  process: ChildProcess;
  output(): string;
  /** Resolves with the match once the output contains it. */
  printed(pattern: RegExp, withinMs?: number): Promise<RegExpExecArray>;
  ended: Promise<number | null>;
  state: string;
  clean(): Promise<void>;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `npm start` as a process of its own, on free ports, with nothing of this process's environment except PATH. */
export async function start(variables: Record<string, string> = {}, state?: string): Promise<Started> {
  const folder = state ?? (await mkdtemp(join(tmpdir(), "tallylight-start-")));
  const env = {
    PATH: process.env["PATH"]!,
    HOME: process.env["HOME"] ?? "/",
    PORT: "0",
    SIM_PORT: "0",
    TALLYLIGHT_STATE: folder,
    ...variables,
  };
  const child = spawn(process.execPath, ["host/start.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
  return {
    process: child,
    output: () => output,
    ended,
    state: folder,
    async printed(pattern, withinMs = LONGEST_MS) {
      for (const until = Date.now() + withinMs; Date.now() < until; await wait(50)) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        if (child.exitCode !== null) break;
      }
      throw new Error(`${String(pattern)} was not printed:\n${output}`);
    },
    async clean() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reports whether something listens at the address. */
export const listens = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

/** What has not come by then never does, however busy the machine is. */
const LONGEST_MS = 300_000;

/** Waits until a condition holds. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end; await wait(100)) if (await holds()) return;
  throw new Error(`it never came: ${what}`);
}
