import type { LiveTarget } from "../status/status.ts";
import type { LiveQuery, LivePage } from "./live-looks.ts";
import { targets } from "../creators/resource/table.ts";
import { binding, listByList, ON_AIR_OR_PAUSED } from "../creators/list-order.ts";
import { columnNames, reader, type Row } from "../../db/row.ts";

const readTarget = reader(targets);

const OF_AIRING = [
  "id",
  "kind",
  "name",
  "state",
  "intervalSeconds",
  "consecutiveFaults",
  "lastOkAt",
  "unknownSince",
  "createdAt",
] as const;

/** The columns of targets that `airingOf` reads. */
export const AIRING_COLUMNS = columnNames(targets, OF_AIRING);

/** Reads a row with these columns. */
export const airingOf = (row: Row): LiveTarget => readTarget(row, ...OF_AIRING);

/**
 * A SELECT of `columns` of enabled live targets: of all (null), or of a watchlist. The list and `max` can be
 * placeholders.
 */
export const onAirOf = (columns: string, max: string, watchlistId: string | null): string =>
  `SELECT ${columns} FROM targets t INDEXED BY targets_on_air
    WHERE on_air = 1 AND enabled = 1${watchlistId === null ? "" : ` AND kind = 'live' AND watchlist_id = ${watchlistId}`} LIMIT ${max}`;

const listedOf = (row: Row) => ({ ...airingOf(row), watchlistId: String(row["list"]) });

/** Some of the live targets, ordered by list and name through an index. */
export async function onAirByName(
  db: D1Database,
  { watchlistId, after, until, most: max }: LiveQuery,
): Promise<LivePage> {
  const values: (string | number)[] = [max];
  const bind = binding(values);
  // Rows beyond the end are dropped. They are the only ones read in vain.
  const within =
    until === null ? "1" : `(t.watchlist_id, lower(t.name), t.id) <= (${until.map((part) => bind(part)).join(", ")})`;
  const columns = `${AIRING_COLUMNS.map((name) => `t.${name} AS ${name}`).join(", ")}, ${within} AS is_within`;
  const sql = listByList({ ...ON_AIR_OR_PAUSED, columns, watchlistId, after, most: "?1" }, bind);
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all<Row>();
  const last = results.length < max ? undefined : results.at(-1);
  const key = last === undefined ? null : ([String(last["list"]), String(last["folded"]), String(last["id"])] as const);
  return { airing: results.filter((row) => row["is_within"] === 1).map(listedOf), last: key };
}
