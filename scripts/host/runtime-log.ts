import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export type Log = (level: string, message: string) => void;

/** What the runtime says of itself, for those who write it. */
const OF_ITSELF = [
  /LLVM_SYMBOLIZER is not set/,
  /took recursive isolate lock/,
  /CODE_MOVED for unknown code block/,
  /stack:( (0|[a-f\d]{4,})){3,}/,
];

/** With what it says that it ends. */
const FATAL = /^\*\*\* (?:std::terminate\(\)|Fatal uncaught|Received signal|Uncaught exception)/;

/** Passes on what the runtime prints: lines of JSON with a level and a message; other lines are what they are. */
export function readLog(stream: Readable, log: Log): void {
  createInterface({ input: stream }).on("line", (line) => {
    const { level, message } = said(line);
    if (FATAL.test(message)) log("error", message);
    else if (message !== "" && !OF_ITSELF.some((pattern) => pattern.test(message))) log(level, message);
  });
}

function said(line: string): { level: string; message: string } {
  try {
    const { level, message } = Object(JSON.parse(line)) as Record<string, unknown>;
    if (typeof level === "string" && typeof message === "string") return { level, message };
  } catch {
    // Said as it is.
  }
  return { level: "log", message: line };
}
