import { channelKinds } from "../../channels/registry.ts";
import type { Json } from "../../core/json.ts";
import type { TakenChannel } from "./outbox.ts";
import { placeOf } from "../../features/channels/resource/settings.ts";
import { auditStatements } from "../../db/audit-store.ts";
import { withRetries } from "../../db/retries.ts";
import type { Vault } from "../../db/vault.ts";

/** Who changes a channel because its destination says that it has moved, in the audit log. */
const BY = "Tallylight";

/**
 * Changes settings of a channel whose destination has moved, with an audit entry, at `now` (wall clock, epoch ms).
 * Returns the channel with them; null if it was changed since it was claimed.
 */
export async function follow(
  db: D1Database,
  vault: Vault,
  channel: TakenChannel,
  moved: Record<string, string>,
  now: number,
): Promise<TakenChannel | null> {
  const { id, kind, updatedAt } = channel;
  const settings = { ...(channel.settings as object), ...moved } as Json;
  const sealed = await vault.seal(settings, placeOf(id));
  const masked = JSON.stringify(channelKinds[kind]!.mask(settings));
  const changedAt = Math.max(now, updatedAt + 1);
  const entry = { at: now, tokenId: null, tokenName: BY, operation: "followMove", subject: id, request: moved };
  const [{ sql, params }] = auditStatements([{ ...entry, status: 200, address: null }]) as [
    ReturnType<typeof auditStatements>[number],
  ];
  // A repetition after a lost answer changes nothing, and finds its own ciphertext, which differs each time.
  const isAsTried = "EXISTS (SELECT 1 FROM channels WHERE id = ?3 AND updated_at = ?4)";
  const results = await withRetries(() =>
    db.batch([
      db.prepare(`${sql} WHERE ${isAsTried}`).bind(...params, id, updatedAt),
      db
        .prepare(
          `UPDATE channels SET sealed = ?3, masked = ?4, updated_at = ?5, revision = revision + 1
           WHERE id = ?1 AND updated_at = ?2`,
        )
        .bind(id, updatedAt, sealed, masked, changedAt),
      db.prepare("SELECT 1 FROM channels WHERE id = ?1 AND sealed = ?2").bind(id, sealed),
    ]),
  );
  return results[2]!.results.length === 1 ? { ...channel, settings, updatedAt: changedAt } : null;
}
