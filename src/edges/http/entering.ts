import type { AuditEntry } from "../../flows/browse/audit-view.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Ports } from "./ports.ts";

type Audit = Ports["audit"];

const WINDOW_MS = 600_000;

/** Of more of them in a window one entry tells. */
const MAX_NOTIFIED_APART = 100;

/** What is counted together: a sort of thing, of one of those who do it, in a window of time. */
interface Counted {
  sort: string;
  who: string;
  windowMs: number;
}

/** What this isolate counted in the running window of each sort, by who it was. */
const counts = new Map<string, { window: number; of: Map<string, number> }>();

function counted({ sort, who, windowMs }: Counted, at: number) {
  const window = Math.floor(at / windowMs);
  let running = counts.get(sort);
  if (running?.window !== window) counts.set(sort, (running = { window, of: new Map() }));
  const alone = running.of.has(who) || running.of.size < MAX_NOTIFIED_APART;
  const key = alone ? who : "others";
  const count = (running.of.get(key) ?? 0) + 1;
  running.of.set(key, count);
  return { key: `${sort}/${window}/${key}`, count, alone };
}

/**
 * Enters one of many in an entry that counts them. It is written with the first, the second, the fourth and so on, so its
 * `count` is all of them or more than half, and nobody can fill the log or use up what the database may write. A log that cannot
 * be written changes nothing.
 */
async function enterOneOf(audit: Audit, entry: AuditEntry, together: Counted): Promise<void> {
  const { key, count, alone } = counted(together, entry.at);
  if (!Number.isInteger(Math.log2(count))) return;
  const isOfDay = together.windowMs === DAY_MS;
  const entered = alone ? entry : { ...entry, address: null };
  try {
    if (await audit.merge(entered, key, Math.ceil(count / 2), isOfDay)) return;
    await enterOneOf(audit, entered, ofDay(entered));
  } catch (thrown) {
    audit.failed(thrown, { ...entered, request: null });
  }
}

/** Beyond what the log takes in a day one entry tells of all that the same token was answered so. */
const ofDay = ({ tokenId, tokenName, operation, status }: AuditEntry): Counted => ({
  sort: "day",
  who: `${tokenId ?? tokenName}/${operation}/${status}`,
  windowMs: DAY_MS,
});

/** Enters one of those that one entry tells of in ten minutes: for each of `who`, up to a hundred of them. */
export const enterMerged = (audit: Audit, entry: AuditEntry, sort: string, who: string): Promise<void> =>
  enterOneOf(audit, entry, { sort, who, windowMs: WINDOW_MS });

/**
 * Enters what came without a change: each by itself, or, where the log has taken as many as it takes in a day, counted. A log
 * that cannot be written takes nothing back: what was done stands.
 */
export async function enterAll(audit: Audit, entries: AuditEntry[]): Promise<void> {
  try {
    if (await audit.add(entries)) return;
    for (const entry of entries) await enterOneOf(audit, entry, ofDay(entry));
  } catch (thrown) {
    audit.failed(thrown, { ...entries[0]!, request: null });
  }
}
