import { contentOf } from "../boards/message/content.ts";
import type { BoardDeps } from "../boards/board/show.ts";
import { TEAM_ZONE } from "../people/team-store.ts";
import { sha256Hex } from "../../core/sha256.ts";
import { auditStatements } from "../../db/audit-store.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import { reader, textOf, type Row } from "../../db/row.ts";
import { removedTargets } from "../../engine/schema/past-schema.ts";
import type { ChatDeps, Removed } from "./deps.ts";
import { chat, codeIn, type Chat } from "./resource/chat.ts";

const toChat = recordOf(chat);
const readRemoved = reader(removedTargets);

const SELECT = `SELECT ${selectOf(chat, false)} FROM chats t`;

/** The sealed settings of channels that are looked through for a bot. */
const MAX_CHANNELS = 50;

/** Linked chats in D1. */
export type ChatStore = Pick<
  ChatDeps,
  "find" | "link" | "commanded" | "answered" | "live" | "removed" | "zone" | "hasTelegram"
> & {
  /** Channels of a kind with their sealed settings. */
  channelsOf(kind: "telegram" | "slack-bot"): Promise<{ id: string; sealed: string }[]>;
  /** Channels of Telegram that send to the chat with this ID. */
  channelsTo(chatId: string): Promise<{ id: string; sealed: string; updatedAt: number }[]>;
};

/** Times are wall clock, epoch ms. */
export const chatStore = (
  db: D1Database,
  boards: Pick<BoardDeps, "airing">,
  now: () => Promise<number>,
): ChatStore => ({
  async find(address) {
    const row = await db.prepare(`${SELECT} WHERE t.address = ?1`).bind(address).first<Row>();
    return row === null ? null : toChat(row);
  },

  async link(text, { kind, address, title }, by, at): Promise<Chat | null> {
    const code = codeIn(text);
    if (code === null) return null;
    const known = "SELECT id FROM chats WHERE code_hash = ?1 AND code_expires_at > ?2 AND kind = ?3";
    const provided = [await sha256Hex(code), at, kind] as const;
    const found = await db
      .prepare(known)
      .bind(...provided)
      .first<{ id: string }>();
    if (found === null) {
      const here = await this.find(address);
      return here?.linkedAt === at ? here : null;
    }
    const entry = { at, tokenId: found.id, tokenName: by, operation: "linkChat", subject: found.id };
    const [noted] = auditStatements([{ ...entry, request: { address, title }, status: 200, address: null }]);
    const [, , linked] = await db.batch<Row>([
      db
        .prepare(`${noted!.sql} WHERE EXISTS (${known.replaceAll(/\?(\d)/g, (_, n) => `?${Number(n) + 2}`)})`)
        .bind(...noted!.params, ...provided),
      db
        .prepare(`DELETE FROM chats WHERE address = ?4 AND id <> (${known}) AND EXISTS (${known})`)
        .bind(...provided, address),
      db
        .prepare(
          `UPDATE chats SET address = ?4, title = ?5, linked_at = ?2, code_hash = NULL, updated_at = ?2
           WHERE id = (${known}) RETURNING id`,
        )
        .bind(...provided, address, title),
    ]);
    return linked!.results.length === 0 ? null : this.find(address);
  },

  async commanded(id, text, at) {
    await db.prepare("UPDATE chats SET last_command = ?2, last_command_at = ?3 WHERE id = ?1").bind(id, text, at).run();
  },

  async answered(id, failure) {
    await db.prepare("UPDATE chats SET failure = ?2 WHERE id = ?1 AND failure IS NOT ?2").bind(id, failure).run();
  },

  async live(watchlistId) {
    const [{ all, ofLists, unknown, pulse }, counted] = await Promise.all([
      boards.airing(watchlistId === null ? [] : [watchlistId]),
      db.prepare("SELECT n FROM counts WHERE name = 'targets|live'").first<{ n: number }>(),
    ]);
    const own = watchlistId === null ? all : { ...all, unknown: unknown.get(watchlistId) ?? 0 };
    const content = contentOf(watchlistId, { ...(ofLists.get(watchlistId ?? "") ?? own), pulse }, await now());
    // The last tick doesn't know who was added since.
    return { ...content, unchecked: content.unchecked === true || (counted?.n ?? 0) > pulse.load.judged };
  },

  async removed(id): Promise<Removed | null> {
    const row = await db.prepare("SELECT * FROM removed_targets WHERE id = ?1 AND kind = 'live'").bind(id).first<Row>();
    if (row === null) return null;
    const { name, params, watchlistId, timezone } = readRemoved(row, "name", "params", "watchlistId", "timezone");
    return { name, params, watchlistId, timezone };
  },

  async zone(watchlistId) {
    const row = await db
      .prepare(`SELECT coalesce((SELECT timezone FROM watchlists WHERE id = ?1), ${TEAM_ZONE}) AS zone`)
      .bind(watchlistId)
      .first<Row>();
    return textOf(row?.["zone"]) ?? "UTC";
  },

  async hasTelegram() {
    return (await db.prepare("SELECT 1 FROM channels WHERE kind = 'telegram' LIMIT 1").first()) !== null;
  },

  async channelsOf(kind) {
    const { results } = await db
      .prepare(`SELECT id, sealed FROM channels WHERE kind = ?1 LIMIT ${MAX_CHANNELS}`)
      .bind(kind)
      .all<{ id: string; sealed: string }>();
    return results;
  },

  async channelsTo(chatId) {
    const { results } = await db
      .prepare(
        `SELECT id, sealed, updated_at AS updatedAt FROM channels
         WHERE kind = 'telegram' AND masked ->> 'chatId' = ?1`,
      )
      .bind(chatId)
      .all<{ id: string; sealed: string; updatedAt: number }>();
    return results;
  },
});
