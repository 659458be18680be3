import { MAX_USERS, type User } from "../../core/refusal.ts";
import type { AnyStored, Declared, Param } from "../../resources/resource.ts";
import { namesOf, refusedBy } from "./conditions.ts";
import { jsonChunks } from "../json-chunks.ts";
import { columnOf } from "../record.ts";
import type { Row } from "../row.ts";
import { refsTo } from "./statements.ts";

/** Looks up resources in D1 by key, name and reference, without reading whole records. */
export const resourceIndex = (db: D1Database) => ({
  /** The resources that prevent it from being deleted. */
  async usersOf(of: Declared, id: string): Promise<User[]> {
    const naming = refsTo(of).filter(({ gone }) => gone === "refuse");
    if (naming.length === 0) return [];
    const parts = naming.map(({ user, column }) => {
      const name = "name" in user.form().shape ? "name" : "id";
      return `SELECT * FROM (SELECT '${user.noun}' AS type, id, ${name} AS name FROM "${user.name}"
        WHERE ${column} = ?1 LIMIT ${MAX_USERS})`;
    });
    const { results } = await db.prepare(parts.join(" UNION ALL ")).bind(id).all<Row>();
    return results.map(({ type, id: user, name }) => ({ type: String(type), id: String(user), name: String(name) }));
  },

  /** The fields of a form that refer to missing records. */
  async dangling(of: Declared, form: Record<string, unknown>): Promise<string[]> {
    const refused = await refusedBy(db, namesOf(of, [form]));
    return refused?.kind === "dangling" ? refused.fields : [];
  },

  /**
   * The ids of the records with these unique keys, in the same order; null if there is none. A key has the values of
   * `unique.columns`. A record with that key takes precedence over one with that alias.
   */
  async idsOf(of: Declared, keys: (string | number | null)[][]): Promise<(string | null)[]> {
    const ids: (string | null)[] = keys.map(() => null);
    const { columns, alias } = of.unique!;
    const sameBy = (fields: string[]) =>
      fields.map((field, place) => `t.${columnOf(of, field)} = j.value ->> ${place}`);
    const ways = [columns, ...(alias === undefined ? [] : [[...columns.slice(0, -1), alias]])].toReversed();
    for (const { text, from } of jsonChunks(keys)) {
      // CROSS JOIN keeps the join order, so that each key is looked up in the index.
      const { results } = await db
        .prepare(
          ways
            .map(
              (fields) =>
                `SELECT j.key AS place, t.id FROM json_each(?1) j CROSS JOIN "${of.name}" t ON ${sameBy(fields).join(" AND ")}`,
            )
            .join(" UNION ALL "),
        )
        .bind(text)
        .all<{ place: number; id: string }>();
      for (const row of results) ids[from + row.place] = row.id;
    }
    return ids;
  },

  /** The id of another record with the same values of these fields; null if there is none. */
  async holderOf(of: Declared, fields: string[], one: AnyStored): Promise<string | null> {
    const same = fields.map((field) => `${columnOf(of, field)} = ?`).join(" AND ");
    return db
      .prepare(`SELECT id FROM "${of.name}" WHERE ${same} AND id <> ? LIMIT 1`)
      .bind(...fields.map((field) => one[field] as Param), one.id)
      .first<string>("id");
  },

  /** The ids of records with these ids or names. Ids take precedence. */
  async named(of: Declared, texts: string[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const { text } of jsonChunks(texts)) {
      const { results } = await db
        .prepare(
          `SELECT j.value AS named, coalesce((SELECT id FROM "${of.name}" WHERE id = j.value),
             (SELECT id FROM "${of.name}" WHERE name = j.value)) AS id FROM json_each(?1) j`,
        )
        .bind(text)
        .all<{ named: string; id: string | null }>();
      for (const row of results) if (row.id !== null) ids.set(row.named, row.id);
    }
    return ids;
  },

  /** Number of records. */
  async count(of: Declared): Promise<number> {
    const sql = of.quota.counted ?? `(SELECT count(*) FROM "${of.name}")`;
    return Number(await db.prepare(`SELECT ${sql} AS many`).first<number>("many"));
  },
});
