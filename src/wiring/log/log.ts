import { iso } from "../../core/instant.ts";
import type { AuditEntry } from "../../db/audit-view.ts";
import type { News } from "../sweep-deps.ts";

/** Runs with more sent messages get a summary entry instead. */
const MAX_SENT_ENTRIES = 50;

/**
 * An entry of the log, written as one line of JSON. `log` says what it is about; its ids lead from a delivery to its
 * events, and from an event to the tick that found it. The names in it are from outside.
 */
export type LogEntry = { level?: "warn" | "error" } & (
  | { log: "tick"; tick: string; batches: number; shortestSeconds: number | null }
  | { log: "poll"; tick: string; slot: number | null; polled: number; faults: number; events: number }
  | { log: "event"; type: string; id: string; tick: string; targetId: string | null; name: string | null }
  | {
      log: "delivery";
      status: string;
      id: string;
      events: string[];
      channelId: string;
      kind: string;
      name: string;
      reason: string | null;
    }
  | { log: "sent"; messages: number; channels: number }
  | { log: "missed"; operation: string; calls: number; detail: string }
  | { log: "command"; chatId: string; command: string }
  | { log: "watchdog"; tick: string }
  | {
      log: "error";
      where: string;
      requestId?: string;
      /** The audit entry that could not be written. */
      entry?: Omit<AuditEntry, "request">;
      message: string;
      stack?: string;
    }
);

/** Writes an entry. Platforms take the level from the function that is called. */
export function log(entry: LogEntry): void {
  const line = JSON.stringify(entry);
  if (entry.level === "error") console.error(line);
  else if (entry.level === "warn") console.warn(line);
  else console.log(line);
}

/**
 * The entries of a sweep: one per tick, batch, event and delivery, and one for failed optional calls of an operation.
 * Single polls have none, because an entry costs as much as a poll.
 */
export function entriesOf({ ticked, batch, polled, delivered, events = [] }: News): LogEntry[] {
  const settled = delivered?.settlements ?? [];
  const sent = settled.filter(({ settlement }) => settlement.status === "sent");
  const isMany = sent.length > MAX_SENT_ENTRIES;
  const found = (all: NonNullable<News["events"]>): LogEntry[] =>
    all.map(({ type, id, detectedAt, targetId, target }) => ({
      log: "event",
      type,
      id,
      tick: iso(detectedAt),
      targetId,
      name: target?.name ?? null,
    }));
  return [
    ...(ticked === undefined
      ? []
      : [
          {
            log: "tick" as const,
            tick: iso(ticked.now),
            batches: ticked.batches,
            shortestSeconds: Number.isFinite(ticked.shortestMs) ? ticked.shortestMs / 1000 : null,
          },
        ]),
    ...(polled === undefined || batch === undefined
      ? []
      : [
          {
            log: "poll" as const,
            tick: iso(batch.tick),
            slot: batch.slot,
            polled: polled.findings.length,
            faults: polled.findings.filter(({ fault }) => fault !== null).length,
            events: polled.events.length,
          },
        ]),
    ...found(polled?.events ?? []),
    ...found(events),
    ...(isMany
      ? [
          {
            log: "sent" as const,
            messages: sent.length,
            channels: new Set(sent.map(({ channel }) => channel.id)).size,
          },
        ]
      : []),
    ...settled
      .filter(({ settlement }) => !isMany || settlement.status !== "sent")
      .map(({ channel, settlement, events: of }): LogEntry => ({
        ...(settlement.reason === null ? {} : { level: "warn" as const }),
        log: "delivery",
        status: settlement.status,
        id: settlement.id,
        events: of,
        channelId: channel.id,
        kind: channel.kind,
        name: channel.name,
        reason: settlement.reason,
      })),
    ...(polled?.missed ?? []).map(({ operation, count, detail }): LogEntry => ({
      level: "warn",
      log: "missed",
      operation,
      calls: count,
      detail,
    })),
  ];
}

/** Logs and counts a lost audit entry. The entry is logged without its request. */
export function auditFailed(thrown: unknown, entry: AuditEntry, count: (key: string) => void): void {
  count("audit|failed");
  const { request: _request, ...noted } = entry;
  logged("audit: an entry could not be written", { entry: noted })(thrown);
}

/** Returns a function that logs an error with its place and stack. */
export const logged =
  (where: string, ids: Pick<Extract<LogEntry, { log: "error" }>, "requestId" | "entry"> = {}) =>
  (thrown: unknown): void => {
    const { message, stack } = thrown instanceof Error ? thrown : { message: String(thrown), stack: undefined };
    log({ level: "error", log: "error", where, ...ids, message, ...(stack === undefined ? {} : { stack }) });
  };
