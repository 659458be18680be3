import { statementsOf, type Migration } from "../../scripts/host/migrations.ts";

/** Applies what is missing to a D1 that a test has, a file in one batch, as wrangler does. Answers the names of what it applied. */
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
