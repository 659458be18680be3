import type { CreatorFilter, CreatorKey, Creators } from "../../flows/browse/creators.ts";
import { listed, type Page } from "../../flows/browse/page.ts";
import type { Target } from "../../resources/targets/form.ts";
import { target } from "../../resources/targets/target.ts";
import { recordOf, selectOf } from "./record.ts";
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

/** What a live target is called at the service, as its index has it. */
const CALLED = "CASE WHEN alias IS NULL THEN identity ELSE alias END";

/** What sorts after every text that begins so. */
const LAST = "char(1114111)";

const columnsOf = (group: number): string => `${group} AS g, lower(t.name) AS folded, ${selectOf(target, false)}`;

const IN_ORDER = "ORDER BY lower(t.name), t.id";

/** As the database folds a text: A to Z alone. */
const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** How a name may begin that was typed so. */
function begins(search: string): string[] {
  const [first = "", ...rest] = search.toLowerCase();
  return [...new Set([search.toLowerCase(), first.toUpperCase() + rest.join(""), search].map(folded))];
}

/** Targets of the kind "live" by name in D1: each page reads little more rows than it shows. */
export const creatorStore = (db: D1Database) => ({
  async creators(filter: CreatorFilter, { limit, after }: Page<CreatorKey>): Promise<Creators> {
    const { search, watchlistId } = filter;
    const values: (string | number)[] = [limit + 1];
    const bind = (value: string | number): string => `?${values.push(value)}`;
    const ofList = watchlistId === null ? "true" : `t.watchlist_id = ${bind(watchlistId)}`;
    const part = ({ group, index, where }: Piece, beginning: string) =>
      `SELECT * FROM (SELECT ${columnsOf(group)} FROM targets t INDEXED BY ${index}
        WHERE t.kind = 'live' AND ${ofList} AND ${where} AND ${beginning} ${IN_ORDER} LIMIT ?1)`;
    const paged = () =>
      piecesOf(filter)
        .filter(({ group }) => after === null || group >= after[0])
        .map((one) => {
          if (after === null || one.group !== after[0]) return part(one, "true");
          const [name, id] = [bind(after[1]), bind(after[2])];
          // Not as one comparison of two values: no index on an expression serves that.
          return part(one, `lower(t.name) >= ${name} AND (lower(t.name) > ${name} OR t.id > ${id})`);
        });
    const searched = () => {
      const [one] = piecesOf({ ...filter, sort: "name" }) as [Piece];
      const named = begins(search).map((text) => {
        const from = bind(text);
        return part(one, `lower(t.name) >= ${from} AND lower(t.name) < ${from} || ${LAST}`);
      });
      const called = calledSo(search, bind);
      const others = `SELECT ${columnsOf(0)} FROM (${called ?? ""}) i CROSS JOIN targets t ON t.id = i.id
        WHERE ${ofList} AND ${one.where}`;
      return called === null ? named : [...named, others];
    };
    const sql =
      search === ""
        ? `SELECT * FROM (${paged().join(" UNION ALL ")}) LIMIT ?1`
        : `SELECT * FROM (${searched().join(" UNION ALL ")})`;
    const [counted, found] = await db.batch<Row>([
      db.prepare("SELECT n FROM counts WHERE name = 'targets|live'"),
      db.prepare(sql).bind(...values),
    ]);
    const rows = search === "" ? found!.results : distinct(found!.results);
    const read = recordOf<Target>(target as never);
    const page = listed(rows, limit, read, (row): CreatorKey => [
      Number(row["g"]),
      String(row["folded"]),
      String(row["id"]),
    ]);
    return { ...page, watched: Number(counted!.results[0]?.["n"] ?? 0) };
  },
});

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
  const whole = `SELECT t.id FROM watchlists w CROSS JOIN targets t
    ON t.watchlist_id = w.id AND t.kind = 'live' AND t.identity = ${bind(JSON.stringify([handle, null, null]))}`;
  return [byHandle, named(`["${handle}`), whole].join(" UNION ALL ");
}

/** What several ways have found, once each, in the order of names. */
function distinct(rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [String(row["id"]), row]));
  const key = (row: Row) => `${String(row["g"])}\0${String(row["folded"])}\0${String(row["id"])}`;
  return [...byId.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
