import type { LiveTargets, BoardTarget } from "./message/content.ts";
import type { BoardDeps, BoardState } from "./board/show.ts";
import type { BoardPageDeps } from "./displayed.ts";
import type { DisplayedBoard } from "./message/notice.ts";
import { boards } from "./resource/table.ts";
import { targets } from "../creators/resource/table.ts";
import { onAirOf } from "../now/live-store.ts";
import { columnNames, reader, type Row } from "../../db/row.ts";
import { HEALTH_SNAPSHOT, healthSnapshotOf, type ConfigFacts } from "../../engine/self-monitor/health-store.ts";
import { deliveries } from "../../engine/schema/delivery-schema.ts";

/** Limit on live targets that are read. Each is a row. */
const MAX_ON_AIR = 200;

/** Limit on the targets read for watchlists with a board, if more are live than `MAX_ON_AIR`. */
const MAX_OF_LISTS = 400;

const DISPLAYED = [
  "id",
  "kind",
  "name",
  "watchlistId",
  "params",
  "state",
  "intervalSeconds",
  "consecutiveFaults",
  "lastOkAt",
  "unknownSince",
  "createdAt",
] as const;

const COLUMNS = columnNames(targets, DISPLAYED)
  .map((name) => `t.${name}`)
  .join(", ");

/** Limit on unknown targets that are counted. Each is a row. */
const MAX_UNKNOWN = 500;

const UNKNOWN = `SELECT watchlist_id, count(*) AS n FROM (SELECT watchlist_id FROM targets INDEXED BY targets_unknown
  WHERE unknown_since IS NOT NULL AND enabled = 1 AND kind = 'live' LIMIT ${MAX_UNKNOWN}) GROUP BY watchlist_id`;

const OF_LISTS = `SELECT ${COLUMNS} FROM json_each(?1) j CROSS JOIN targets t ON t.id IN (${onAirOf("id", "?2", "j.value")})`;

// A pending delivery shows the board as of the time it is sent. A sent one becomes due again and edits its own message.
const QUEUE_BOARDS = `
  INSERT INTO deliveries (id, channel_id, status, items, board, made_at, open_until, closed, next_attempt_at)
  SELECT j.value ->> 'deliveryId', j.value ->> 'channelId', 'pending', '[]', j.value ->> 'id', ?2, 0, 1, ?2
  FROM json_each(?1) j JOIN boards b ON b.id = j.value ->> 'id' AND b.channel_id = j.value ->> 'channelId'
  WHERE true ON CONFLICT (id) DO UPDATE SET status = 'pending', reason = NULL, attempts = '[]', made_at = excluded.made_at,
    next_attempt_at = excluded.next_attempt_at WHERE deliveries.status <> 'pending'`;

const readBoard = reader(boards);
const readDelivery = reader(deliveries);
const readTarget = reader(targets);

type Store = BoardDeps & { find(id: string): Promise<DisplayedBoard | null> } & BoardPageDeps;

/** All boards with the deliveries of their messages. */
const WITH_DELIVERIES = `SELECT b.*, d.id AS delivery, d.status, d.reason, d.sent_at, d.made_at, d.attempts, d.message_ref
  FROM boards b LEFT JOIN deliveries d ON d.board = b.id AND d.channel_id = b.channel_id ORDER BY b.created_at, b.id`;

const displayedOf = (row: Row): BoardTarget => readTarget(row, ...DISPLAYED);

/** The live targets of these watchlists. Each list gets the same share of the limit. */
async function ofLists(
  db: D1Database,
  watchlistIds: string[],
  unknown: Map<string, number>,
): Promise<Map<string, LiveTargets>> {
  const max = Math.max(1, Math.floor(MAX_OF_LISTS / watchlistIds.length));
  const { results } = await db
    .prepare(OF_LISTS)
    .bind(JSON.stringify(watchlistIds), max + 1)
    .all<Row>();
  const of = Map.groupBy(results.map(displayedOf), ({ watchlistId }) => watchlistId);
  return new Map(
    watchlistIds.map((id) => {
      const airing = of.get(id) ?? [];
      return [id, { airing: airing.slice(0, max), more: airing.length > max, unknown: unknown.get(id) ?? 0 }];
    }),
  );
}

/** The boards in D1 and the state of their messages. A tick without boards costs one statement. */
export const boardStore = (db: D1Database, provided: ConfigFacts): Store => ({
  async standing(now) {
    const { results } = await db
      .prepare(
        `SELECT b.*, c.enabled AS open, c.updated_at AS touched, d.id AS delivery, d.status, d.sent_at, d.made_at,
           d.status = 'pending' AND d.lease_until > ?1 AS busy
         FROM boards b JOIN channels c ON c.id = b.channel_id
         LEFT JOIN deliveries d ON d.board = b.id AND d.channel_id = b.channel_id`,
      )
      .bind(now)
      .all<Row>();
    return results.map(standingOf);
  },

  async airing(watchlistIds) {
    const [onAir, read, unclear] = await db.batch<Row>([
      db.prepare(onAirOf(COLUMNS, "?1", null)).bind(MAX_ON_AIR + 1),
      db.prepare(`SELECT ${HEALTH_SNAPSHOT} FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`),
      db.prepare(UNKNOWN),
    ]);
    const unknown = new Map(unclear!.results.map((row) => [String(row["watchlist_id"]), Number(row["n"])]));
    const ofAll = [...unknown.values()].reduce((sum, n) => sum + n, 0);
    const all = onAir!.results.map(displayedOf);
    const more = all.length > MAX_ON_AIR;
    return {
      all: { airing: all.slice(0, MAX_ON_AIR), more, unknown: ofAll },
      unknown,
      ofLists: more && watchlistIds.length > 0 ? await ofLists(db, watchlistIds, unknown) : new Map(),
      pulse: healthSnapshotOf(read!.results[0]!, provided),
    };
  },

  async queue(attachments, now) {
    const rows = JSON.stringify(attachments);
    await db.batch([
      db
        .prepare(
          `UPDATE boards SET content = j.value -> 'content', shown_at = ?2 FROM json_each(?1) j
           WHERE boards.id = j.value ->> 'id' AND boards.channel_id = j.value ->> 'channelId'`,
        )
        .bind(rows, now),
      db.prepare(QUEUE_BOARDS).bind(rows, now),
    ]);
  },

  async displayed() {
    const { results } = await db.prepare(WITH_DELIVERIES).all<Row>();
    return results.map((row) => ({
      ...readBoard(row, "id", "name", "channelId", "watchlistId", "content", "shownAt"),
      delivery:
        row["delivery"] === null
          ? null
          : {
              id: String(row["delivery"]),
              ...readDelivery(row, "status", "reason", "sentAt", "madeAt", "attempts", "messageRef"),
            },
    }));
  },

  async find(id) {
    const row = await db.prepare("SELECT * FROM boards WHERE id = ?1").bind(id).first<Row>();
    return row === null ? null : readBoard(row, "name", "channelId", "content", "shownAt");
  },
});

function standingOf(row: Row): BoardState {
  const own = readBoard(row, "id", "channelId", "watchlistId", "content", "shownAt");
  const channel = { enabled: row["open"] === 1, updatedAt: Number(row["touched"]) };
  if (row["delivery"] === null) return { ...own, channel, delivery: null };
  return { ...own, channel, delivery: { ...readDelivery(row, "status", "madeAt", "sentAt"), busy: row["busy"] === 1 } };
}
