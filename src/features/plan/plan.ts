import { capital } from "../../core/text.ts";
import { planOf, watchedAt, type PageViewers, type Plan, type Watching } from "../../engine/plan/plan.ts";
import { withMore } from "../../engine/plan/shared-load.ts";
import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import { comesAndGoes } from "../../kinds/presence.ts";
import { targetKinds } from "../../kinds/registry.ts";

export interface PlanDeps {
  /** What the last tick had to poll, and the population prior. */
  pulse(): Promise<Pick<HealthSnapshot, "load" | "pool" | "perMinute">>;
  retentionDays: number;
  /** Whether a Durable Object starts ticks while the cron trigger does not come. */
  hasWatchdog: boolean;
}

export interface PlanPorts {
  plan: PlanDeps;
}

/** A change to simulate. */
export interface Change {
  /** The number of added targets by kind. */
  add: Record<string, number>;
  /** Another budget, calls per minute; null for the current one. */
  pollsPerMinute: number | null;
  /** The interval of added targets, seconds; null for the default of their kind. */
  intervalSeconds: number | null;
  /** Page viewers, assumed to watch all day. */
  lookers?: PageViewers;
}

/** The query parameter for added targets of a kind: `addLive`. */
export const addedName = (kind: string): string => `add${capital(kind)}`;

export interface Planned extends Plan {
  watching: Watching;
}

/** Measurements of the last tick. */
export interface Achieved {
  /** The 95th percentile of the time since the last poll among due targets, seconds; null if none was due. */
  p95GapSeconds: number | null;
  /** True if `/healthz` reports `behind`. */
  behind: boolean;
}

/** Plans the current load, and the load after a change. */
export async function plan(
  change: Change,
  deps: PlanDeps,
): Promise<{ now: Planned; after: Planned; achieved: Achieved }> {
  const healthSnapshot = await deps.pulse();
  const now = watchedAt(healthSnapshot, healthSnapshot.perMinute);
  const after = changed(now, change);
  const achieved = { p95GapSeconds: healthSnapshot.load.p95GapSeconds, behind: healthSnapshot.load.behindSince !== 0 };
  const planned = (watching: Watching): Planned => ({
    ...planOf(watching, deps.retentionDays, change.lookers, deps.hasWatchdog),
    watching,
  });
  return { now: planned(now), after: planned(after), achieved };
}

function changed(now: Watching, { add, pollsPerMinute, intervalSeconds }: Change): Watching {
  let after = { ...now, perMinute: pollsPerMinute ?? now.perMinute };
  for (const [name, count] of Object.entries(add)) {
    const kind = targetKinds[name];
    if (kind === undefined || count === 0) continue;
    const interval = intervalSeconds ?? kind.intervalSeconds;
    const calls = count * kind.calls(kind.example.params);
    const requested = (calls * 60) / interval;
    after.shortestMs = Math.min(after.shortestMs, interval * 1000);
    if (comesAndGoes(kind)) after = withMore(after, count, requested);
    else {
      after.calls += calls;
      after.asked += requested;
    }
  }
  return after;
}
