import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export type Log = (level: string, message: string) => void;

/** Messages that only concern the developers of the runtime. */
const OF_ITSELF = [
  /LLVM_SYMBOLIZER is not set/,
  /took recursive isolate lock/,
  /CODE_MOVED for unknown code block/,
  /compatibility flag \S+ became the default/,
  /stack:( (0|[a-f\d]{4,})){3,}/,
];

/** Messages with which it ends. */
const FATAL = /^\*\*\* (?:std::terminate\(\)|Fatal uncaught|Received signal|Uncaught exception)/;

/** The reason why the runtime refused the certificate of a server. */
const UNTRUSTED = /TLS handshake failed: invalid peer certificate: (\w+)/;

/** Passes on the runtime's log: JSON lines with level and message. Other lines are logged as they are. */
export function readLog(stream: Readable, log: Log): void {
  createInterface({ input: stream }).on("line", (line) => {
    const { level, message } = reported(line);
    const untrusted = UNTRUSTED.exec(message)?.[1];
    if (untrusted !== undefined)
      return log("error", `The certificate of a server is not trusted: ${untrusted}. See docs/troubleshooting.md.`);
    if (FATAL.test(message)) log("error", message);
    else if (message !== "" && !OF_ITSELF.some((pattern) => pattern.test(message))) log(level, message);
  });
}

function reported(line: string): { level: string; message: string } {
  try {
    const { level, message } = Object(JSON.parse(line)) as Record<string, unknown>;
    if (typeof level === "string" && typeof message === "string") return { level, message };
  } catch {
    // Logged as it is.
  }
  return { level: "log", message: line };
}
