import { channelKinds } from "../../channels/registry.ts";
import type { Json } from "../../core/json.ts";
import { auditStatements } from "../../db/audit-store.ts";
import { withRetries } from "../../db/retries.ts";
import type { Row } from "../../db/row.ts";
import type { Vault } from "../../db/vault.ts";
import { placeOf } from "../../features/channels/resource/settings.ts";
import type { TakenChannel } from "./outbox.ts";

/** Who changes a channel or chat because its service says that it has moved, in the audit log. */
const BY = "Tallylight";

/** Adds the entry of a move if a condition holds, whose parameters start at ?3. */
function audited(
  db: D1Database,
  subject: string,
  request: Record<string, string>,
  at: number,
  [condition, ...params]: [string, ...(string | number)[]],
): D1PreparedStatement {
  const entry = { at, tokenId: null, tokenName: BY, operation: "followMove", subject, request };
  const [insert] = auditStatements([{ ...entry, status: 200, address: null }]);
  return db.prepare(`${insert!.sql} WHERE ${condition}`).bind(...insert!.params, ...params);
}

/**
 * Statements that move a linked chat to another address, with an audit entry, at `now` (wall clock, epoch ms). None if
 * no chat is linked there. A chat that was already linked at the new address stays.
 */
async function chatMoves(db: D1Database, from: string, to: string, now: number): Promise<D1PreparedStatement[]> {
  const chat = await db.prepare("SELECT id FROM chats WHERE address = ?1").bind(from).first<{ id: string }>();
  if (chat === null) return [];
  const isThere = (first: number) =>
    `EXISTS (SELECT 1 FROM chats WHERE id = ?${first} AND address = ?${first + 1})
     AND NOT EXISTS (SELECT 1 FROM chats WHERE address = ?${first + 2})`;
  return [
    audited(db, chat.id, { address: to }, now, [isThere(3), chat.id, from, to]),
    db
      .prepare(`UPDATE chats SET address = ?3, updated_at = ?4 WHERE id = ?1 AND ${isThere(1)}`)
      .bind(chat.id, from, to, now),
  ];
}

/** Moves a linked chat to another address, once. */
export async function moveChat(db: D1Database, from: string, to: string, now: number): Promise<void> {
  const statements = await chatMoves(db, from, to, now);
  if (statements.length > 0) await withRetries(() => db.batch(statements));
}

/**
 * Changes settings of a channel whose destination has moved, with an audit entry, at `now` (wall clock, epoch ms). A
 * chat that is linked there moves too. Returns what has changed; null if somebody else changed the channel meanwhile.
 */
export async function follow(
  db: D1Database,
  vault: Vault,
  { id, kind: name, updatedAt, settings: before }: Pick<TakenChannel, "id" | "kind" | "updatedAt" | "settings">,
  moved: Record<string, string>,
  now: number,
): Promise<Pick<TakenChannel, "settings" | "updatedAt"> | null> {
  const kind = channelKinds[name]!;
  const settings = { ...(before as object), ...moved } as Json;
  const sealed = await vault.seal(settings, placeOf(id));
  const changedAt = Math.max(now, updatedAt + 1);
  const [from, to] = [kind.chatAddress?.(before) ?? null, kind.chatAddress?.(settings) ?? null];
  const chats = from === null || to === null ? [] : await withRetries(() => chatMoves(db, from, to, now));
  // A repetition after a lost answer changes nothing, and finds its own ciphertext, which differs each time.
  const isAsTried = "EXISTS (SELECT 1 FROM channels WHERE id = ?3 AND updated_at = ?4)";
  const results = await withRetries(() =>
    db.batch<Row>([
      audited(db, id, moved, now, [isAsTried, id, updatedAt]),
      db
        .prepare(
          `UPDATE channels SET sealed = ?3, masked = ?4, updated_at = ?5, revision = revision + 1
           WHERE id = ?1 AND updated_at = ?2`,
        )
        .bind(id, updatedAt, sealed, JSON.stringify(kind.mask(settings)), changedAt),
      db.prepare("SELECT 1 FROM channels WHERE id = ?1 AND sealed = ?2").bind(id, sealed),
      ...chats,
    ]),
  );
  return results[2]!.results.length === 1 ? { settings, updatedAt: changedAt } : null;
}
