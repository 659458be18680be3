import type { Airing } from "../../flows/browse/status.ts";
import type { NameKey } from "../../flows/browse/creators.ts";
import type { AiringLook, Looked } from "../../flows/browse/on-air-looks.ts";
import { targets } from "../../resources/targets/table.ts";
import { readState } from "../../targets/stored.ts";
import { reader, type Row } from "./row.ts";

/** A watchlist of so many creators or fewer is looked through by itself, a longer one among all who are on air. */
const SHORT_LIST = 200;

/** As many on air are looked through for those of a long list, where no more are told anyway. */
const LOOKED_THROUGH = 400;

const readTarget = reader(targets);

/** Reads a row with the columns id, kind, name and state of a target. */
export function airingOf(row: Row): Airing {
  const { state, ...target } = readTarget(row, "id", "kind", "name", "state");
  return { ...target, state: readState(target.kind, state) };
}

/** Stands before targets in a join, since a condition that asks for it would be asked of each of them. */
const LIST = `(SELECT coalesce((SELECT n FROM list_counts WHERE watchlist_id = ?1 AND kind = 'live'), 0) AS n) l CROSS JOIN`;
const IS_SHORT = `l.n <= ${SHORT_LIST}`;

/**
 * A SELECT of `columns` of those on air who are enabled: of all, or of the watchlist ?1, where thousands of others may be on air.
 * `most` may be a value.
 */
export const onAirOf = (columns: string, most: string, ofList: boolean): string =>
  ofList
    ? `SELECT * FROM (SELECT ${columns} FROM ${LIST} targets INDEXED BY targets_list_name
        WHERE ${IS_SHORT} AND watchlist_id = ?1 AND kind = 'live' AND on_air = 1 AND enabled = 1
      UNION ALL SELECT ${columns} FROM (SELECT targets.* FROM ${LIST} targets WHERE NOT ${IS_SHORT} AND on_air = 1 LIMIT ${LOOKED_THROUGH})
        WHERE watchlist_id = ?1 AND enabled = 1) LIMIT ${most}`
    : `SELECT ${columns} FROM targets WHERE on_air = 1 AND enabled = 1 LIMIT ${most}`;

const RANGE = `lower(name) >= ?2 AND (lower(name) > ?2 OR id > ?3)
  AND (?4 IS NULL OR lower(name) < ?4 OR lower(name) = ?4 AND id <= ?5)`;

const looked = (from: string, where: string, state: string): string =>
  `SELECT * FROM (SELECT lower(name) AS folded, id, kind, name, ${state} AS state FROM ${from}
    WHERE ${where} AND kind = 'live' AND on_air = 1 AND ${RANGE} ORDER BY lower(name), id LIMIT ?6)`;

const OF_ALL = looked("targets INDEXED BY targets_on_air", "?1 IS NULL", "state");

const OF_LIST = `${looked(`${LIST} targets INDEXED BY targets_list_name`, `${IS_SHORT} AND watchlist_id = ?1`, "state")}
  UNION ALL ${looked(`${LIST} targets INDEXED BY targets_on_air`, `NOT ${IS_SHORT}`, "iif(watchlist_id = ?1, state, NULL)")}`;

/** Some of those on air, in the order of their names, out of an index that has it. */
export async function onAirByName(db: D1Database, { watchlistId, after, until, most }: AiringLook): Promise<Looked> {
  const sql = watchlistId === null ? OF_ALL : OF_LIST;
  const { results } = await db
    .prepare(sql)
    .bind(watchlistId, ...(after ?? ["", ""]), ...(until ?? [null, null]), most)
    .all<Row>();
  const last = results.length < most ? undefined : results.at(-1);
  const key = last === undefined ? null : ([String(last["folded"]), String(last["id"])] satisfies NameKey);
  return { airing: results.filter(({ state }) => state !== null).map(airingOf), last: key };
}
