import type { Json } from "../../core/json.ts";
import type { ConfigDeps, Current } from "../../flows/manage/config/apply-config.ts";
import { placeOf } from "./channel-settings.ts";
import { FINGERPRINT, type Mark } from "./config-mark.ts";
import { readThings } from "./config-reader.ts";
import { statementsOf } from "./config-writer.ts";
import { jsonChunks } from "./json-chunks.ts";
import { lastPolledAt } from "./target-row.ts";
import { seatsOf } from "./target-store.ts";
import type { Vault } from "./vault.ts";

type Store = Pick<ConfigDeps, "lastOkOf" | "open" | "seal" | "write"> & { read(): Promise<Current<Mark>> };

/** The whole configuration in D1: read at one moment, written in one batch. */
export const configStore = (db: D1Database, vault: Vault): Store => ({
  read: () => readThings(db),

  async lastOkOf(ids) {
    const found = new Map<string, number>();
    for (const { text } of jsonChunks(ids)) {
      const { results } = await db
        .prepare(
          `SELECT id, consecutive_faults AS faults, last_ok_at AS kept FROM targets
           WHERE id IN (SELECT value FROM json_each(?1))`,
        )
        .bind(text)
        .all<{ id: string; faults: number; kept: number | null }>();
      const seats = await seatsOf(db, JSON.parse(text) as string[]);
      for (const { id, faults, kept } of results) {
        const at = faults > 0 ? kept : (lastPolledAt(seats.get(id)) ?? kept);
        if (at !== null) found.set(id, at);
      }
    }
    return found;
  },

  // What is no ciphertext at all opens as little as one of another place.
  open: (sealed, channelId): Promise<Json> => vault.open(sealed, placeOf(channelId)).catch(() => null),

  seal: (settings, channelId) => vault.seal(settings, placeOf(channelId)),

  async write(writes, mark) {
    const { fingerprint, sheets } = mark as Mark;
    const guard = db
      .prepare(`SELECT json(iif(${FINGERPRINT} = ?1, 'true', 'changed by others')) AS unchanged`)
      .bind(fingerprint);
    try {
      await db.batch([guard, ...statementsOf(db, writes, sheets)]);
      return true;
    } catch (thrown) {
      const now = await db.prepare(`SELECT ${FINGERPRINT} AS fingerprint`).first<string>("fingerprint");
      if (now === fingerprint) throw thrown;
      return false;
    }
  },
});
