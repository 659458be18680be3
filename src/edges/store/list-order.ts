import type { ListKey } from "../../flows/browse/creators.ts";

/** Gives a value of a statement its place: `?3`. */
export type Bind = (value: string | number) => string;

/** Binds the values of a statement, those that it has already first. */
export const binding =
  (values: (string | number | null)[]): Bind =>
  (value) =>
    `?${values.push(value)}`;

/** Not as one comparison of two values: no index on an expression serves that. */
export function afterName(name: string, id: string, bind: Bind): string {
  const [from, last] = [bind(name), bind(id)];
  return `lower(t.name) >= ${from} AND (lower(t.name) > ${from} OR t.id > ${last})`;
}

/** Creators that an index has list by list. */
interface Ordered {
  index: "targets_on_air" | "targets_faulty" | "targets_paused";
  /** Conditions of which none holds with another: what leads in the index, with one value each. */
  each: string[];
}

export const ON_AIR: Ordered = { index: "targets_on_air", each: ["t.on_air = 1 AND t.enabled = 1"] };

/** What is paused while it is on air is not told to be over. */
export const ON_AIR_OR_PAUSED: Ordered = { ...ON_AIR, each: [...ON_AIR.each, "t.on_air = 1 AND t.enabled = 0"] };

const faulty = (onAir: number) => `t.consecutive_faults > 0 AND t.enabled = 1 AND t.on_air = ${onAir}`;

export const FAULTY: Ordered = { index: "targets_faulty", each: [faulty(0), faulty(1)] };

export const FAULTY_OFF_AIR: Ordered = { ...FAULTY, each: [faulty(0)] };

export const PAUSED: Ordered = { index: "targets_paused", each: ["t.enabled = 0"] };

/** The condition that holds for each of them, of targets as `t`. */
export const conditionOf = ({ each }: Ordered): string => each.map((one) => `(${one})`).join(" OR ");

interface Asked extends Ordered {
  /** Of creators as `t`, beside `list`, `folded` and `id`. */
  columns: string;
  /** Null for all lists. */
  watchlistId: string | null;
  after: ListKey | null;
  /** SQL. */
  most: string;
}

/**
 * A SELECT of creators list by list and by name, of which no more rows are read than it gives: the index has each condition in this
 * order, and SQLite reads them side by side. It is in this order where it stands by itself or in parts that follow each other.
 */
export function listByList({ columns, index, each, watchlistId, after, most: max }: Asked, bind: Bind): string {
  const all = `list, folded, id`;
  const parts = each.flatMap((one) =>
    rangesOf(watchlistId, after, bind).map(
      (range) => `SELECT t.watchlist_id AS list, lower(t.name) AS folded, ${columns} FROM targets t INDEXED BY ${index}
        WHERE t.kind = 'live' AND ${one} AND ${range}`,
    ),
  );
  return `SELECT * FROM (${parts.join(" UNION ALL ")} ORDER BY ${all} LIMIT ${max})`;
}

/** Those of the list at which it goes on, and those of later lists: each a range of the index. */
function rangesOf(watchlistId: string | null, after: ListKey | null, bind: Bind): string[] {
  if (watchlistId !== null) {
    const of = `t.watchlist_id = ${bind(watchlistId)}`;
    return [after === null ? of : `${of} AND ${afterName(after[1], after[2], bind)}`];
  }
  if (after === null) return ["true"];
  const list = bind(after[0]);
  return [`t.watchlist_id = ${list} AND ${afterName(after[1], after[2], bind)}`, `t.watchlist_id > ${list}`];
}
