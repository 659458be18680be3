import { near, within } from "../../flows/browse/within.ts";
import type { CreatorFilter, Creators } from "../../flows/browse/creators.ts";
import { target } from "../../resources/targets/target.ts";
import { idRows } from "./id-rows.ts";
import { binding, type Bind } from "./list-order.ts";
import { selectOf } from "./record.ts";
import type { Row } from "./row.ts";

/** Who is shown, of targets as `t`. */
const SHOWS: Record<CreatorFilter["show"], string> = {
  all: "true",
  "on-air": "t.on_air = 1 AND t.enabled = 1",
  trouble: "t.consecutive_faults > 0 AND t.enabled = 1",
  paused: "t.enabled = 0",
};

/** Of one name there are rarely more: what else begins so is found with more of its letters. */
const MOST_CALLED = 100;

/** Who has a handle is looked up by id in so many lists, the oldest. */
const MOST_LISTS = 400;

/** What a live target is called at the service, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** What sorts after every text that begins so. */
const LAST = "char(1114111)";

const columnsOf = (isEnd: number): string =>
  `0 AS g, ${isEnd} AS is_end, t.watchlist_id AS list, lower(t.name) AS folded, ${selectOf(target, false)}`;

const IN_ORDER = "ORDER BY lower(t.name), t.id";

/**
 * The ids of those whose names begin with a text, by name, in one value of a statement: who begins so is found before all others, so
 * where there are enough of them nobody looks through all names.
 */
const BEGINNING = `(SELECT json_group_array(id) FROM (SELECT id FROM targets t INDEXED BY targets_name
  WHERE t.kind = 'live' AND lower(t.name) >= ?1 AND lower(t.name) < ?1 || ${LAST} ${IN_ORDER} LIMIT ?2))`;

/** Names to look through, none where enough are found without, and who begins so. */
const NAMED = `WITH b AS MATERIALIZED (SELECT ${BEGINNING} AS ids)
  SELECT ids, NULL AS names FROM b
  UNION ALL SELECT NULL, names FROM b CROSS JOIN name_pages WHERE page < '~' AND json_array_length(ids) < ?2`;

/** More who hold what was looked for are not looked up, where not all of them are shown: more of its letters say which. */
const MOST_WITHIN = 150;
const MOST_NEAR = 3;

/** What a search has found. */
interface FoundBySearch extends Pick<Creators, "near"> {
  /** At most as many as were asked for. */
  rows: Row[];
  /** True where not all who are called so were looked at, so that there may be more. */
  cut: boolean;
}

/** The names to look through. */
export const namesFor = (db: D1Database, filter: CreatorFilter, most: number): D1PreparedStatement =>
  db.prepare(NAMED).bind(foldedBySql(filter.search), lookedAt(filter, most));

const isNarrowed = ({ show, watchlistId }: CreatorFilter): boolean => show !== "all" || watchlistId !== null;

const lookedAt = (filter: CreatorFilter, most: number): number => (isNarrowed(filter) ? MOST_WITHIN : most);

/** Who is called so: by name, whose names begin so first, then those who are called so at the service. */
export async function searchCreators(
  db: D1Database,
  filter: CreatorFilter,
  most: number,
  [beginning, ...others]: Row[],
): Promise<FoundBySearch> {
  const looked = lookedAt(filter, most);
  const pages = others.map((row) => String(row["names"]));
  const begin = JSON.parse(String(beginning!["ids"])) as string[];
  const ids = begin.length < looked ? within(pages, filter.search, looked) : begin;
  const { results } = await searched(db, filter, ids, most).all<Row>();
  const rows = results.filter((row) => row["is_end"] === 0);
  return {
    rows: inOrderOf(ids, rows),
    cut: ids.length === looked || rows.length < results.length,
    near: results.length + ids.length === 0 ? near(pages, filter.search, MOST_NEAR) : [],
  };
}

/** A text as SQL folds names, of which it knows a to z alone; null where it has other letters: they are looked for in all names. */
const foldedBySql = (text: string): string | null => (/^[ -~]*$/.test(text) ? text.toLowerCase() : null);

/**
 * Those of these ids in their order, then those who are called so at the service by name: `most` of those whom the filter leaves. Where
 * it leaves out some of as many as are looked at, the last is an end.
 */
function searched(db: D1Database, filter: CreatorFilter, ids: string[], most: number): D1PreparedStatement {
  const values: (string | number)[] = [most];
  const bind = binding(values);
  const ofList = filter.watchlistId === null ? "true" : `t.watchlist_id = ${bind(filter.watchlistId)}`;
  const { called, ends } = calledSo(filter, bind);
  const of = (some: string) =>
    `SELECT * FROM (SELECT ${columnsOf(0)} FROM ${some} i CROSS JOIN targets t ON t.id = i.id WHERE ${ofList} AND ${SHOWS[filter.show]}`;
  const byName = `${of("w")} LIMIT ?1)`;
  const also =
    called.length === 0
      ? []
      : `${of(`(${called.join(" UNION ")})`)} AND t.id NOT IN (SELECT id FROM w WHERE id IS NOT NULL) ${IN_ORDER} LIMIT ?1)`;
  const sql = `WITH w (id) AS MATERIALIZED (${idRows(ids)})
    SELECT * FROM (${[byName].concat(also, isNarrowed(filter) ? ends : []).join(" UNION ALL ")}) LIMIT ?1`;
  return db.prepare(sql).bind(...values);
}

/**
 * Statements for the ids of those whose handle or id begins so, and for the last of as many as are looked at: a live target's identity is
 * `[userId, roomId, handle]`.
 */
function calledSo({ search, watchlistId }: CreatorFilter, bind: Bind): { called: string[]; ends: string[] } {
  const handle = search.replace(/^@/, "").toLowerCase();
  if (!/^[a-z0-9._-]+$/.test(handle)) return { called: [], ends: [] };
  const isNumber = /^\d+$/.test(handle);
  const all = [`[null,null,"${handle}`, ...(isNumber ? [`["${handle}`] : [])].map((beginning) => {
    const from = bind(beginning);
    return `FROM targets t INDEXED BY targets_called WHERE t.kind = 'live' AND ${CALLED} >= ${from} AND ${CALLED} < ${from} || ${LAST}`;
  });
  const called = all.map((some) => `SELECT * FROM (SELECT t.id ${some} LIMIT ${MOST_CALLED})`);
  const ends = all.map((some) => `SELECT * FROM (SELECT ${columnsOf(1)} ${some} LIMIT 1 OFFSET ${MOST_CALLED - 1})`);
  if (!isNumber) return { called, ends };
  // Who has a handle stands under it: the whole id is looked up in each list.
  const lists =
    watchlistId === null
      ? `SELECT id FROM watchlists ORDER BY rowid LIMIT ${MOST_LISTS}`
      : `SELECT ${bind(watchlistId)} AS id`;
  const whole = `SELECT t.id FROM (${lists}) w CROSS JOIN targets t
    ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = ${bind(JSON.stringify([handle, null, null]))}`;
  return { called: [...called, whole], ends };
}

/** What several ways have found, once each: those found by name in their order, then the others by name. */
function inOrderOf(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [String(row["id"]), row]));
  const place = new Map(ids.map((id, place) => [id, place]));
  const key = (row: Row): number => place.get(String(row["id"])) ?? ids.length;
  return [...byId.values()].sort((a, b) => key(a) - key(b) || (String(a["folded"]) < String(b["folded"]) ? -1 : 1));
}
