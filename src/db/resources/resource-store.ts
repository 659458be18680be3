import { within } from "../../core/find-names.ts";
import { type CreatedKey, listed, type Listed, type Page } from "../../core/page.ts";
import type { Narrowed } from "../../core/filter.ts";
import { resources } from "../../resources/registry.ts";
import type { AnyStored, Base, Declared, Narrower, Param } from "../../resources/resource.ts";
import { readConfiguration, readInBrief } from "./configuration-store.ts";
import { jsonChunks } from "../json-chunks.ts";
import { recordOf, selectOf } from "../record.ts";
import { limitOf } from "./conditions.ts";
import { idRows, type Row } from "../row.ts";

/** Number of records searched for a page if no index provides all its filters in the order of the list. */
const LOOKED_THROUGH = 250;

/** If more names match, the list is searched in order instead: matches are then frequent. */
const MAX_NAMED = 150;

type Condition = Omit<Narrower, "schema"> & { value: Param };

/**
 * A page of records, oldest first. It reads a few times the rows that it shows, however many there are. If no index
 * covers the filters, a page can have fewer than `limit` items although more follow.
 */
async function listRecords(
  db: D1Database,
  of: Declared,
  narrowed: Narrowed,
  { limit, after }: Page<CreatedKey>,
  lists: string[] | null = null,
): Promise<Listed<AnyStored, CreatedKey>> {
  const { where: own, values: ownValues } = limitOf(of, lists);
  const limits: Condition[] = lists === null ? [] : [{ where: own, value: ownValues[0] ?? "" }];
  const provided = [...providedOf(of, narrowed), ...limits];
  const named = await namedIds(db, of, provided);
  const leading = provided.findLast((one) => leads(one) !== null);
  const rest = named === null ? provided.filter((one) => one !== leading) : provided;
  const max = rest.length === 0 || named !== null ? limit + 1 : Math.max(limit + 1, LOOKED_THROUGH);
  const values: Param[] = [];
  const bind = (value: Param) => `?${values.push(value)}`;
  const bound = (sql: string, { value }: Condition) => (sql.includes("?") ? sql.replace("?", bind(value)) : sql);
  const fits = ["true", ...rest.map((one) => bound(one.where, one))].join(" AND ");
  const where = [
    named !== null ? fits : leading === undefined ? "true" : bound(leads(leading)!, leading),
    after === null ? "true" : `(t.created_at, t.id) > (${bind(after[0])}, ${bind(after[1])})`,
  ].join(" AND ");
  const [among, from, same] =
    named === null ? ["", "", ""] : [`WITH w (id) AS (${idRows(named)}) `, "w CROSS JOIN ", "t.id = w.id AND "];
  const { results } = await db
    .prepare(
      `${among}SELECT ${fits} AS fits, ${selectOf(of, fits)} FROM (SELECT t.* FROM ${from}"${of.name}" t
         WHERE ${same}${where} ORDER BY t.created_at, t.id LIMIT ${bind(max)}) t ORDER BY t.created_at, t.id`,
    )
    .bind(...values)
    .all<Row>();
  const fitting = results.filter(({ fits: does }) => does === 1);
  const page = listed(fitting, limit, recordOf(of), keyOf);
  const goesOn = page.next === null && named === null && results.length === max;
  return goesOn ? { ...page, next: keyOf(results.at(-1)!) } : page;
}

const keyOf = (row: Row): CreatedKey => [Number(row["createdAt"]), String(row["id"])];

const leads = ({ leads: how, value }: Condition): string | null =>
  how?.(value === 0 || value === 1 ? value === 1 : value) ?? null;

const providedOf = (of: Declared, narrowed: Narrowed): Condition[] =>
  Object.entries(of.filters ?? {}).flatMap(([name, filter]) => {
    const value = narrowed[name];
    if (value === undefined || value === "") return [];
    return { ...filter, value: typeof value === "boolean" ? Number(value) : value };
  });

/**
 * Ids of candidates for a search by name, some of which do not match; null without a search or with too many matches.
 */
async function namedIds(db: D1Database, of: Declared, provided: Condition[]): Promise<string[] | null> {
  const nameFilter = provided.find(({ cut }) => cut !== undefined);
  if (nameFilter === undefined) return null;
  const [pages, long] = await db.batch<Row>([
    db.prepare("SELECT names FROM name_pages"),
    db.prepare(`SELECT id FROM "${of.name}" WHERE ${nameFilter.cut} LIMIT ?1`).bind(MAX_NAMED),
  ]);
  const texts = pages!.results.map((row) => String(row["names"]));
  const ids = [...within(texts, String(nameFilter.value), MAX_NAMED), ...long!.results.map((row) => String(row["id"]))];
  return ids.length < MAX_NAMED ? [...new Set(ids)] : null;
}

/** The records of all resources in D1, or those that belong to some watchlists (their ids). */
export const resourceStore = (db: D1Database, lists: string[] | null = null) => ({
  async find<One extends Base>(of: Declared<One>, id: string): Promise<One | null> {
    const { where, values } = limitOf(of, lists);
    const row = await db
      .prepare(`SELECT ${selectOf(of, true)} FROM "${of.name}" t WHERE t.id = ? AND ${where}`)
      .bind(id, ...values)
      .first<Row>();
    return row === null ? null : recordOf(of)(row);
  },

  /** The records with these ids, including computed columns. */
  async known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]> {
    const found: One[] = [];
    const limit = limitOf(of, lists);
    for (const { text } of jsonChunks(ids)) {
      const sql = `SELECT ${selectOf(of, true)} FROM json_each(?) j CROSS JOIN "${of.name}" t ON t.id = j.value AND ${limit.where}`;
      const { results } = await db
        .prepare(sql)
        .bind(text, ...limit.values)
        .all<Row>();
      found.push(...results.map(recordOf(of)));
    }
    return found;
  },

  /** The same for very many records, without what polls remember. */
  knownInBrief: (of: Declared, ids: string[]) => readInBrief(db, of, ids),

  /** All records, oldest first. */
  async all<One extends Base>(of: Declared<One>): Promise<One[]> {
    const { where, values } = limitOf(of, lists);
    const { results } = await db
      .prepare(`SELECT ${selectOf(of, false)} FROM "${of.name}" t WHERE ${where} ORDER BY t.created_at, t.id`)
      .bind(...values)
      .all<Row>();
    return results.map(recordOf(of));
  },

  /** A page, oldest first. */
  list: (of: Declared, narrowed: Narrowed, page: Page<CreatedKey>) => listRecords(db, of, narrowed, page, lists),

  /** Ids of the channels that resources of the watchlists send to. */
  async channelsInUse(): Promise<string[]> {
    const parts = resources
      .filter(({ refs, within }) => refs["channelId"] !== undefined && within !== undefined)
      .map((of) => ({ of, ...limitOf(of, lists) }));
    const sql = parts
      .map((one) => `SELECT t.channel_id AS id FROM "${one.of.name}" t WHERE ${one.where}`)
      .join(" UNION ");
    const { results } = await db
      .prepare(sql)
      .bind(...parts.flatMap(({ values }) => values))
      .all<{ id: string }>();
    return results.map(({ id }) => id);
  },

  configuration: (order: "made" | "document") => readConfiguration(db, order),
});
