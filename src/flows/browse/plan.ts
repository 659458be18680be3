import { planOf, watchedAt, type Lookers, type Plan, type Watching } from "../../core/plan/plan.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";
import { comesAndGoes } from "../../targets/visit.ts";
import { targetKinds } from "../../targets/registry.ts";

export interface PlanDeps {
  /** How the last tick met its work, and what was learned of all targets. */
  pulse(): Promise<Pick<HealthSnapshot, "load" | "pool">>;
  perMinute: number;
  retentionDays: number;
}

/** A change that somebody thinks about. */
export interface Change {
  /** How many targets more, by kind. */
  add: Record<string, number>;
  /** Another budget, calls a minute; null for the one that there is. */
  pollsPerMinute: number | null;
  /** The interval of those that are added, seconds; null for that of their kind. */
  intervalSeconds: number | null;
  /** Who looks all day, now and then. */
  lookers?: Lookers;
}

/** By what name a query says how many targets of a kind are added: `addLive`. */
export const addedName = (kind: string): string => `add${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

export interface Planned extends Plan {
  watching: Watching;
}

/** How polls have come of late: what the last tick found. */
export interface Achieved {
  /** What 19 in 20 of the targets that were due had waited since their last poll, seconds; null where none was due. */
  p95GapSeconds: number | null;
  /** True where `/healthz` says so. */
  behind: boolean;
}

/** What is watched now comes to, and what it would after a change. */
export async function plan(
  change: Change,
  deps: PlanDeps,
): Promise<{ now: Planned; after: Planned; achieved: Achieved }> {
  const healthSnapshot = await deps.pulse();
  const now = watchedAt(healthSnapshot, deps.perMinute);
  const after = changed(now, change);
  const achieved = { p95GapSeconds: healthSnapshot.load.p95GapSeconds, behind: healthSnapshot.load.behindSince !== 0 };
  const planned = (watching: Watching): Planned => ({
    ...planOf(watching, deps.retentionDays, change.lookers),
    watching,
  });
  return { now: planned(now), after: planned(after), achieved };
}

function changed(now: Watching, { add, pollsPerMinute, intervalSeconds }: Change): Watching {
  const after = { ...now, perMinute: pollsPerMinute ?? now.perMinute };
  for (const [name, count] of Object.entries(add)) {
    const kind = targetKinds[name];
    if (kind === undefined || count === 0) continue;
    const interval = intervalSeconds ?? kind.intervalSeconds;
    const calls = count * kind.calls(kind.example.params);
    const asked = (calls * 60) / interval;
    after.calls += calls;
    after.asked += asked;
    after.shortestMs = Math.min(after.shortestMs, interval * 1000);
    if (!comesAndGoes(kind)) continue;
    after.habitual += count;
    after.habitualAsked += asked;
  }
  return after;
}
