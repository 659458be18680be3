import type { AuditEntry } from "../../flows/browse/audit-view.ts";
import type { News } from "../../flows/sweep.ts";

/** Of a run that sent more than so many messages these have one line. */
const MAX_SENT_LINES = 50;

/**
 * The lines of the log: one an event and one a delivery, one for the optional calls of an operation that failed, none a poll (a line costs as much as a poll does). Names from
 * outside are written as JSON text, so that none can forge a line.
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

/** Says loudly, and counts, that the audit log misses an entry: what it would have said is told here, without the request. */
export function auditFailed(thrown: unknown, entry: AuditEntry, count: (key: string) => void): void {
  count("audit|failed");
  logged(`audit: an entry could not be written: ${JSON.stringify(entry)}`)(thrown);
}

/** Writes what was thrown to the log, with where it happened and its stack. */
export const logged =
  (where: string) =>
  (thrown: unknown): void =>
    console.error(`${where}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
