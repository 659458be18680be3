import { iso } from "../../core/instant.ts";
import { troublesOf, type Pulse } from "../../core/pulse.ts";

export interface HealthDeps {
  /** What is missing, where the rows cannot be read or are not those that this version needs. */
  pulse(): Promise<Pulse | "schema" | "database">;
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
  const pulse = await deps.pulse();
  if (typeof pulse === "string") return { status: "down", lastTickAt: null, lastPollAt: null, reasons: [pulse] };
  const reasons = [...new Set(troublesOf(pulse, deps.perMinute, deps.wallNow()).map(({ reason }) => reason))];
  const at = (instant: number) => (instant === 0 ? null : iso(instant));
  return {
    status: reasons.length === 0 ? "ok" : "degraded",
    lastTickAt: at(pulse.lastTickAt),
    lastPollAt: at(pulse.lastPollAt),
    reasons,
  };
}
