import { RESTING } from "../../engine/upstream/asked-service.ts";
import type { Row } from "../../db/row.ts";
import type { ListHead, ListKey } from "./creators.ts";
import type { OneReading } from "./target-reading.ts";

/** Number of watchlists offered, the oldest. */
const MAX_LISTS = 150;

/**
 * Watchlists with their names in order of creation, as a value of a statement. `own` is SQL for ids that are always
 * included: without its own list, a form would move the record to another.
 */
export const listsWith = (
  own: string,
  max = MAX_LISTS,
): string => `(SELECT json_group_array(json_array(id, name, timezone))
  FROM (SELECT * FROM (SELECT id, name, timezone FROM watchlists ORDER BY rowid LIMIT ${max})
    UNION ALL SELECT id, name, timezone FROM watchlists WHERE id IN (${own})))`;

/** Parses the value of `listsWith`. */
export function listsIn(text: string): OneReading["lists"] {
  const all = JSON.parse(text) as [string, string, string | null][];
  return [...new Map(all.map(([id, name, timezone]) => [id, { id, name, timezone }])).values()];
}

/** The same as a query of its own. */
export async function readLists(db: D1Database, own: string[]): Promise<ListHead["lists"]> {
  const statement = db.prepare(`SELECT ${listsWith("SELECT value FROM json_each(?1)")} AS lists`);
  const row = await statement.bind(JSON.stringify(own)).first<Row>();
  return listsIn(String(row!["lists"]));
}

const KIND = "targets|";

/** The latest snoozes, of which those of a page's targets are shown. */
const MAX_SNOOZES = 30;

/** One row with the context of a list of targets. ?1 is the watchlist of its filter, null for none. */
export const LIST_HEAD = `SELECT ${listsWith("?1")} AS lists,
  (SELECT json_group_object(name, n) FROM counts) AS counts,
  (SELECT json_group_object(t.id, t.kind) FROM (${RESTING}) d CROSS JOIN targets t ON t.id = d.value) AS resting,
  (SELECT json_group_array(json_array(target_id, watchlist_id, until))
    FROM (SELECT * FROM silences ORDER BY rowid DESC LIMIT ${MAX_SNOOZES}) WHERE type IS NULL OR type = 'live.*') AS snoozes`;

/** Reads the row of `LIST_HEAD`. */
export function listHeadOf(row: Row): ListHead {
  const counts = Object.entries(JSON.parse(String(row["counts"])) as Record<string, number>);
  const kinds = counts.filter(([name]) => name.startsWith(KIND)).map(([name, n]) => [name.slice(KIND.length), n]);
  const resting = new Map(Object.entries(JSON.parse(String(row["resting"])) as Record<string, string>));
  const checked = Object.fromEntries(kinds) as Record<string, number>;
  for (const kind of resting.values()) if (checked[kind] !== undefined) checked[kind] -= 1;
  const snoozes = (JSON.parse(String(row["snoozes"])) as [string | null, string | null, number][]).map(
    ([targetId, watchlistId, until]) => ({ targetId, watchlistId, until }),
  );
  return { lists: listsIn(String(row["lists"])), counts: checked, resting, snoozes };
}

/** Adds a value to a statement and returns its placeholder, such as `?3`. */
export type Bind = (value: string | number) => string;

/** Returns a function that appends to these values. */
export const binding =
  (values: (string | number | null)[]): Bind =>
  (value) =>
    `?${values.push(value)}`;

/** The condition for names after this one. Row-value comparisons cannot use an index on an expression. */
export function afterName(name: string, id: string, bind: Bind): string {
  const [from, last] = [bind(name), bind(id)];
  return `lower(t.name) >= ${from} AND (lower(t.name) > ${from} OR t.id > ${last})`;
}

/** Creators that an index has ordered by list and name. */
interface Ordered {
  index: "targets_on_air" | "targets_faulty" | "targets_paused";
  /** Mutually exclusive conditions. Each fixes the leading columns of the index. */
  each: string[];
}

export const ON_AIR: Ordered = { index: "targets_on_air", each: ["t.on_air = 1 AND t.enabled = 1"] };

/** A target that was paused while live has not been reported as ended. */
export const ON_AIR_OR_PAUSED: Ordered = { ...ON_AIR, each: [...ON_AIR.each, "t.on_air = 1 AND t.enabled = 0"] };

const faulty = (onAir: number) => `t.consecutive_faults > 0 AND t.enabled = 1 AND t.on_air = ${onAir}`;

export const FAULTY: Ordered = { index: "targets_faulty", each: [faulty(0), faulty(1)] };

export const FAULTY_OFF_AIR: Ordered = { ...FAULTY, each: [faulty(0)] };

export const PAUSED: Ordered = { index: "targets_paused", each: ["t.enabled = 0"] };

/** A condition that is true for each of them, for targets as `t`. */
export const conditionOf = ({ each }: Ordered): string => each.map((one) => `(${one})`).join(" OR ");

interface ListQuery extends Ordered {
  /** Of creators as `t`, besides `list`, `folded` and `id`. */
  columns: string;
  /** Null for all lists. */
  watchlistId: string | null;
  after: ListKey | null;
  /** SQL. */
  most: string;
}

/**
 * A SELECT of creators by list and name that reads no more rows than it returns: each condition is a range of the
 * index, and SQLite merges them. The order holds for the SELECT alone and for a UNION ALL of several.
 */
export function listByList({ columns, index, each, watchlistId, after, most: max }: ListQuery, bind: Bind): string {
  const all = `list, folded, id`;
  const parts = each.flatMap((one) =>
    rangesOf(watchlistId, after, bind).map(
      (range) => `SELECT t.watchlist_id AS list, lower(t.name) AS folded, ${columns} FROM targets t INDEXED BY ${index}
        WHERE t.kind = 'live' AND ${one} AND ${range}`,
    ),
  );
  return `SELECT * FROM (${parts.join(" UNION ALL ")} ORDER BY ${all} LIMIT ${max})`;
}

/** Ranges of the index: the rest of the list where the last page ended, then all later lists. */
function rangesOf(watchlistId: string | null, after: ListKey | null, bind: Bind): string[] {
  if (watchlistId !== null) {
    const of = `t.watchlist_id = ${bind(watchlistId)}`;
    return [after === null ? of : `${of} AND ${afterName(after[1], after[2], bind)}`];
  }
  if (after === null) return ["true"];
  const list = bind(after[0]);
  return [`t.watchlist_id = ${list} AND ${afterName(after[1], after[2], bind)}`, `t.watchlist_id > ${list}`];
}
