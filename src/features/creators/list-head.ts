import type { ListHead } from "./creators.ts";
import type { Row } from "../../db/row.ts";

/** Number of watchlists offered, the oldest. */
const MAX_LISTS = 150;

/**
 * Watchlists with their names in order of creation, as a value of a statement. `own` is SQL for ids that are always
 * included: without its own list, a form would move the record to another.
 */
export const listsWith = (own: string, max = MAX_LISTS): string => `(SELECT json_group_array(json_array(id, name))
  FROM (SELECT * FROM (SELECT id, name FROM watchlists ORDER BY rowid LIMIT ${max})
    UNION ALL SELECT id, name FROM watchlists WHERE id IN (${own})))`;

/** Parses the value of `listsWith`. */
export const listsIn = (text: string): ListHead["lists"] =>
  [...new Map(JSON.parse(text) as [string, string][])].map(([id, name]) => ({ id, name }));

/** The same as a query of its own. */
export async function readLists(db: D1Database, own: string[]): Promise<ListHead["lists"]> {
  const statement = db.prepare(`SELECT ${listsWith("SELECT value FROM json_each(?1)")} AS lists`);
  const row = await statement.bind(JSON.stringify(own)).first<Row>();
  return listsIn(String(row!["lists"]));
}

const KIND = "targets|";

/** One row with the context of a list of targets. ?1 is the watchlist of its filter, null for none. */
export const LIST_HEAD = `SELECT ${listsWith("?1")} AS lists,
  (SELECT json_group_object(name, n) FROM counts) AS counts`;

/** Reads the row of `LIST_HEAD`. */
export function listHeadOf(row: Row): ListHead {
  const counts = Object.entries(JSON.parse(String(row["counts"])) as Record<string, number>);
  const kinds = counts.filter(([name]) => name.startsWith(KIND)).map(([name, n]) => [name.slice(KIND.length), n]);
  return {
    lists: listsIn(String(row["lists"])),
    counts: Object.fromEntries(kinds) as Record<string, number>,
  };
}
