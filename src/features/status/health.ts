import { iso } from "../../core/instant.ts";
import { troublesOf, type HealthSnapshot } from "../../core/health-snapshot.ts";

export interface HealthDeps {
  /** A string says what is missing if the rows cannot be read, or do not have the required schema. */
  pulse(): Promise<HealthSnapshot | "schema" | "database" | "database_quota">;
  /**
   * Reports whether the database has refused something today because its daily rows are used up, as far as this process
   * knows.
   */
  isUsedUp(): boolean;
  wallNow(): number;
}

export interface Health {
  status: "ok" | "degraded" | "down";
  lastTickAt: string | null;
  lastPollAt: string | null;
  /** Codes of the problems, the worst first. */
  reasons: string[];
}

/** The health of the system: down without its database, degraded if anything prevents watching or notifying. */
export async function health(deps: HealthDeps): Promise<Health> {
  const healthSnapshot = await deps.pulse();
  // The database exists and answers again at midnight.
  if (healthSnapshot === "database_quota")
    return { status: "degraded", lastTickAt: null, lastPollAt: null, reasons: [healthSnapshot] };
  if (typeof healthSnapshot === "string")
    return { status: "down", lastTickAt: null, lastPollAt: null, reasons: [healthSnapshot] };
  const found = troublesOf(healthSnapshot, healthSnapshot.perMinute, deps.wallNow()).map(({ reason }) => reason);
  const reasons = [...new Set(deps.isUsedUp() ? ["database_quota" as const, ...found] : found)];
  const at = (instant: number) => (instant === 0 ? null : iso(instant));
  return {
    status: reasons.length === 0 ? "ok" : "degraded",
    lastTickAt: at(healthSnapshot.lastTickAt),
    lastPollAt: at(healthSnapshot.lastPollAt),
    reasons,
  };
}
