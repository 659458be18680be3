import { near, within } from "../../flows/browse/within.ts";
import type { CreatorFilter, CreatorKey, Creators } from "../../flows/browse/creators.ts";
import { listed, type Listed, type Page } from "../../flows/browse/page.ts";
import type { Target } from "../../resources/targets/form.ts";
import { target } from "../../resources/targets/target.ts";
import { creatorPage } from "./creator-pages.ts";
import { recordOf, selectOf } from "./record.ts";
import { idRows } from "./id-rows.ts";
import { LIST_HEAD, listHeadOf } from "./list-head.ts";
import { binding } from "./list-order.ts";
import type { Row } from "./row.ts";

/** Who is shown, of targets as `t`. */
const SHOWS: Record<CreatorFilter["show"], string> = {
  all: "true",
  "on-air": "t.on_air = 1 AND t.enabled = 1",
  trouble: "t.consecutive_faults > 0 AND t.enabled = 1",
  paused: "t.enabled = 0",
};

/** Of one name there are rarely more: what else begins so is found with more of its letters. */
const MOST_CALLED = 200;

/** Who has a handle is looked up by id in so many lists, the oldest. */
const MOST_LISTS = 400;

/** What a live target is called at the service, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** What sorts after every text that begins so. */
const LAST = "char(1114111)";

const COLUMNS = `0 AS g, 0 AS is_end, t.watchlist_id AS list, lower(t.name) AS folded, ${selectOf(target, false)}`;

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

const readTarget = recordOf<Target>(target);

/** Targets of the kind "live" by name in D1: each page reads little more rows than it shows. */
export const creatorStore = (db: D1Database) => ({
  async creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators> {
    const head = db.prepare(LIST_HEAD).bind(filter.watchlistId);
    if (filter.search === "") {
      const { few, rows } = creatorPage(db, filter, page);
      const [first, known] = await db.batch<Row>([head, few ?? rows(null)!]);
      const found = few === null ? known : await rows(known!.results[0]!)?.all<Row>();
      return { ...listOf(found?.results ?? [], page.limit), head: listHeadOf(first!.results[0]!), near: [] };
    }
    const most = filter.show === "all" && filter.watchlistId === null ? page.limit + 1 : MOST_WITHIN;
    const [first, named] = await db.batch<Row>([head, db.prepare(NAMED).bind(foldedBySql(filter.search), most)]);
    const [beginning, ...others] = named!.results;
    const pages = others.map((row) => String(row["names"]));
    const begin = JSON.parse(String(beginning!["ids"])) as string[];
    const ids = begin.length < most ? within(pages, filter.search, most) : begin;
    const { results } = await searched(db, filter, ids, page.limit + 1).all<Row>();
    return {
      ...listOf(inOrderOf(ids, results), page.limit),
      head: listHeadOf(first!.results[0]!),
      near: results.length + ids.length === 0 ? near(pages, filter.search, MOST_NEAR) : [],
    };
  },
});

/** A text as SQL folds names, of which it knows a to z alone; null where it has other letters: they are looked for in all names. */
const foldedBySql = (text: string): string | null => (/^[ -~]*$/.test(text) ? text.toLowerCase() : null);

const keyOf = (row: Row): CreatorKey => [
  Number(row["g"]),
  String(row["folded"]),
  String(row["id"]),
  String(row["list"]),
];

/** A page of rows, of which the last may be the end of what was looked through. */
function listOf(rows: Row[], limit: number): Listed<Target, CreatorKey> {
  const end = rows.find((row) => row["is_end"] === 1);
  const page = listed(
    rows.filter((row) => row !== end),
    limit,
    readTarget,
    keyOf,
  );
  return end === undefined || page.next !== null ? page : { ...page, next: keyOf(end) };
}

/** Those of these ids in their order, then those who are called so at the service by name: `most` of those whom the filter leaves. */
function searched(db: D1Database, filter: CreatorFilter, ids: string[], most: number): D1PreparedStatement {
  const values: (string | number)[] = [most];
  const bind = binding(values);
  const ofList = filter.watchlistId === null ? "true" : `t.watchlist_id = ${bind(filter.watchlistId)}`;
  const called = calledSo(filter.search, bind);
  const of = (some: string) =>
    `SELECT * FROM (SELECT ${COLUMNS} FROM ${some} i CROSS JOIN targets t ON t.id = i.id WHERE ${ofList} AND ${SHOWS[filter.show]}`;
  const byName = `${of("w")} LIMIT ?1)`;
  const also = `${of(`(${called})`)} AND t.id NOT IN (SELECT id FROM w WHERE id IS NOT NULL) ${IN_ORDER} LIMIT ?1)`;
  const sql = `WITH w (id) AS MATERIALIZED (${idRows(ids)})
    SELECT * FROM (${called === null ? byName : `${byName} UNION ALL ${also}`}) LIMIT ?1`;
  return db.prepare(sql).bind(...values);
}

/** A statement for the ids of those whose handle or id begins so, null for none: a live target's identity is `[userId, roomId, handle]`. */
function calledSo(search: string, bind: (value: string) => string): string | null {
  const handle = search.replace(/^@/, "").toLowerCase();
  if (!/^[a-z0-9._-]+$/.test(handle)) return null;
  const named = (beginning: string) => {
    const from = bind(beginning);
    return `SELECT * FROM (SELECT id FROM targets INDEXED BY targets_called WHERE kind = 'live'
      AND ${CALLED} >= ${from} AND ${CALLED} < ${from} || ${LAST} LIMIT ${MOST_CALLED})`;
  };
  const byHandle = named(`[null,null,"${handle}`);
  if (!/^\d+$/.test(handle)) return byHandle;
  // Who has a handle stands under it: the whole id is looked up in each list.
  const whole = `SELECT t.id FROM (SELECT id FROM watchlists ORDER BY rowid LIMIT ${MOST_LISTS}) w CROSS JOIN targets t
    ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = ${bind(JSON.stringify([handle, null, null]))}`;
  return [byHandle, named(`["${handle}`), whole].join(" UNION ");
}

/** What several ways have found, once each: those found by name in their order, then the others by name. */
function inOrderOf(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [String(row["id"]), row]));
  const place = new Map(ids.map((id, place) => [id, place]));
  const key = (row: Row): number => place.get(String(row["id"])) ?? ids.length;
  return [...byId.values()].sort((a, b) => key(a) - key(b) || (String(a["folded"]) < String(b["folded"]) ? -1 : 1));
}
