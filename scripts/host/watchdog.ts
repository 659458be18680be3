import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

/** Ends the runtime's processes even when this process is killed without a chance to clean up. */
export interface Watchdog {
  /** Looks again which processes the runtime has. */
  renew(): Promise<void>;
  stop(): void;
}

/**
 * A detached shell that holds the other end of a pipe: when the pipe closes, this process is gone, and it kills the
 * process ids that it was told last.
 */
export function watchdog(): Watchdog {
  const script = 'while read -r line; do pids="$line"; done; [ -z "$pids" ] || kill -9 $pids 2>/dev/null';
  const shell: ChildProcess = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  shell.stdin!.on("error", () => undefined);
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    renew: async () => void shell.stdin!.write(`${(await runtimePids()).join(" ")}\n`),
    stop: () => void shell.stdin!.end("\n"),
  };
}

/** The workerd processes that this process has started, from /proc; none where there is no /proc. */
export async function runtimePids(): Promise<number[]> {
  const entries = await readdir("/proc").catch(() => []);
  const pids = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(ownWorkerd));
  return pids.flatMap((pid) => pid ?? []);
}

async function ownWorkerd(name: string): Promise<number | null> {
  const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
  const [, command, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? [];
  return command === "workerd" && Number(parent) === process.pid ? Number(name) : null;
}
