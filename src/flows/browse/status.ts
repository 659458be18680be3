import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Gate } from "../../core/gate.ts";
import { iso } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import { targetKinds } from "../../targets/registry.ts";
import { isShut } from "./health.ts";

export interface StatusReading {
  lastTickAt: number;
  tokens: number;
  /** 0 where no tick ever filled the bucket. */
  filledAt: number;
  gate: Gate | null;
  lagSeconds: number;
  targets: { kind: string; count: number; onAir: { id: string; name: string; state: Json }[] }[];
  channels: number;
  subscriptions: number;
  events: number;
  deliveries: Partial<Record<DeliveryStatus, number>>;
  pending: { polls: number; deliveries: number };
}

export interface StatusDeps {
  read(): Promise<StatusReading>;
  perMinute: number;
}

const MOST_LIVE = 200;

const details: Record<Gate["reason"], string> = {
  unauthorized: "The upstream refuses our credentials (401); one careful call every ten minutes.",
  key_expired: "The upstream says that the key session has expired (428); one careful call every ten minutes.",
  throttled: "The upstream asked us to slow down (429); nothing is called until then.",
};

/** How polling and telling are doing now. */
export async function status(deps: StatusDeps) {
  const reading = await deps.read();
  const tokens = reading.filledAt === 0 ? deps.perMinute : reading.tokens;
  const left = Math.min(deps.perMinute, Math.max(0, Math.floor(tokens)));
  return {
    upstream: upstreamOf(reading.gate),
    budget: { perMinute: deps.perMinute, used: deps.perMinute - left, left },
    lagSeconds: reading.lagSeconds,
    counts: {
      targets: Object.fromEntries(reading.targets.map(({ kind, count }) => [kind, count])),
      channels: reading.channels,
      subscriptions: reading.subscriptions,
      events: reading.events,
      deliveries: { pending: 0, sent: 0, dead: 0, suppressed: 0, held: 0, ...reading.deliveries },
    },
    liveNow: reading.targets
      .flatMap(({ kind, onAir }) => onAir.flatMap((one) => airing(kind, one)))
      .slice(0, MOST_LIVE),
    pending: reading.pending,
    lastTickAt: reading.lastTickAt === 0 ? null : iso(reading.lastTickAt),
  };
}

function upstreamOf(gate: Gate | null) {
  if (gate === null) return { status: "ok", since: null, until: null, detail: null };
  if (isShut(gate)) {
    return { status: gate.reason, since: iso(gate.since), until: iso(gate.until), detail: details[gate.reason] };
  }
  const detail = "The budget is creeping back after a 429.";
  return { status: "ok", since: iso(gate.reopenedAt), until: null, detail };
}

function airing(kindName: string, target: { id: string; name: string; state: Json }) {
  const kind = targetKinds[kindName];
  if (kind === undefined || !kind.live(target.state)) return [];
  const { roomId = null, startedAt = null } = kind.snapshot(target.state);
  return [{ targetId: target.id, name: target.name, roomId, startedAt }];
}
