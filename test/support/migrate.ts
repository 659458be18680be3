import { statementsOf, type Migration, readMigrations } from "../../host/runtime/migrations.ts";
import { columnOf } from "../../src/db/record.ts";
import { resources } from "../../src/resources/registry.ts";

/** Lists all references to missing records, as "subscriptions sub_1 channelId". */
export async function dangling(db: D1Database): Promise<string[]> {
  const found: string[] = [];
  for (const of of resources)
    for (const [field, ref] of Object.entries(of.refs)) {
      const column = columnOf(of, field);
      const { results } = await db
        .prepare(
          `SELECT id FROM "${of.name}" WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT id FROM "${ref!.to}")`,
        )
        .all<{ id: string }>();
      found.push(...results.map(({ id }) => `${of.name} ${id} ${field}`));
    }
  return found;
}

/** Applies missing migrations to a test's D1, one file per batch, like wrangler. Returns the names of those applied. */
export async function migrate(db: D1Database, migrations: Migration[]): Promise<string[]> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const one of missing) {
    await db.batch([
      ...statementsOf(one).map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(one.name),
    ]);
  }
  return missing.map(({ name }) => name);
}

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
