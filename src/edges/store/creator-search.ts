import { near, within } from "../../flows/browse/within.ts";
import type { CreatorFilter, Creators } from "../../flows/browse/creators.ts";
import { target } from "../../resources/targets/target.ts";
import { idRows } from "./id-rows.ts";
import { binding, conditionOf, FAULTY, ON_AIR, PAUSED } from "./list-order.ts";
import { selectOf } from "./record.ts";
import type { Row } from "./row.ts";

/** Who is shown, of targets as `t`. */
const SHOWS: Record<CreatorFilter["show"], string> = {
  all: "true",
  "on-air": conditionOf(ON_AIR),
  trouble: conditionOf(FAULTY),
  paused: conditionOf(PAUSED),
};

/** Of one name there are rarely more: what else begins so is found with more of its letters. */
const MAX_CALLED = 100;

/** Who has a handle is looked up by id in so many lists, the oldest. */
const MAX_LISTS = 400;

/** What a live target is called at the service, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** What sorts after every text that begins so. */
const LAST = "char(1114111)";

const COLUMNS = `0 AS g, 0 AS is_end, t.watchlist_id AS list, lower(t.name) AS folded, ${selectOf(target, false)}`;

/**
 * The ids of those whose names begin with a text, by name, in one value of a statement: who begins so is found before all others, so
 * where there are enough of them nobody looks through all names.
 */
const BEGINNING = `(SELECT json_group_array(id) FROM (SELECT id FROM targets t INDEXED BY targets_name
  WHERE t.kind = 'live' AND lower(t.name) >= ?1 AND lower(t.name) < ?1 || ${LAST} ORDER BY lower(t.name), t.id LIMIT ?2))`;

/** Names to look through, none where enough are found without, and who begins so. */
const NAMED = `WITH b AS MATERIALIZED (SELECT ${BEGINNING} AS ids)
  SELECT ids, NULL AS names FROM b
  UNION ALL SELECT NULL, names FROM b CROSS JOIN name_pages WHERE page < '~' AND json_array_length(ids) < ?2`;

/** More who hold what was looked for are not looked up, where not all of them are shown: more of its letters say which. */
const MAX_WITHIN = 120;
const MAX_NEAR = 3;

/** As many who may be meant are looked at for those whom a filter leaves. */
const MAX_MEANT = 220;

/** What a search has found. */
interface FoundBySearch extends Pick<Creators, "near"> {
  /** At most as many as were asked for. */
  rows: Row[];
  /** True where not all who are called so were looked at, so that there may be more. */
  cut: boolean;
}

const isNarrowed = ({ show, watchlistId }: CreatorFilter): boolean => show !== "all" || watchlistId !== null;

const lookedAt = (filter: CreatorFilter, max: number): number => (isNarrowed(filter) ? MAX_WITHIN : max);

/** The names to look through, and who is called so at the service. */
export function lookedUp(db: D1Database, filter: CreatorFilter, max: number): D1PreparedStatement[] {
  const names = db.prepare(NAMED).bind(foldedBySql(filter.search), lookedAt(filter, max));
  const handle = handleIn(filter.search);
  if (handle === null) return [names];
  const begin = (place: number) => `(SELECT json_group_array(json_array(lower(name), id)) FROM (
    SELECT t.name, t.id FROM targets t INDEXED BY targets_called WHERE t.kind = 'live'
      AND ${CALLED} >= ?${place} AND ${CALLED} < ?${place} || ${LAST} LIMIT ${MAX_CALLED}))`;
  // A live target's identity is `[userId, roomId, handle]`.
  const beginnings = [`[null,null,"${handle}`, ...(isNumber(handle) ? [`["${handle}`] : [])];
  const byBeginning = beginnings.map((_, place) => `SELECT ${begin(place + 1)} AS called`).join(" UNION ALL ");
  return [names, db.prepare(byBeginning).bind(...beginnings)];
}

/** What a handle or an id may begin with; null where neither does. */
function handleIn(search: string): string | null {
  const handle = search.replace(/^@/, "").toLowerCase();
  return /^[a-z0-9._-]+$/.test(handle) ? handle : null;
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/**
 * Who is called so, by what was looked up: those whose names hold it, who begin with it first, then those whose handle or id begins so,
 * by name.
 */
export async function searchCreators(
  db: D1Database,
  filter: CreatorFilter,
  max: number,
  names: Row[],
  byBeginning: Row[],
): Promise<FoundBySearch> {
  const looked = lookedAt(filter, max);
  const [beginning, ...others] = names;
  const pages = others.map((row) => String(row["names"]));
  const begin = JSON.parse(String(beginning!["ids"])) as string[];
  const named = begin.length < looked ? within(pages, filter.search, looked) : begin;
  const calls = byBeginning.map((row) => JSON.parse(String(row["called"])) as [name: string, id: string][]);
  const byName = calls.flat().sort(([a], [b]) => (a < b ? -1 : 1));
  const ids = [...new Set([...named, ...byName.map(([, id]) => id)])];
  const { results } = await meant(db, filter, ids.slice(0, MAX_MEANT), max).all<Row>();
  const isFull = ids.length > MAX_MEANT || named.length === looked || calls.some((all) => all.length === MAX_CALLED);
  return {
    rows: results,
    cut: isFull,
    near: results.length + ids.length === 0 ? near(pages, filter.search, MAX_NEAR) : [],
  };
}

/** A text as SQL folds names, of which it knows a to z alone; null where it has other letters: they are looked for in all names. */
const foldedBySql = (text: string): string | null => (/^[ -~]*$/.test(text) ? text.toLowerCase() : null);

/** Those of these ids whom the filter leaves, in their order, `most` at the most. */
function meant(db: D1Database, filter: CreatorFilter, ids: string[], max: number): D1PreparedStatement {
  const values: (string | number)[] = [max];
  const bind = binding(values);
  const { watchlistId } = filter;
  const ofList = watchlistId === null ? "true" : `t.watchlist_id = ${bind(watchlistId)}`;
  const fits = `${ofList} AND (${SHOWS[filter.show]})`;
  const parts = [`SELECT ${COLUMNS} FROM w CROSS JOIN targets t ON t.id = w.id WHERE ${fits}`];
  const handle = handleIn(filter.search);
  if (handle !== null && isNumber(handle) && ids.length < max) {
    // Who has a handle stands under it: the whole id is looked up in each list, where few others are meant.
    const lists =
      watchlistId === null
        ? `SELECT id FROM watchlists ORDER BY rowid LIMIT ${MAX_LISTS}`
        : `SELECT ${bind(watchlistId)} AS id`;
    parts.push(`SELECT ${COLUMNS} FROM (${lists}) l CROSS JOIN targets t ON t.watchlist_id = l.id AND t.kind = 'live'
      AND t.identity = ${bind(JSON.stringify([handle, null, null]))} WHERE ${fits} AND t.id NOT IN (SELECT id FROM w WHERE id IS NOT NULL)`);
  }
  return db.prepare(`WITH w (id) AS (${idRows(ids)}) ${parts.join(" UNION ALL ")} LIMIT ?1`).bind(...values);
}
