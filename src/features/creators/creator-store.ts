import type {
  CreatorFilter,
  CreatorKey,
  Creators,
  FoundTarget,
  Listing,
  ListHead,
  NamedTargets,
  NameKey,
} from "./creators.ts";
import { listed, type Listed, type Page } from "../../core/page.ts";
import type { Target } from "./resource/form.ts";
import { target } from "./resource/target.ts";
import { BROADCASTING } from "../history/broadcasts.ts";
import { creatorPage } from "./creator-pages.ts";
import { lookedUp, searchCreators } from "./creator-search.ts";
import { pointsSince } from "./whole-series.ts";
import { LIST_HEAD, listHeadOf } from "./list-order.ts";
import { recordOf, selectOf } from "../../db/record.ts";
import type { Row } from "../../db/row.ts";

const readTarget = recordOf<Target>(target);

/** Live targets by name, in D1. A page reads few more rows than it shows. */
export const creatorStore = (db: D1Database) => ({
  async listsOf(identities: string[]): Promise<Map<string, Listing[]>> {
    const { results } = await db
      .prepare(
        `SELECT j.value AS called, o.id, w.id AS list, w.name FROM json_each(?1) j
         CROSS JOIN targets o INDEXED BY targets_called
           ON o.kind = '${BROADCASTING}' AND CASE WHEN o.alias IS NULL THEN o.identity ELSE o.alias END = j.value
         CROSS JOIN watchlists w ON w.id = o.watchlist_id`,
      )
      .bind(JSON.stringify(identities))
      .all<Row>();
    const found = Map.groupBy(results, ({ called }) => String(called));
    const listing = ({ id, list, name }: Row) => ({ id: String(id), listId: String(list), list: String(name) });
    return new Map([...found].map(([called, rows]) => [called, rows.map(listing)]));
  },

  async creators(filter: CreatorFilter, page: Page<CreatorKey>): Promise<Creators> {
    const head = db.prepare(LIST_HEAD).bind(filter.watchlistId);
    if (filter.search === "") {
      const { few, rows } = creatorPage(db, filter, page);
      const [first, known] = await db.batch<Row>([head, few ?? rows(null)!]);
      const found = few === null ? known : await rows(known!.results[0]!)?.all<Row>();
      const around = listHeadOf(first!.results[0]!);
      return { ...awake(listOf(found?.results ?? [], page.limit), around), isCut: false, head: around, near: [] };
    }
    const max = page.limit + 1;
    const [first, names, byName] = await db.batch<Row>([head, ...lookedUp(db, filter, max)]);
    const { rows, cut, near } = await searchCreators(db, filter, max, names!.results, byName?.results ?? []);
    const around = listHeadOf(first!.results[0]!);
    const { items, next } = awake(listOf(rows, page.limit), around);
    return { items, next: null, isCut: cut || next !== null, head: around, near };
  },
});

/** A page without those that rest. */
const awake = <Item extends { id: string }, Key>(
  { items, next }: Listed<Item, Key>,
  { resting }: ListHead,
): Listed<Item, Key> => ({ items: items.filter(({ id }) => !resting.has(id)), next });

const keyOf = (row: Row): CreatorKey => [
  Number(row["g"]),
  String(row["folded"]),
  String(row["id"]),
  String(row["list"]),
];

/** A page of rows, the last of which may be an end marker. */
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

const read = recordOf<Target>(target);

/** Targets of a kind by name, in two statements. */
export const otherStore = (db: D1Database) => ({
  async ofKind(kind: string, { limit, after }: Page<NameKey>): Promise<NamedTargets> {
    const [head, found] = await db.batch<Row>([
      db.prepare(LIST_HEAD).bind(null),
      db
        .prepare(
          `SELECT lower(t.name) AS folded, ${selectOf(target, false)} FROM targets t INDEXED BY targets_name
           WHERE t.kind = ?1 AND lower(t.name) >= ?2 AND (lower(t.name) > ?2 OR t.id > ?3)
           ORDER BY lower(t.name), t.id LIMIT ?4`,
        )
        .bind(kind, ...(after ?? ["", ""]), limit + 1),
    ]);
    const page = listed(found!.results, limit, read, (row): NameKey => [String(row["folded"]), String(row["id"])]);
    const around = listHeadOf(head!.results[0]!);
    return { ...awake(page, around), head: around };
  },

  pointsSince: (all: Target[], now: number) => pointsSince(db, all, now),

  async beginning(kinds: string[], beginnings: string[], max: number): Promise<FoundTarget[]> {
    const { results } = await db
      .prepare(
        `SELECT t.id, t.kind, t.name FROM json_each(?1) k CROSS JOIN json_each(?2) b
         CROSS JOIN targets t INDEXED BY targets_name ON t.kind = k.value
           AND lower(t.name) >= lower(b.value) AND lower(t.name) < lower(b.value) || char(1114111)
         ORDER BY k.key, lower(t.name), t.id LIMIT ?3`,
      )
      .bind(JSON.stringify(kinds), JSON.stringify(beginnings), max)
      .all<Row>();
    return results.map((row) => ({ id: String(row["id"]), kind: String(row["kind"]), name: String(row["name"]) }));
  },
});
