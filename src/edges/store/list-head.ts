import type { ListHead } from "../../flows/browse/creators.ts";
import type { Row } from "./row.ts";

/** As many watchlists are there to choose from, the oldest. */
const MAX_LISTS = 150;

/**
 * Watchlists with their names, as a value of a statement, in the order in which they were made; `own` is SQL for the ids of those
 * that are among them in any case: a form that did not know its own list would move what it shows to another.
 */
export const listsWith = (own: string, max = MAX_LISTS): string => `(SELECT json_group_array(json_array(id, name))
  FROM (SELECT * FROM (SELECT id, name FROM watchlists ORDER BY rowid LIMIT ${max})
    UNION ALL SELECT id, name FROM watchlists WHERE id IN (${own})))`;

/** Reads them. */
export const listsIn = (text: string): ListHead["lists"] =>
  [...new Map(JSON.parse(text) as [string, string][])].map(([id, name]) => ({ id, name }));

/** The same by themselves. */
export async function readLists(db: D1Database, own: string[]): Promise<ListHead["lists"]> {
  const statement = db.prepare(`SELECT ${listsWith("SELECT value FROM json_each(?1)")} AS lists`);
  const row = await statement.bind(JSON.stringify(own)).first<Row>();
  return listsIn(String(row!["lists"]));
}

const KIND = "targets|";

/** One row with all that stands beside a list of targets; ?1 is the watchlist that it is narrowed to, null for none. */
export const LIST_HEAD = `SELECT ${listsWith("?1")} AS lists,
  (SELECT json_group_object(name, n) FROM counts) AS counts`;

/** Reads it. */
export function listHeadOf(row: Row): ListHead {
  const counts = Object.entries(JSON.parse(String(row["counts"])) as Record<string, number>);
  const kinds = counts.filter(([name]) => name.startsWith(KIND)).map(([name, n]) => [name.slice(KIND.length), n]);
  return {
    lists: listsIn(String(row["lists"])),
    counts: Object.fromEntries(kinds) as Record<string, number>,
  };
}
