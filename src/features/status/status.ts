import type { DeliveryStatus } from "../../core/delivery.ts";
import { isBreakerOpen } from "../../core/circuit-breaker.ts";
import { refusedOperations } from "../../core/operation.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import { type Horizon, horizonOf } from "../../core/knowledge.ts";
import { foundAfter, watchedAt } from "../../engine/plan/plan.ts";
import { type HealthDeps, type HealthSnapshot, troublesOf } from "../../core/health-snapshot.ts";
import { keysView, type SealedBy } from "../../engine/upstream/encrypted-store.ts";
import { type Provable, unknownSinceOf } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import type { Health, Status } from "./shape.ts";
import { isLive } from "../../kinds/status.ts";
import type { Problem } from "../../core/reason.ts";

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

/** A creator who is live, or was live when last known, with the stored state. */
export interface LiveTarget extends Provable {
  id: string;
  name: string;
}

export interface StatusReading {
  pulse: HealthSnapshot;
  tokens: number;
  /** 0 if no tick has filled the bucket. */
  filledAt: number;
  /**
   * The longest time that a target, including those being polled, has waited past its due time, as of the last tick.
   */
  lagSeconds: number;
  /** Targets by kind. */
  targets: Record<string, number>;
  onAir: LiveTarget[];
  channels: number;
  subscriptions: number;
  events: number;
  /** Stored ones by status, except the sent ones; pending ones up to `MOST_PENDING`. */
  deliveries: Partial<Record<Exclude<DeliveryStatus, "sent">, number>>;
  pending: { polls: number; deliveries: number };
  /** Null if not requested, for a single watchlist. */
  sealed: SealedBy[] | null;
}

export interface StatusDeps {
  /**
   * Reads everything, or the counts and live creators of one watchlist. With `alone`, subscriptions of all watchlists
   * are not counted.
   */
  read(maxLive: number, watchlistId: string | null, alone: boolean): Promise<StatusReading>;
  /** The IDs of the encryption keys, the one that encrypts first. */
  keyIds: string[];
  wallNow(): number;
}

/** The maximum number of live creators, since D1 bills rows read. */
const MAX_LIVE = 100;

/** The state of polling and delivery. Counts and live creators are of one watchlist, or of all. */
export async function status(deps: StatusDeps, watchlistId: string | null = null): Promise<Status> {
  return statusOf(await deps.read(MAX_LIVE, watchlistId, false), deps);
}

/**
 * The state of one watchlist without anything that other watchlists contribute to: only what is its own, and what
 * `/healthz` tells everybody.
 */
export async function statusAlone(deps: StatusDeps, watchlistId: string): Promise<Status> {
  const { upstream, counts, liveNow, lastTickAt } = statusOf(await deps.read(MAX_LIVE, watchlistId, true), deps);
  return {
    upstream: { ...upstream, detail: null, refused: null },
    budget: null,
    polling: null,
    lagSeconds: null,
    counts: { ...counts, deliveries: null },
    liveNow,
    pending: null,
    reasons: null,
    encryptionKeys: null,
    lastTickAt,
  };
}

function statusOf(reading: StatusReading, deps: Pick<StatusDeps, "keyIds" | "wallNow">) {
  const { pulse: healthSnapshot } = reading;
  const { perMinute } = healthSnapshot;
  const tokens = reading.filledAt === 0 ? perMinute : reading.tokens;
  const left = Math.min(perMinute, Math.max(0, Math.floor(tokens)));
  const horizon = horizonOf(healthSnapshot, deps.wallNow());
  const troubles = troublesOf(healthSnapshot, perMinute, deps.wallNow());
  return {
    upstream: upstreamOf(healthSnapshot, troubles),
    budget: {
      perMinute,
      used: perMinute - left,
      left,
      asked: Math.round(healthSnapshot.load.asked * 10) / 10,
    },
    polling: pollingOf(healthSnapshot, perMinute),
    lagSeconds: reading.lagSeconds,
    counts: {
      targets: reading.targets,
      channels: reading.channels,
      subscriptions: reading.subscriptions,
      events: reading.events,
      deliveries: { pending: 0, dead: 0, suppressed: 0, held: 0, ...reading.deliveries },
    },
    liveNow: reading.onAir.flatMap((one) => airing(one, horizon)),
    pending: reading.pending,
    reasons: troubles.map(({ reason, since, detail }) => ({
      reason,
      since: since === 0 ? null : iso(since),
      detail,
    })),
    encryptionKeys: reading.sealed === null ? null : keysView(deps.keyIds, reading.sealed),
    lastTickAt: healthSnapshot.lastTickAt === 0 ? null : iso(healthSnapshot.lastTickAt),
  };
}

function pollingOf(healthSnapshot: HealthSnapshot, perMinute: number) {
  const { way, delay } = foundAfter(watchedAt(healthSnapshot, perMinute));
  return { way, expectedDelay: delay };
}

function upstreamOf(healthSnapshot: HealthSnapshot, troubles: Problem[]) {
  const { gate } = healthSnapshot;
  const refused = refusedOperations(healthSnapshot).map(([operation, { status, since, until }]) => ({
    operation,
    status,
    since: iso(since),
    until: iso(until),
  }));
  // A service that answers without telling anything is not ok.
  const unwell = troubles.find(({ reason }) => reason.startsWith("upstream_"));
  if (unwell !== undefined) {
    const { reason, since, detail } = unwell;
    const own = refused.find(({ operation }) => operation === unwell.refused?.operation);
    const until = isBreakerOpen(gate) ? iso(gate!.until) : (own?.until ?? null);
    const status = reason.slice("upstream_".length) as Status["upstream"]["status"];
    return { status, since: since === 0 ? null : iso(since), until, detail, refused };
  }
  const creeps = gate !== null && gate.reopenedAt !== 0;
  const detail = creeps ? "The budget is creeping back after a 429." : null;
  return { status: "ok" as const, since: creeps ? iso(gate.reopenedAt) : null, until: null, detail, refused };
}

function airing(target: LiveTarget, horizon: Horizon): Status["liveNow"] {
  const { kind: name, state } = target;
  const kind = targetKinds[name];
  if (kind === undefined || state === null || !isLive(kind, state)) return [];
  const { roomId = null, startedAt = null } = kind.snapshot(state) as Partial<Status["liveNow"][number]>;
  return [
    {
      targetId: target.id,
      name: target.name,
      roomId,
      startedAt,
      unknownSince: isoOrNull(unknownSinceOf(target, horizon)),
    },
  ];
}
