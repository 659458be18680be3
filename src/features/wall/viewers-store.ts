import { DAY_MS } from "../../core/duration.ts";
import type { Viewers, ViewersDeps } from "./viewed.ts";
import type { Row } from "../../db/row.ts";

/** Viewers over time: a statement, and a row for each day of a target. */
export const viewersStore = (db: D1Database): ViewersDeps => ({
  async viewers(targetIds, since) {
    const { results } = await db
      .prepare(
        `SELECT s.target_id, s.points FROM json_each(?1) j CROSS JOIN series s
           ON s.target_id = j.value AND s.begins_at > ?2 ORDER BY s.begins_at`,
      )
      // A run covers one day.
      .bind(JSON.stringify(targetIds), since - DAY_MS)
      .all<Row>();
    const viewed = new Map<string, Viewers>(targetIds.map((id) => [id, []]));
    for (const row of results)
      for (const [at, { viewers }] of JSON.parse(String(row["points"])) as [number, { viewers?: number }][])
        if (viewers !== undefined && at >= since) viewed.get(String(row["target_id"]))!.push([at, viewers]);
    return viewed;
  },
});
