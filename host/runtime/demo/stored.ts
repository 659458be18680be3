import type { Demo } from "../../../src/core/demo.ts";

/** True if another service is connected or the demo was left, so that none must be set up. */
export async function isPastDemo(db: D1Database): Promise<boolean> {
  const sql = "SELECT account IS NOT NULL OR EXISTS (SELECT 1 FROM left_demo) AS past FROM ticker WHERE id = 1";
  return (await db.prepare(sql).first<number>("past")) === 1;
}

/** Stores what the demo created, so that it can be left as a whole and no other service is polled for it. */
export async function noteDemo(db: D1Database, demo: Demo): Promise<void> {
  await db.prepare("UPDATE ticker SET demo = ?1 WHERE id = 1").bind(JSON.stringify(demo)).run();
}
