import type { Row } from "./row.ts";

/** More are not counted: each is a row that is read. */
const MOST_COUNTED = 200;

/** How many targets are on air, `MOST_COUNTED` at the most. */
export async function countOnAir(db: D1Database): Promise<number> {
  const row = await db
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM targets WHERE on_air = 1 AND enabled = 1 LIMIT ${MOST_COUNTED})`)
    .first<Row>();
  return Number(row!["n"]);
}
