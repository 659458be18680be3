import { spawn, type ChildProcess } from "node:child_process";

/** Ends the runtime even if this process is killed without a chance to clean up. */
export interface Watchdog {
  /** Sets the process to watch, instead of any earlier one. */
  watch: (pid: number) => void;
  stop(): void;
}

/** The same script for Windows, which has no `sh`. */
const NODE_SCRIPT = `let pid = "";
process.stdin.setEncoding("utf8").on("data", (text) => (pid = text.split("\\n").at(-2) ?? pid));
process.stdin.on("end", () => { try { if (pid) process.kill(Number(pid), "SIGKILL"); } catch {} });`;

/**
 * Starts a detached shell that reads from a pipe. When the pipe closes, this process is gone, and the shell kills the
 * process whose id it received last.
 */
export function watchdog(platform: NodeJS.Platform = process.platform): Watchdog {
  const script = 'while read -r line; do pid="$line"; done; [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null';
  const [command, ...args] =
    platform === "win32" ? [process.execPath, "-e", NODE_SCRIPT] : (["sh", "-c", script] as const);
  const shell: ChildProcess = spawn(command, args, {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  shell.unref();
  shell.stdin!.on("error", () => undefined);
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    watch: (pid) => void shell.stdin!.write(`${pid}\n`),
    stop: () => void shell.stdin!.end("\n"),
  };
}
