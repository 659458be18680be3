import type { DatabaseSync } from "node:sqlite";

/** What a database records about the versions that wrote it. */
export interface Written {
  /** Names of the applied migrations, in order. */
  applied: string[];
  /** Number of the oldest migration that code must know to use it; null if the database has no floor yet. */
  floor: number | null;
}

/** The number at the beginning of a migration's name. */
const numberOf = (migration: string): number => Number.parseInt(migration, 10);

/** Reads both from a database file. */
export function writtenIn(db: DatabaseSync): Written {
  const has = (sql: string) => db.prepare(sql).get() !== undefined;
  const applied = has("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'")
    ? db.prepare("SELECT name FROM d1_migrations ORDER BY id").all()
    : [];
  const marked = has("SELECT 1 FROM pragma_table_info('ticker') WHERE name = 'schema_floor'");
  const row = marked ? db.prepare("SELECT max(schema_floor) AS floor FROM ticker").get() : undefined;
  return { applied: applied.map(({ name }) => String(name)), floor: row === undefined ? null : Number(row["floor"]) };
}

/**
 * The migrations that prevent code with only the `known` ones from using a database; empty if it can. Newer migrations
 * are additive, unless the database's floor says otherwise.
 */
export function incompatible({ applied, floor }: Written, known: string[]): string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  const last = numberOf(known.at(-1) ?? "0");
  const fits = floor !== null && floor <= last && unknown.every((name) => numberOf(name) > last);
  return fits ? [] : unknown;
}
