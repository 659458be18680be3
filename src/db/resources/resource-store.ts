import type { CreatedKey, Page } from "../../core/page.ts";
import type { Narrowed } from "../../core/filters.ts";
import { resources } from "../../resources/registry.ts";
import type { Base, Declared } from "../../resources/resource.ts";
import { readConfiguration, readInBrief } from "./configuration-store.ts";
import { jsonChunks } from "../json-chunks.ts";
import { recordOf, selectOf } from "../record.ts";
import { limitOf } from "./limit-of.ts";
import { listRecords } from "./resource-list.ts";
import type { Row } from "../row.ts";

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
