import type { Team, TeamDeps } from "./team.ts";
import { reader, type Row } from "../../db/row.ts";
import { ticker } from "../../engine/schema/schema.ts";

const readTicker = reader(ticker);

/** The team's time zone as SQL, NULL if it was never set. */
export const TEAM_ZONE = "(SELECT timezone FROM ticker WHERE id = 1)";

/** What is set for the whole team, in D1. */
export const teamStore = (db: D1Database): TeamDeps & { begin(timezone: string): Promise<void> } => ({
  async read(): Promise<Team> {
    const row = await db.prepare("SELECT timezone FROM ticker WHERE id = 1").first<Row>();
    return readTicker(row!, "timezone");
  },

  async keep({ timezone }) {
    await db.prepare("UPDATE ticker SET timezone = ?1 WHERE id = 1").bind(timezone).run();
  },

  /** Sets the time zone of an installation in which nothing is watched yet and that has none. */
  async begin(timezone) {
    await db
      .prepare(
        `UPDATE ticker SET timezone = ?1 WHERE id = 1 AND timezone IS NULL
           AND NOT EXISTS (SELECT 1 FROM targets) AND NOT EXISTS (SELECT 1 FROM digests)`,
      )
      .bind(timezone)
      .run();
  },
});
