import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { migrate } from "../../scripts/host/migrate.ts";
import { readMigrations, statementsOf } from "../../scripts/host/migrations.ts";
import { migratedSqlite } from "./sqlite-d1.ts";

interface Opened {
  db: D1Database;
  close(): Promise<void>;
}

async function realD1(): Promise<Opened> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"], cf: false }),
  );
  const db = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  const all = await readMigrations();
  await migrate(
    db as never,
    all.map((one) => ({ name: one.name, statements: statementsOf(one) })),
  );
  return { db, close: () => miniflare.dispose() };
}

/** What the store runs on in production, and what tests run it on for speed: both must keep its rules. */
export const databases: [name: string, open: () => Promise<Opened>][] = [
  ["D1", realD1],
  ["SQLite in memory", async () => ({ db: await migratedSqlite(), close: async () => undefined })],
];
