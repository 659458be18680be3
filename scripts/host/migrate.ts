import type { D1Database } from "@cloudflare/workers-types";
import type { Prepared } from "./prepare.ts";

/** Applies what is missing, a file in one batch, and remembers it in wrangler's own table, so that both ways agree. */
export async function migrate(db: D1Database, migrations: Prepared["migrations"]): Promise<string[]> {
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const { name, statements } of missing) {
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
    ]);
  }
  return missing.map(({ name }) => name);
}
