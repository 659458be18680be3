import { near, within } from "../../flows/browse/within.ts";
import type { CreatorFilter, CreatorKey, Creators } from "../../flows/browse/creators.ts";
import { listed, type Page } from "../../flows/browse/page.ts";
import type { Target } from "../../resources/targets/form.ts";
import { target } from "../../resources/targets/target.ts";
import { recordOf, selectOf } from "./record.ts";
import { idRows } from "./id-rows.ts";
import { LIST_HEAD, listHeadOf } from "./list-head.ts";
import type { Row } from "./row.ts";

/** A piece of the list that one index has in its order. */
interface Piece {
  group: number;
  index: string;
  where: string;
}

const AIRING = "(t.on_air = 1 AND t.enabled = 1)";
const FAILING = "(t.consecutive_faults > 0 AND t.enabled = 1)";

const piece = (index: string, where: string, group = 0): Piece => ({ group, index, where });

/** What is asked for as pieces that follow each other; those of one list, where that is all that narrows them. */
function piecesOf({ show, sort, watchlistId }: CreatorFilter): Piece[] {
  const all = watchlistId === null ? "targets_name" : "targets_list_name";
  if (show === "on-air") return [piece("targets_on_air", "t.on_air = 1 AND t.enabled = 1")];
  if (show === "trouble") return [piece("targets_faulty", "t.consecutive_faults > 0 AND t.enabled = 1")];
  if (show === "paused") return [piece("targets_paused", "t.enabled = 0")];
  if (sort === "name") return [piece(all, "true")];
  return [
    piece("targets_on_air", "t.on_air = 1 AND t.enabled = 1", 0),
    piece("targets_faulty", `t.consecutive_faults > 0 AND t.enabled = 1 AND NOT ${AIRING}`, 1),
    piece(all, `NOT ${AIRING} AND NOT ${FAILING}`, 2),
  ];
}

/** Of one name there are rarely more: what else begins so is found with more of its letters. */
const MOST_CALLED = 200;

/** Who has a handle is looked up by id in so many lists, the oldest. */
const MOST_LISTS = 400;

/** What a live target is called at the service, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** What sorts after every text that begins so. */
const LAST = "char(1114111)";

const columnsOf = (group: number): string => `${group} AS g, lower(t.name) AS folded, ${selectOf(target, false)}`;

const IN_ORDER = "ORDER BY lower(t.name), t.id";

const PAGES = "SELECT names FROM name_pages WHERE page < '~'";

/** More who hold what was looked for are not looked up, where not all of them are shown: more of its letters say which. */
const MOST_WITHIN = 150;
const MOST_NEAR = 3;

const readTarget = recordOf<Target>(target);

/** Targets of the kind "live" by name in D1: each page reads little more rows than it shows. */
export const creatorStore = (db: D1Database, given: boolean) => ({
  async creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators> {
    const head = db.prepare(LIST_HEAD).bind(filter.watchlistId);
    if (filter.search === "") {
      const [first, found] = await db.batch<Row>([head, paged(db, filter, page)]);
      return { ...listOf(found!.results, page.limit), head: listHeadOf(first!.results[0]!, given), near: [] };
    }
    const [first, named] = await db.batch<Row>([head, db.prepare(PAGES)]);
    const pages = named!.results.map((row) => String(row["names"]));
    const all = filter.show === "all" && filter.watchlistId === null;
    const ids = within(pages, filter.search, all ? page.limit + 1 : MOST_WITHIN);
    const { results } = await searched(db, filter, ids, page.limit + 1).all<Row>();
    return {
      ...listOf(inOrderOf(ids, results), page.limit),
      head: listHeadOf(first!.results[0]!, given),
      near: results.length + ids.length === 0 ? near(pages, filter.search, MOST_NEAR) : [],
    };
  },
});

const listOf = (rows: Row[], limit: number) =>
  listed(rows, limit, readTarget, (row): CreatorKey => [Number(row["g"]), String(row["folded"]), String(row["id"])]);

/** Names the values of a statement as it needs them. */
function binding(values: (string | number)[]) {
  return (value: string | number): string => `?${values.push(value)}`;
}

const inList = ({ watchlistId }: CreatorFilter, bind: (value: string) => string): string =>
  watchlistId === null ? "true" : `t.watchlist_id = ${bind(watchlistId)}`;

function paged(db: D1Database, filter: CreatorFilter, { limit, after }: Page<CreatorKey>): D1PreparedStatement {
  const values: (string | number)[] = [limit + 1];
  const bind = binding(values);
  const ofList = inList(filter, bind);
  const part = ({ group, index, where }: Piece, beginning: string) =>
    `SELECT * FROM (SELECT ${columnsOf(group)} FROM targets t INDEXED BY ${index}
      WHERE t.kind = 'live' AND ${ofList} AND ${where} AND ${beginning} ${IN_ORDER} LIMIT ?1)`;
  const parts = piecesOf(filter)
    .filter(({ group }) => after === null || group >= after[0])
    .map((one) => {
      if (after === null || one.group !== after[0]) return part(one, "true");
      const [name, id] = [bind(after[1]), bind(after[2])];
      // Not as one comparison of two values: no index on an expression serves that.
      return part(one, `lower(t.name) >= ${name} AND (lower(t.name) > ${name} OR t.id > ${id})`);
    });
  return db.prepare(`SELECT * FROM (${parts.join(" UNION ALL ")}) LIMIT ?1`).bind(...values);
}

/** Those of these ids in their order, then those who are called so at the service by name: `most` of those whom the filter leaves. */
function searched(db: D1Database, filter: CreatorFilter, ids: string[], most: number): D1PreparedStatement {
  const values: (string | number)[] = [most];
  const bind = binding(values);
  const ofList = inList(filter, bind);
  const [{ where }] = piecesOf({ ...filter, sort: "name" }) as [Piece];
  const called = calledSo(filter.search, bind);
  const of = (some: string) =>
    `SELECT * FROM (SELECT ${columnsOf(0)} FROM ${some} i CROSS JOIN targets t ON t.id = i.id WHERE ${ofList} AND ${where}`;
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
