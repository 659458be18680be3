import type { ListHead } from "../../flows/browse/creators.ts";
import { ON_AIR_COUNT } from "./now-store.ts";
import type { Row } from "./row.ts";
import { PULSE, pulseOf } from "./self-store.ts";

const MOST_LISTS = 200;

/** The watchlists with their names, as a value of a statement. */
export const LISTS = `(SELECT json_group_array(json_array(id, name))
  FROM (SELECT * FROM watchlists ORDER BY created_at, id LIMIT ${MOST_LISTS}))`;

/** Reads them. */
export const listsIn = (text: string): ListHead["lists"] =>
  (JSON.parse(text) as [string, string][]).map(([id, name]) => ({ id, name }));

const KIND = "targets|";

/** One row with all that stands beside a list of targets. */
export const LIST_HEAD = `SELECT ${PULSE}, ${ON_AIR_COUNT} AS on_air, ${LISTS} AS lists,
    (SELECT json_group_object(name, n) FROM counts) AS counts
  FROM ticker k JOIN tally y ON y.id = 1 WHERE k.id = 1`;

/** Reads it. */
export function listHeadOf(row: Row, given: boolean): ListHead {
  const counts = Object.entries(JSON.parse(String(row["counts"])) as Record<string, number>);
  const kinds = counts.filter(([name]) => name.startsWith(KIND)).map(([name, n]) => [name.slice(KIND.length), n]);
  return {
    pulse: pulseOf(row, given),
    onAir: Number(row["on_air"]),
    lists: listsIn(String(row["lists"])),
    counts: Object.fromEntries(kinds) as Record<string, number>,
  };
}
