import type { LogEntry } from "./log.ts";

const labelled = (label: string, text: string): string => `${label.padEnd(14)} ${text}`;

/** Sentences of entries for a terminal. Ticks and batches have none: they come every few seconds. */
const SENTENCES: { [K in LogEntry["log"]]: (entry: Extract<LogEntry, { log: K }>) => string | null } = {
  tick: () => null,
  poll: () => null,
  event: ({ type, name, id }) => labelled(type, `${JSON.stringify(name ?? "upstream")}  ${id}`),
  delivery: ({ status, kind, name, id, reason }) =>
    labelled(status, `${kind} ${JSON.stringify(name)}  ${id}${reason === null ? "" : `  ${reason}`}`),
  sent: ({ messages, channels }) => labelled("sent", `${messages} messages on ${channels} channels`),
  missed: ({ operation, calls, detail }) =>
    labelled("missed", `${operation}  ${calls} ${calls === 1 ? "call" : "calls"}: ${detail}`),
  watchdog: () => labelled("watchdog", "no tick came for two minutes, so it started one"),
  command: ({ command }) => labelled("command", JSON.stringify(command)),
  error({ where, requestId, entry, message, stack }) {
    const of = requestId === undefined ? "" : `, request ${requestId}`;
    return `${where}${of}${entry === undefined ? "" : ` ${JSON.stringify(entry)}`}: ${stack ?? message}`;
  },
};

/** What a terminal shows of a line of the log; null for nothing. Lines that are no entries are shown as they are. */
export function sentenceOf(line: string): string | null {
  const entry = entryIn(line);
  return entry === null ? line : (SENTENCES[entry.log] as (entry: LogEntry) => string | null)(entry);
}

function entryIn(line: string): LogEntry | null {
  if (!line.startsWith("{")) return null;
  try {
    const read = JSON.parse(line) as LogEntry;
    return Object.hasOwn(SENTENCES, read.log) ? read : null;
  } catch {
    return null;
  }
}
