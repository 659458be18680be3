import { listed, type Listed, type MadeKey, type Page } from "../../flows/browse/page.ts";
import type { Narrowed } from "../../flows/browse/filters.ts";
import type { User } from "../../core/refusal.ts";
import { configured, resourceOf } from "../../resources/registry.ts";
import type { AnyKept, Base, Declared } from "../../resources/resource.ts";
import { FINGERPRINT } from "./conditions.ts";
import { jsonChunks } from "./json-chunks.ts";
import { columnOf, recordOf, selectOf } from "./record.ts";
import type { Row } from "./row.ts";
import { refsTo } from "./statements.ts";

/** Users that are named of what cannot be deleted, of each sort. */
const MOST_USERS = 50;

/** The records of every resource in D1. */
export const resourceStore = (db: D1Database) => ({
  async find<One extends Base>(of: Declared<One>, id: string): Promise<One | null> {
    const row = await db
      .prepare(`SELECT ${selectOf(of, true)} FROM ${of.name} t WHERE t.id = ?1`)
      .bind(id)
      .first<Row>();
    return row === null ? null : recordOf(of, row);
  },

  /** Those of these ids that are there, with what is worked out of other tables. */
  async known<One extends Base>(of: Declared<One>, ids: string[]): Promise<One[]> {
    const found: One[] = [];
    for (const { text } of jsonChunks(ids)) {
      const sql = `SELECT ${selectOf(of, true)} FROM json_each(?1) j CROSS JOIN ${of.name} t ON t.id = j.value`;
      const { results } = await db.prepare(sql).bind(text).all<Row>();
      found.push(...results.map((row) => recordOf(of, row)));
    }
    return found;
  },

  /** All there are, oldest first. */
  async all<One extends Base>(of: Declared<One>): Promise<One[]> {
    const { results } = await db.prepare(allOf(of)).all<Row>();
    return results.map((row) => recordOf(of, row));
  },

  /** A page, oldest first. */
  async list(of: Declared, narrowed: Narrowed, { limit, after }: Page<MadeKey>): Promise<Listed<AnyKept, MadeKey>> {
    const filters = Object.entries(of.filters ?? {}).filter(([name]) => narrowed[name] !== undefined);
    const where = [
      ...filters.map(([, filter]) => filter.where),
      ...(after === null ? [] : ["(t.created_at, t.id) > (?, ?)"]),
    ];
    const values = filters.map(([name]) =>
      typeof narrowed[name] === "boolean" ? Number(narrowed[name]) : narrowed[name],
    );
    const { results } = await db
      .prepare(
        `SELECT ${selectOf(of, true)} FROM ${of.name} t WHERE ${["true", ...where].join(" AND ")}
         ORDER BY t.created_at, t.id LIMIT ?`,
      )
      .bind(...values, ...(after ?? []), limit + 1)
      .all<Row>();
    return listed(
      results.map((row) => recordOf(of, row)),
      limit,
      (one) => one,
      (one): MadeKey => [one.createdAt, one.id],
    );
  },

  /** What keeps it from being deleted. */
  async usersOf(of: Declared, id: string): Promise<User[]> {
    const naming = refsTo(of).filter(({ gone }) => gone === "refuse");
    if (naming.length === 0) return [];
    const parts = naming.map(({ user, column }) => {
      const name = "name" in user.form.shape ? "name" : "id";
      return `SELECT * FROM (SELECT '${user.noun}' AS type, id, ${name} AS name FROM ${user.name}
        WHERE ${column} = ?1 LIMIT ${MOST_USERS})`;
    });
    const { results } = await db.prepare(parts.join(" UNION ALL ")).bind(id).all<Row>();
    return results.map(({ type, id: user, name }) => ({ type: String(type), id: String(user), name: String(name) }));
  },

  /** The fields of a form that name what is not there. */
  async dangling(of: Declared, form: Record<string, unknown>): Promise<string[]> {
    const naming = Object.entries(of.refs).filter(([field]) => typeof form[field] === "string");
    if (naming.length === 0) return [];
    const columns = naming.map(
      ([, ref], place) => `EXISTS (SELECT 1 FROM ${resourceOf(ref!.to).name} WHERE id = ?${place + 1}) AS f${place}`,
    );
    const row = await db
      .prepare(`SELECT ${columns.join(", ")}`)
      .bind(...naming.map(([field]) => form[field] as string))
      .first<Record<string, number>>();
    return naming.flatMap(([field], place) => (row?.[`f${place}`] === 1 ? [] : field));
  },

  /** The ids of those that have these keys, by their place; null for none. A key has the values of `unique.columns`. */
  async idsOf(of: Declared, keys: (string | number | null)[][]): Promise<(string | null)[]> {
    const ids: (string | null)[] = keys.map(() => null);
    const same = of.unique!.columns.map((field, place) => `t.${columnOf(of, field)} = j.value ->> ${place}`);
    for (const { text, from } of jsonChunks(keys)) {
      // CROSS JOIN keeps the order: each is looked up in the index.
      const { results } = await db
        .prepare(`SELECT j.key AS place, t.id FROM json_each(?1) j CROSS JOIN ${of.name} t ON ${same.join(" AND ")}`)
        .bind(text)
        .all<{ place: number; id: string }>();
      for (const row of results) ids[from + row.place] = row.id;
    }
    return ids;
  },

  /** The ids that these ids or names stand for; an id goes before a name. */
  async named(of: Declared, texts: string[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const { text } of jsonChunks(texts)) {
      const { results } = await db
        .prepare(
          `SELECT j.value AS named, coalesce((SELECT id FROM ${of.name} WHERE id = j.value),
             (SELECT id FROM ${of.name} WHERE name = j.value)) AS id FROM json_each(?1) j`,
        )
        .bind(text)
        .all<{ named: string; id: string | null }>();
      for (const row of results) if (row.id !== null) ids.set(row.named, row.id);
    }
    return ids;
  },

  /** How many there are. */
  async count(of: Declared): Promise<number> {
    const sql = of.most.counted ?? `(SELECT count(*) FROM ${of.name})`;
    return Number(await db.prepare(`SELECT ${sql} AS many`).first<number>("many"));
  },

  /** All that stands in the configuration document as it is at one moment, by resource, and what tells that moment from others. */
  async configuration(): Promise<{ fingerprint: string; records: Map<string, AnyKept[]> }> {
    const [mark, ...all] = await db.batch<Row>(
      [`SELECT ${FINGERPRINT} AS fingerprint`, ...configured.map(allOf)].map((sql) => db.prepare(sql)),
    );
    const records = configured.map(
      (of, place) => [of.name, all[place]!.results.map((row) => recordOf(of, row))] as const,
    );
    return { fingerprint: String(mark!.results[0]!["fingerprint"]), records: new Map(records) };
  },
});

const allOf = (of: Declared): string => `SELECT ${selectOf(of, false)} FROM ${of.name} t ORDER BY t.created_at, t.id`;
