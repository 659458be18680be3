import type { Team } from "./team-shape.ts";
import { perMinuteOf, type ConfiguredBudget } from "../../core/budget.ts";
import type { Language } from "../../core/language.ts";
import type { TeamDeps } from "./team.ts";
import { reader, type Row } from "../../db/row.ts";
import { ticker } from "../../engine/schema/schema.ts";

const readTicker = reader(ticker);

/** The team's time zone as SQL, NULL if it was never set. */
export const TEAM_ZONE = "(SELECT timezone FROM ticker WHERE id = 1)";

/** What the environment sets: null for nothing. */
interface Provided {
  budget: ConfiguredBudget;
  language: Language | null;
}

/** What is set for the whole team, in D1. */
export const teamStore = (
  db: D1Database,
  { budget, language }: Provided,
): TeamDeps & { begin(timezone: string): Promise<void> } => ({
  budget,

  async read(): Promise<Team> {
    const row = await db.prepare("SELECT timezone, language, polls_per_minute FROM ticker WHERE id = 1").first<Row>();
    const stored = readTicker(row!, "timezone", "language", "pollsPerMinute");
    return {
      timezone: stored.timezone,
      language: language ?? stored.language ?? "en",
      pollsPerMinute: perMinuteOf(budget, stored.pollsPerMinute),
      environment: [
        ...(language === null ? [] : ["language" as const]),
        ...(budget.environment === null ? [] : ["pollsPerMinute" as const]),
      ],
    };
  },

  async keep(team) {
    const at = (name: keyof typeof team) => [team[name] === undefined ? 0 : 1, team[name] ?? null] as const;
    await db
      .prepare(
        `UPDATE ticker SET timezone = iif(?1, ?2, timezone), language = iif(?3, ?4, language),
           polls_per_minute = iif(?5, ?6, polls_per_minute) WHERE id = 1`,
      )
      .bind(...at("timezone"), ...at("language"), ...at("pollsPerMinute"))
      .run();
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
