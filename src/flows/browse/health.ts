import { iso } from "../../core/instant.ts";
import type { Gate } from "../../core/gate.ts";

/** The ticker's row as far as it tells how things are; `lastTickAt` is 0 before the first tick. */
export interface Pulse {
  lastTickAt: number;
  spacingMs: number;
  gate: Gate | null;
}

export interface HealthDeps {
  /** Null where the database or its schema is missing. */
  pulse(): Promise<Pulse | null>;
  wallNow(): number;
}

const SHORTEST_SPACING_MS = 60_000;
const SILENT_INTERVALS = 3;

/** True while no call of the upstream may start, save a careful one. */
export const isShut = (gate: Gate | null): boolean => gate !== null && gate.reopenedAt === 0;

/** How the system is: down without a database, degraded where ticks are silent or the upstream is unwell. */
export async function health(
  deps: HealthDeps,
): Promise<{ status: "ok" | "degraded" | "down"; lastTickAt: string | null }> {
  const pulse = await deps.pulse();
  if (pulse === null) return { status: "down", lastTickAt: null };
  const { lastTickAt, spacingMs, gate } = pulse;
  const patienceMs = SILENT_INTERVALS * Math.max(SHORTEST_SPACING_MS, spacingMs);
  const silent = lastTickAt !== 0 && deps.wallNow() - lastTickAt > patienceMs;
  return { status: silent || isShut(gate) ? "degraded" : "ok", lastTickAt: lastTickAt === 0 ? null : iso(lastTickAt) };
}
