import { RESTING } from "../../engine/upstream/asked-service.ts";
import type { Row } from "../../db/row.ts";
import { TEAM_ZONE } from "../people/team-store.ts";
import type { ListMonth, MonthsDeps, MonthsTurnDeps, Ordered, Round } from "./months.ts";

/** The row that has the round under way; every other one is a list's. */
const ROUND = "";

const CREATORS = "(SELECT n FROM counts WHERE name = 'targets|live')";

/** How the month goes for lists, in D1. */
export const monthsStore = (
  db: D1Database,
): MonthsDeps & Pick<MonthsTurnDeps, "creators" | "round" | "inTurn" | "store"> => ({
  async read(lists) {
    const row = await db
      .prepare(
        `SELECT ${CREATORS} AS creators, (SELECT json_group_array(json_array(m.watchlist_id, json(m.month)))
           FROM json_each(?1) j CROSS JOIN list_months m ON m.watchlist_id = j.value) AS months`,
      )
      .bind(JSON.stringify(lists))
      .first<Row>();
    const months = JSON.parse(String(row!["months"])) as [string, ListMonth][];
    return { creators: Number(row!["creators"] ?? 0), months: new Map(months) };
  },

  async creatorsIn(list) {
    const size = db.prepare("SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = 'live'");
    return (await size.bind(list).first<number>("n")) ?? 0;
  },

  async order(list) {
    const row = await db
      .prepare("SELECT month, people FROM list_months WHERE watchlist_id = ?1")
      .bind(list)
      .first<Row>();
    if (row === null) return null;
    return {
      month: JSON.parse(String(row["month"])) as ListMonth,
      order: JSON.parse(String(row["people"])) as Ordered[],
    };
  },

  async everyone() {
    const { results } = await db.prepare("SELECT month FROM list_months WHERE watchlist_id > ''").all<Row>();
    return results.map((row) => JSON.parse(String(row["month"])) as ListMonth);
  },

  async creators() {
    return (await db.prepare(`SELECT ${CREATORS} AS n`).first<number>("n")) ?? 0;
  },

  async round() {
    const text = await db
      .prepare("SELECT month FROM list_months WHERE watchlist_id = ?1")
      .bind(ROUND)
      .first<string>("month");
    return text === null ? null : (JSON.parse(text) as Round);
  },

  async inTurn(after, max) {
    const { results } = await db
      .prepare(
        `SELECT t.id, t.watchlist_id, t.identity, coalesce(w.timezone, ${TEAM_ZONE}, 'UTC') AS zone
         FROM targets t INDEXED BY targets_identity LEFT JOIN watchlists w ON w.id = t.watchlist_id
         WHERE (t.watchlist_id, t.kind, t.identity) > (?1, 'live', ?2) AND t.kind = 'live' AND t.id NOT IN (${RESTING})
         ORDER BY t.watchlist_id, t.kind, t.identity LIMIT ?3`,
      )
      .bind(after?.list ?? "", after?.identity ?? "", max)
      .all<Row>();
    return results.map((row) => ({
      id: String(row["id"]),
      list: String(row["watchlist_id"]),
      identity: String(row["identity"]),
      zone: String(row["zone"]),
    }));
  },

  async store(round, found) {
    const put = db.prepare(
      `INSERT INTO list_months (watchlist_id, at, month, people)
       SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3 FROM json_each(?1) j WHERE true
       ON CONFLICT (watchlist_id) DO UPDATE SET at = excluded.at, month = excluded.month, people = excluded.people`,
    );
    const rows = [
      [ROUND, round.startedAt, JSON.stringify(round), "[]"],
      ...found.map(({ list, month, order }) => [list, month.at, JSON.stringify(month), JSON.stringify(order)]),
    ];
    // Whatever a finished round did not meet has no creators any more.
    const removed = db.prepare("DELETE FROM list_months WHERE at < ?1 OR at > ?2 AND watchlist_id <> ''");
    const latest = Math.max(round.startedAt, ...found.map(({ month }) => month.at));
    await db.batch([
      put.bind(JSON.stringify(rows)),
      ...(round.at === null ? [removed.bind(round.startedAt, latest)] : []),
    ]);
  },
});
