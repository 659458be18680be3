import type { AuditEntry } from "../db/audit-view.ts";
import { DAY_MS } from "../core/duration.ts";
import type { CorePorts } from "./ports.ts";

type Audit = CorePorts["audit"];

const WINDOW_MS = 600_000;

/** Number of callers in a window that have their own entries. The others share one. */
const MAX_NOTIFIED_APART = 100;

/** What is counted in one entry: actions of a type, by one caller, in a window of time. */
interface Counted {
  sort: string;
  who: string;
  windowMs: number;
}

/** Counts of this isolate in the current window of each type, by caller. */
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
 * Counts an action in a shared entry. It is written at the first, second, fourth, eighth and so on, so that `count` is
 * more than half of the true number. Nobody can thus fill the log or use up the database's writes. Failures to write
 * the log have no other effect.
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

/** Beyond the log's daily limit, one entry counts all actions of the same token, operation and status. */
const ofDay = ({ tokenId, tokenName, operation, status }: AuditEntry): Counted => ({
  sort: "day",
  who: `${tokenId ?? tokenName}/${operation}/${status}`,
  windowMs: DAY_MS,
});

/** Records an action in a ten-minute entry of its caller. Up to a hundred callers have their own. */
export const enterMerged = (audit: Audit, entry: AuditEntry, sort: string, who: string): Promise<void> =>
  enterOneOf(audit, entry, { sort, who, windowMs: WINDOW_MS });

/**
 * Records actions without a change: individually, or counted once the log has reached its daily limit. Failures to
 * write the log do not undo the action.
 */
export async function enterAll(audit: Audit, entries: AuditEntry[]): Promise<void> {
  try {
    if (await audit.add(entries)) return;
    for (const entry of entries) await enterOneOf(audit, entry, ofDay(entry));
  } catch (thrown) {
    audit.failed(thrown, { ...entries[0]!, request: null });
  }
}
