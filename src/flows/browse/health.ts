import { iso } from "../../core/instant.ts";
import { troublesOf, type HealthSnapshot } from "../../core/pulse.ts";

export interface HealthDeps {
  /** What is missing, where the rows cannot be read or are not those that this version needs. */
  pulse(): Promise<HealthSnapshot | "schema" | "database" | "database_quota">;
  /** True where the database refused something today because the rows of its day are used up, as far as this process knows. */
  isUsedUp(): boolean;
  perMinute: number;
  wallNow(): number;
}

export interface Health {
  status: "ok" | "degraded" | "down";
  lastTickAt: string | null;
  lastPollAt: string | null;
  /** Why it is not ok, by code, the worst first. */
  reasons: string[];
}

/** How the system is: down without its database, degraded where anything keeps it from watching or telling. */
export async function health(deps: HealthDeps): Promise<Health> {
  const healthSnapshot = await deps.pulse();
  // It is there, and answers again at midnight.
  if (healthSnapshot === "database_quota")
    return { status: "degraded", lastTickAt: null, lastPollAt: null, reasons: [healthSnapshot] };
  if (typeof healthSnapshot === "string")
    return { status: "down", lastTickAt: null, lastPollAt: null, reasons: [healthSnapshot] };
  const found = troublesOf(healthSnapshot, deps.perMinute, deps.wallNow()).map(({ reason }) => reason);
  const reasons = [...new Set(deps.isUsedUp() ? ["database_quota" as const, ...found] : found)];
  const at = (instant: number) => (instant === 0 ? null : iso(instant));
  return {
    status: reasons.length === 0 ? "ok" : "degraded",
    lastTickAt: at(healthSnapshot.lastTickAt),
    lastPollAt: at(healthSnapshot.lastPollAt),
    reasons,
  };
}
