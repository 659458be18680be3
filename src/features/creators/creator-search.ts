import { near, within } from "../../core/find-names.ts";
import type { CreatorFilter, Creators } from "./creators.ts";
import { target } from "./resource/target.ts";
import { binding, conditionOf, FAULTY, ON_AIR, PAUSED } from "./list-order.ts";
import { selectOf } from "../../db/record.ts";
import { idRows, type Row } from "../../db/row.ts";

/** Conditions of the filters, for targets as `t`. */
const SHOWS: Record<CreatorFilter["show"], string> = {
  all: "true",
  "on-air": conditionOf(ON_AIR),
  trouble: conditionOf(FAULTY),
  paused: conditionOf(PAUSED),
};

/** Limit on handles or ids with the same beginning. More letters find the others. */
const MAX_CALLED = 100;

/** A numeric id is looked up in this many watchlists, the oldest ones. */
const MAX_LISTS = 400;

/** The handle or id of a live target, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** Sorts after every text with the same beginning. */
const LAST = "char(1114111)";

const COLUMNS = `0 AS g, 0 AS is_end, t.watchlist_id AS list, lower(t.name) AS folded, ${selectOf(target, false)}`;

/**
 * The ids of creators whose names begin with a text, in one value. They rank before all others, so if there are enough,
 * the remaining names need not be searched.
 */
const BEGINNING = `(SELECT json_group_array(id) FROM (SELECT id FROM targets t INDEXED BY targets_name
  WHERE t.kind = 'live' AND lower(t.name) >= ?1 AND lower(t.name) < ?1 || ${LAST} ORDER BY lower(t.name), t.id LIMIT ?2))`;

/** Names that begin with the text, and the pages of names to search if those are too few. */
const NAMED = `WITH b AS MATERIALIZED (SELECT ${BEGINNING} AS ids)
  SELECT ids, NULL AS names FROM b
  UNION ALL SELECT NULL, names FROM b CROSS JOIN name_pages WHERE page < '~' AND json_array_length(ids) < ?2`;

/** Limit on matches that are looked up if a filter hides some of them. More letters narrow them down. */
const MAX_WITHIN = 120;
const MAX_NEAR = 3;

/** Limit on candidates to which a filter is applied. */
const MAX_MEANT = 220;

/** The result of a search. */
interface FoundBySearch extends Pick<Creators, "near"> {
  /** At most the requested number. */
  rows: Row[];
  /** True if not all matches were looked at, so there may be more. */
  cut: boolean;
}

const isNarrowed = ({ show, watchlistId }: CreatorFilter): boolean => show !== "all" || watchlistId !== null;

const lookedAt = (filter: CreatorFilter, max: number): number => (isNarrowed(filter) ? MAX_WITHIN : max);

/** Reads the names to search, and the creators whose handle or id begins with the text. */
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

/** The text as a possible beginning of a handle or id; null if it cannot be one. */
function handleIn(search: string): string | null {
  const handle = search.replace(/^@/, "").toLowerCase();
  return /^[a-z0-9._-]+$/.test(handle) ? handle : null;
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/**
 * Finds creators in what was looked up. Names that begin with the text come first, then names that contain it, then
 * handles and ids that begin with it, by name.
 */
export async function searchCreators(
  db: D1Database,
  filter: CreatorFilter,
  max: number,
  names: Row[],
  byBeginning: Row[],
): Promise<FoundBySearch> {
  const candidateLimit = lookedAt(filter, max);
  const [beginning, ...rest] = names;
  const pages = rest.map((row) => String(row["names"]));
  const begin = JSON.parse(String(beginning!["ids"])) as string[];
  const named = begin.length < candidateLimit ? within(pages, filter.search, candidateLimit) : begin;
  const calls = byBeginning.map((row) => JSON.parse(String(row["called"])) as [name: string, id: string][]);
  const byName = calls.flat().sort(([a], [b]) => (a < b ? -1 : 1));
  const ids = [...new Set([...named, ...byName.map(([, id]) => id)])];
  const { results } = await meant(db, filter, ids.slice(0, MAX_MEANT), max).all<Row>();
  const isFull =
    ids.length > MAX_MEANT || named.length === candidateLimit || calls.some((all) => all.length === MAX_CALLED);
  return {
    rows: results,
    cut: isFull,
    near: results.length + ids.length === 0 ? near(pages, filter.search, MAX_NEAR) : [],
  };
}

/**
 * Folds a text as SQLite folds names, which is a to z only; null if the text has other letters. Those are searched in
 * all names.
 */
const foldedBySql = (text: string): string | null => (/^[ -~]*$/.test(text) ? text.toLowerCase() : null);

/** The creators with these ids that pass the filter, in the given order, at most `max`. */
function meant(db: D1Database, filter: CreatorFilter, ids: string[], max: number): D1PreparedStatement {
  const values: (string | number)[] = [max];
  const bind = binding(values);
  const { watchlistId } = filter;
  const ofList = watchlistId === null ? "true" : `t.watchlist_id = ${bind(watchlistId)}`;
  const fits = `${ofList} AND (${SHOWS[filter.show]})`;
  const parts = [`SELECT ${COLUMNS} FROM w CROSS JOIN targets t ON t.id = w.id WHERE ${fits}`];
  const handle = handleIn(filter.search);
  if (handle !== null && isNumber(handle) && ids.length < max) {
    // A creator with a handle is indexed by it. If few match, the full id is therefore looked up in each list.
    const lists =
      watchlistId === null
        ? `SELECT id FROM watchlists ORDER BY rowid LIMIT ${MAX_LISTS}`
        : `SELECT ${bind(watchlistId)} AS id`;
    parts.push(`SELECT ${COLUMNS} FROM (${lists}) l CROSS JOIN targets t ON t.watchlist_id = l.id AND t.kind = 'live'
      AND t.identity = ${bind(JSON.stringify([handle, null, null]))} WHERE ${fits} AND t.id NOT IN (SELECT id FROM w WHERE id IS NOT NULL)`);
  }
  return db.prepare(`WITH w (id) AS (${idRows(ids)}) ${parts.join(" UNION ALL ")} LIMIT ?1`).bind(...values);
}
