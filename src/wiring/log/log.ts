import type { AuditEntry } from "../../db/audit-view.ts";
import type { News } from "../sweep-deps.ts";

/** Runs with more sent messages get a summary line instead. */
const MAX_SENT_LINES = 50;

/**
 * The lines of the log: one per event and delivery, and one for failed optional calls of an operation. Polls have none,
 * because a line costs as much as a poll. Names from outside are JSON strings, so that they cannot forge lines.
 */
export function linesOf(news: News): string[] {
  const events = [...(news.polled?.events ?? []), ...(news.events ?? [])].map(
    (event) => `${event.type.padEnd(14)} ${JSON.stringify(event.target?.name ?? "upstream")}  ${event.id}`,
  );
  const settled = news.delivered?.settlements ?? [];
  const sent = settled.filter(({ settlement }) => settlement.status === "sent");
  const many = sent.length > MAX_SENT_LINES;
  const summary = many
    ? [
        `${"sent".padEnd(14)} ${sent.length} messages on ${new Set(sent.map(({ channel }) => channel.id)).size} channels`,
      ]
    : [];
  const deliveries = settled
    .filter(({ settlement }) => !many || settlement.status !== "sent")
    .map(({ channel, settlement }) => {
      const why = settlement.reason === null ? "" : `  ${settlement.reason}`;
      return `${settlement.status.padEnd(14)} ${channel.kind} ${JSON.stringify(channel.name)}  ${settlement.id}${why}`;
    });
  const missed = (news.polled?.missed ?? []).map(
    ({ operation, count, detail }) =>
      `${"missed".padEnd(14)} ${operation}  ${count} ${count === 1 ? "call" : "calls"}: ${detail}`,
  );
  return [...events, ...summary, ...deliveries, ...missed];
}

/** Logs and counts a lost audit entry. The line contains the entry without its request. */
export function auditFailed(thrown: unknown, entry: AuditEntry, count: (key: string) => void): void {
  count("audit|failed");
  logged(`audit: an entry could not be written: ${JSON.stringify(entry)}`)(thrown);
}

/** Returns a function that logs an error with its place and stack. */
export const logged =
  (where: string) =>
  (thrown: unknown): void =>
    console.error(`${where}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
