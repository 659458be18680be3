import { statementsOf, type Migration } from "../../host/runtime/migrations.ts";

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
