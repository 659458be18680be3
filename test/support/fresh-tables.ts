import { readMigrations } from "../../host/runtime/migrations.ts";
import { migrate } from "./migrate.ts";

type Row = Record<string, string | number | null>;

/**
 * Applies this checkout's migrations to an empty database. Returns a function that resets all tables except `stored`.
 */
export async function freshTables(db: D1Database, stored: string[] = []): Promise<() => Promise<void>> {
  await migrate(db, await readMigrations());
  const fresh = await contentsOf(db);
  return async () => {
    // Triggers maintain the counts, so these are reset last.
    const names = [...fresh.keys()]
      .filter((name) => !stored.includes(name))
      .sort((a, b) => Number(a === "counts") - Number(b === "counts"));
    await db.batch([
      ...names.map((name) => db.prepare(`DELETE FROM "${name}"`)),
      ...names.flatMap((name) => fresh.get(name)!.map((row) => insertion(db, name, row))),
    ]);
  };
}

async function contentsOf(db: D1Database): Promise<Map<string, Row[]>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => name !== "d1_migrations");
  const tables = await db.batch<Row>(names.map((name) => db.prepare(`SELECT * FROM "${name}"`)));
  return new Map(names.map((name, index) => [name, tables[index]!.results]));
}

function insertion(db: D1Database, table: string, row: Row): D1PreparedStatement {
  const columns = Object.keys(row);
  return db
    .prepare(`INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .bind(...Object.values(row));
}
