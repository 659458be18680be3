import type { CreatorFilter, CreatorKey } from "../../flows/browse/creators.ts";
import type { Page } from "../../flows/browse/page.ts";
import { target } from "../../resources/targets/target.ts";
import { idRows } from "./id-rows.ts";
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
import { selectOf } from "./record.ts";
import type { Row } from "./row.ts";

/** A part of the list, of which the parts before it leave nobody out. */
type Part = { group: number } & ({ scattered: typeof ON_AIR } | { rest: string });

/** As few of all lists are put in the order of their names; more come list by list, as their index has them. */
const MAX_SORTED = 100;

/** As many names are looked through for those whom no other part has. */
const LOOKED_THROUGH = 180;

const REST = "NOT (t.enabled = 1 AND (t.on_air = 1 OR t.consecutive_faults > 0))";

/** What is asked for as parts that follow each other. */
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

/** What a page takes of the database, in two steps: what is looked up for it, and its rows. */
export interface CreatorPage {
  /** Who of all lists is in parts that may be few; null where nothing need be known. */
  few: D1PreparedStatement | null;
  /** The page's rows by what `few` gave, one more than it has where there are more; the last may be an end. */
  rows: (few: Row | null) => D1PreparedStatement | null;
}

/**
 * A page of creators by name, or those on air first and then those that could not be read: it reads little more rows than it shows,
 * whoever is on air. Of all lists more than a hundred of a sort come list by list. Among the others so many may stand who were shown
 * before that a page is short: then its last row is an end (`is_end`), where the next begins.
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

/** A column with the names and ids of a part, as JSON: one more than are sorted where there are more. */
function fewOf(part: Extract<Part, { scattered: unknown }>): string {
  const asked = {
    ...part.scattered,
    columns: "t.id AS id",
    watchlistId: null,
    after: null,
    most: String(MAX_SORTED + 1),
  };
  return `(SELECT json_group_array(json_array(folded, id)) FROM (${listByList(asked, () => "")})) AS g${part.group}`;
}

type NameAndId = [name: string, id: string];

const namesIn = (text: Row[string] | undefined): NameAndId[] => JSON.parse(String(text)) as NameAndId[];

const byName = ([name, id]: NameAndId, [other, otherId]: NameAndId): number =>
  name === other ? (id < otherId ? -1 : 1) : name < other ? -1 : 1;

/** Some of a part, by name: as they are still so. */
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

/** Out of all names, or those of a list; of those that are looked through in vain the last is an end. */
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
  const looked = (limit: string) => `(SELECT * FROM targets t INDEXED BY ${index}
    WHERE t.kind = 'live' AND ${ofList} AND ${beyond} ORDER BY lower(t.name), t.id LIMIT ${limit}) t`;
  const columns = (isEnd: number) =>
    `t.watchlist_id AS list, lower(t.name) AS folded, ${group} AS g, ${isEnd} AS is_end, ${OWN}`;
  return [
    `SELECT * FROM (SELECT ${columns(0)} FROM ${looked(String(LOOKED_THROUGH))} WHERE ${fits})`,
    `SELECT * FROM (SELECT ${columns(1)} FROM ${looked(`1 OFFSET ${LOOKED_THROUGH - 1}`)})`,
  ];
}
