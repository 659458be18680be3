import type { CreatedKey, Page } from "../../flows/browse/page.ts";
import type { Narrowed } from "../../flows/browse/filters.ts";
import type { Base, Declared } from "../../resources/resource.ts";
import { readConfiguration, readInBrief } from "./configuration-store.ts";
import { jsonChunks } from "./json-chunks.ts";
import { recordOf, selectOf } from "./record.ts";
import { listRecords } from "./resource-list.ts";
import type { Row } from "./row.ts";

/** The records of every resource in D1. */
export const resourceStore = (db: D1Database) => ({
  async find<One extends Base>(of: Declared<One>, id: string): Promise<One | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(of, true)} FROM "${of.name}" t WHERE t.id = ?1`)
      .bind(id)
      .first<Row>();
    return row === null ? null : recordOf(of)(row);
  },

  /** Those of these ids that are there, with what is worked out of other tables. */
  async known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]> {
    const found: One[] = [];
    for (const { text } of jsonChunks(ids)) {
      const sql = `SELECT ${selectOf(of, true)} FROM json_each(?1) j CROSS JOIN "${of.name}" t ON t.id = j.value`;
      const { results } = await db.prepare(sql).bind(text).all<Row>();
      found.push(...results.map(recordOf(of)));
    }
    return found;
  },

  /** The same of very many, but without what polls remember. */
  knownInBrief: (of: Declared, ids: string[]) => readInBrief(db, of, ids),

  /** All there are, oldest first. */
  async all<One extends Base>(of: Declared<One>): Promise<One[]> {
    const { results } = await db.prepare(allOf(of)).all<Row>();
    return results.map(recordOf(of));
  },

  /** A page, oldest first. */
  list: (of: Declared, narrowed: Narrowed, page: Page<CreatedKey>) => listRecords(db, of, narrowed, page),

  configuration: (order: "made" | "document") => readConfiguration(db, order),
});

const allOf = (of: Declared): string => `SELECT ${selectOf(of, false)} FROM "${of.name}" t ORDER BY t.created_at, t.id`;
