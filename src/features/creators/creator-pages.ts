import type { CreatorFilter, CreatorKey } from "./creators.ts";
import type { Page } from "../../core/page.ts";
import { target } from "./resource/target.ts";
import {
  afterName,
  binding,
  conditionOf,
  FAULTY,
  FAULTY_OFF_AIR,
  listByList,
  ON_AIR,
  PAUSED,
  type Bind,
} from "./list-order.ts";
import { selectOf } from "../../db/record.ts";
import { idRows, type Row } from "../../db/row.ts";

/** A part of the list. Creators of earlier parts are excluded from it. */
type Part = { group: number } & ({ scattered: typeof ON_AIR } | { rest: string });

/** A part of up to this size is sorted by name across lists. A larger one is read list by list, in index order. */
const MAX_SORTED = 100;

/** Number of names that are searched for creators outside the other parts. */
const LOOKED_THROUGH = 180;

const REST = "NOT (t.enabled = 1 AND (t.on_air = 1 OR t.consecutive_faults > 0))";

/** The requested creators as consecutive parts. */
function partsOf({ show, sort }: CreatorFilter): Part[] {
  if (show === "on-air") return [{ group: 0, scattered: ON_AIR }];
  if (show === "trouble") return [{ group: 0, scattered: FAULTY }];
  if (show === "paused") return [{ group: 0, scattered: PAUSED }];
  if (sort === "name") return [{ group: 0, rest: "true" }];
  return [
    { group: 0, scattered: ON_AIR },
    { group: 1, scattered: FAULTY_OFF_AIR },
    { group: 2, rest: REST },
  ];
}

const OWN = selectOf(target, false);

const columnsOf = (group: number): string => `${group} AS g, 0 AS is_end, ${OWN}`;

/** The two queries of a page: a lookup, and its rows. */
export interface CreatorPage {
  /** Finds the creators of all lists in parts that may be small; null if nothing needs to be looked up. */
  few: D1PreparedStatement | null;
  /**
   * The rows of the page, given the result of `few`; one extra row if there are more. The last may be an end marker.
   */
  rows: (few: Row | null) => D1PreparedStatement | null;
}

/**
 * A page of creators by name, or with live ones first and failing ones second. It reads few more rows than it shows.
 * Across all lists, a part of over a hundred comes list by list. The last part skips creators that earlier parts have
 * shown, so a page can be short. Its last row is then an end marker (`is_end`), from which the next page continues.
 */
export function creatorPage(db: D1Database, filter: CreatorFilter, { limit, after }: Page<CreatorKey>): CreatorPage {
  const parts = partsOf(filter).filter(({ group }) => after === null || group >= after[0]);
  const sorted = filter.watchlistId === null ? parts.filter((part) => "scattered" in part) : [];
  return {
    few: sorted.length === 0 ? null : db.prepare(`SELECT ${sorted.map(fewOf).join(", ")}`),
    rows(few) {
      const values: (string | number)[] = [limit + 1];
      const bind = binding(values);
      const texts = parts.flatMap((part) => {
        const from = after !== null && after[0] === part.group ? after : null;
        if ("rest" in part) return restOf(part.group, part.rest, filter.watchlistId, from, bind);
        const known = few === null ? null : namesIn(few[`g${part.group}`]);
        if (known !== null && known.length <= MAX_SORTED) return fewRows(part, known, from, limit + 1);
        const { watchlistId } = filter;
        const key = from === null ? null : ([from[3], from[1], from[2]] as const);
        return listByList(
          { ...part.scattered, columns: columnsOf(part.group), watchlistId, after: key, most: "?1" },
          bind,
        );
      });
      return texts.length === 0
        ? null
        : db.prepare(`SELECT * FROM (${texts.join(" UNION ALL ")}) LIMIT ?1`).bind(...values);
    },
  };
}

/** A column with the names and ids of a part, as JSON. It has one extra if there are more than can be sorted. */
function fewOf(part: Extract<Part, { scattered: unknown }>): string {
  const requested = {
    ...part.scattered,
    columns: "t.id AS id",
    watchlistId: null,
    after: null,
    most: String(MAX_SORTED + 1),
  };
  return `(SELECT json_group_array(json_array(folded, id)) FROM (${listByList(requested, () => "")})) AS g${part.group}`;
}

type NameAndId = [name: string, id: string];

const namesIn = (text: Row[string] | undefined): NameAndId[] => JSON.parse(String(text)) as NameAndId[];

const byName = ([name, id]: NameAndId, [other, otherId]: NameAndId): number =>
  name === other ? (id < otherId ? -1 : 1) : name < other ? -1 : 1;

/** The next rows of a small part, by name. Creators that no longer belong to it are left out. */
function fewRows(
  part: Extract<Part, { scattered: unknown }>,
  known: NameAndId[],
  after: CreatorKey | null,
  max: number,
): string[] {
  const ids = known
    .filter((one) => after === null || (one[1] !== after[2] && byName(one, [after[1], after[2]]) > 0))
    .sort(byName)
    .slice(0, max)
    .map(([, id]) => id);
  if (ids.length === 0) return [];
  return [
    `SELECT * FROM (SELECT t.watchlist_id AS list, lower(t.name) AS folded, ${columnsOf(part.group)}
       FROM (${idRows(ids)}) i CROSS JOIN targets t ON t.id = i.column1 WHERE ${conditionOf(part.scattered)})`,
  ];
}

/** The next rows among all names, or those of a list. The last name searched is returned as an end marker. */
function restOf(
  group: number,
  fits: string,
  watchlistId: string | null,
  after: CreatorKey | null,
  bind: Bind,
): string[] {
  const ofList = watchlistId === null ? "true" : `t.watchlist_id = ${bind(watchlistId)}`;
  const index = watchlistId === null ? "targets_name" : "targets_list_name";
  const beyond = after === null ? "true" : afterName(after[1], after[2], bind);
  const candidates = (limit: string) => `(SELECT * FROM targets t INDEXED BY ${index}
    WHERE t.kind = 'live' AND ${ofList} AND ${beyond} ORDER BY lower(t.name), t.id LIMIT ${limit}) t`;
  const columns = (isEnd: number) =>
    `t.watchlist_id AS list, lower(t.name) AS folded, ${group} AS g, ${isEnd} AS is_end, ${OWN}`;
  return [
    `SELECT * FROM (SELECT ${columns(0)} FROM ${candidates(String(LOOKED_THROUGH))} WHERE ${fits})`,
    `SELECT * FROM (SELECT ${columns(1)} FROM ${candidates(`1 OFFSET ${LOOKED_THROUGH - 1}`)})`,
  ];
}
