import { spawn, type ChildProcess } from "node:child_process";

/** Ends the runtime even when this process is killed without a chance to clean up. */
export interface Watchdog {
  /** Watches this process from now on, and no other. */
  watch: (pid: number) => void;
  stop(): void;
}

/**
 * A detached shell that holds the other end of a pipe: when the pipe closes, this process is gone, and it kills the
 * process that it was told last.
 */
export function watchdog(): Watchdog {
  const script = 'while read -r line; do pid="$line"; done; [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null';
  const shell: ChildProcess = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  shell.stdin!.on("error", () => undefined);
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid) => void shell.stdin!.write(`${pid}\n`),
    stop: () => void shell.stdin!.end("\n"),
  };
}
