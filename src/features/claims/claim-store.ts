import type { Claim, Event } from "../../core/event.ts";
import { derivedId } from "../../core/ids.ts";
import { channelKinds } from "../../channels/registry.ts";
import { readEarlier } from "../../engine/route/route-store.ts";
import { editStatements } from "../../engine/route/unwatched-store.ts";

/** Channels whose messages are renewed, since each costs a row. */
const MAX_CHANNELS = 200;

export interface ClaimDeps {
  /** Sets or removes (null) who takes care of an event. Without `takeOver`, somebody else's claim stays. */
  claim(id: string, claim: Claim | null, takeOver: boolean): Promise<void>;
  /** Has the messages about an event edited, so that they show who takes care of it. `at` is tick time. */
  renew(event: Event, at: number): Promise<void>;
  now(): Promise<number>;
  wallNow(): number;
}

type Store = Pick<ClaimDeps, "claim" | "renew">;

/** Who takes care of events, in D1. `presses` are the kinds of channels whose messages show it. */
export const claimStore = (db: D1Database, presses: ReadonlySet<string>): Store => ({
  async claim(id, claim, takeOver) {
    await db
      .prepare(
        "UPDATE events SET claim = ?2 WHERE id = ?1 AND (?3 OR claim IS NULL OR claim ->> 'name' = ?2 ->> 'name')",
      )
      .bind(id, claim === null ? null : JSON.stringify(claim), takeOver || claim === null ? 1 : 0)
      .run();
  },

  async renew({ id, detectedAt, claim }, at) {
    const kinds = [...presses].filter((kind) => channelKinds[kind]?.editing !== undefined);
    if (kinds.length === 0) return;
    const { results } = await db
      .prepare(`SELECT id FROM channels WHERE kind IN (SELECT value FROM json_each(?1)) LIMIT ${MAX_CHANNELS}`)
      .bind(JSON.stringify(kinds))
      .all<{ id: string }>();
    const earlier = await readEarlier(
      db,
      results.map((channel) => ({ channelId: channel.id, eventId: id, detectedAt, alone: false })),
    );
    const edits = earlier
      .filter(({ status }) => status === "sent")
      .map(({ channelId, deliveryId }) => ({
        id: derivedId("dlv", deliveryId, "claim", claim?.name ?? "", claim?.at ?? at),
        channelId,
        status: "pending" as const,
        reason: null,
        edits: deliveryId,
        heldUntil: null,
        items: [{ event: id, mentions: [] }],
      }));
    if (edits.length > 0) await db.batch(editStatements(db, edits, at));
  },
});
