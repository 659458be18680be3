import { isFailing } from "../../core/channel-failure.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { horizonOf, type Horizon } from "../../core/knowledge.ts";
import { targetKinds } from "../../targets/registry.ts";
import { BROADCASTING, isLive, openBroadcast, type Broadcast } from "./broadcasts.ts";
import {
  MAX_DELIVERIES,
  MAX_OF_ONE,
  MAX_ON_AIR,
  type NowDeps,
  type NowReading,
  type Telling,
  type Watched,
} from "./now-reading.ts";
import { stripOf, type Strip } from "./strip.ts";

/** As many stand on the page by themselves. */
const MAX_CARDS = 12;
const MAX_STRIPS = 12;
const MAX_HAPPENINGS = 15;

/** Somebody who is on air. */
export interface OnAir {
  id: string;
  name: string;
  handle: string | null;
  broadcast: Broadcast;
  viewers: number | null;
  /** Where they stand, as their rankings say; null where none is known. */
  rank: { place: number; title: string } | null;
  /** Where to watch. */
  url: string | null;
}

/** How many are live, and how many of those were when that was known last; `more` where not all were counted. */
export interface OnAirCount {
  count: number;
  unknown: number;
  more: boolean;
}

export const countOnAir = (broadcasts: Broadcast[], more: boolean): OnAirCount => {
  const count = broadcasts.filter(({ unknownSince }) => unknownSince === null).length;
  return { count, unknown: broadcasts.length - count, more };
};

/** Who was told of an event: nobody where no subscription asked for it. */
export interface Happening {
  event: Event;
  /** Null where it is too long ago to say. */
  told: Telling[] | null;
}

export interface StripOfTarget {
  id: string;
  name: string;
  handle: string | null;
  live: boolean;
  enabled: boolean;
  strip: Strip;
}

export interface Now extends Pick<NowReading, "pulse" | "waiting" | "failing" | "lost" | "unreached"> {
  at: number;
  /** Some of those of whom nobody knows whether they are live. */
  unclear: Watched[];
  creators: number;
  others: number;
  /** Those with the latest start first. */
  cards: OnAir[];
  onAir: OnAirCount;
  strips: StripOfTarget[];
  happenings: Happening[];
}

/** Who is on air, what happened, and what needs a hand. */
export async function now(deps: NowDeps): Promise<Now> {
  const reading = await deps.read();
  const at = deps.wallNow();
  const { counts, pulse: healthSnapshot, waiting, failing, unknown, lost } = reading;
  const horizon = horizonOf(healthSnapshot, at);
  const { [BROADCASTING]: creators = 0, ...others } = counts;
  const airing = reading.onAir
    .slice(0, MAX_ON_AIR)
    .flatMap((one) => {
      const broadcast = openBroadcast(one, horizon);
      return broadcast === null ? [] : [{ one, broadcast }];
    })
    .sort((a, b) => b.broadcast.startedAt - a.broadcast.startedAt);
  return {
    at,
    pulse: healthSnapshot,
    waiting,
    failing,
    unclear: unknown,
    lost,
    unreached: reading.unreached.filter(isFailing),
    creators,
    others: Object.values(others).reduce((sum, n) => sum + n, 0),
    cards: airing.slice(0, MAX_CARDS).map(({ one, broadcast }) => cardOf(one, broadcast, reading.first)),
    onAir: countOnAir(
      airing.map(({ broadcast }) => broadcast),
      reading.onAir.length > MAX_ON_AIR,
    ),
    strips: await stripsOf(
      airing.map(({ one }) => one),
      reading,
      horizon,
      deps,
    ),
    happenings: reading.events.slice(0, MAX_HAPPENINGS).map((event) => ({ event, told: notifiedOf(event, reading) })),
  };
}

/** A creator's handle, as it was told last or as somebody gave it; null where nobody knows. */
function handleOf({ kind, params, state }: Pick<Watched, "kind" | "params" | "state">): string | null {
  const { info } = state === null ? {} : (targetKinds[kind]!.snapshot(state) as { info?: JsonObject });
  const handle = info?.["handle"] ?? params["handle"];
  return typeof handle === "string" && handle !== "" ? handle : null;
}

/** Somebody on air; `others` may say where they stand. */
export function cardOf(one: Watched, broadcast: Broadcast, others: Watched[]): OnAir {
  const { viewers } = targetKinds[one.kind]!.snapshot(one.state);
  return {
    id: one.id,
    name: one.name,
    handle: handleOf(one),
    broadcast,
    viewers: typeof viewers === "number" ? viewers : null,
    rank: rankOf(one, others),
    url: targetKinds[one.kind]!.watchUrl?.(one.params, one.state) ?? null,
  };
}

/** The best place that a ranking of the same creator has. */
function rankOf({ params }: Watched, others: Watched[]): OnAir["rank"] {
  const own = others.filter(
    ({ kind, state, params: { userId } }) => kind === "ranking" && state !== null && userId === params["userId"],
  );
  const all = own.flatMap(({ kind, state }) => {
    const { rankings } = targetKinds[kind]!.snapshot(state) as { rankings?: Json };
    return Array.isArray(rankings) ? (rankings as JsonObject[]) : [];
  });
  const standing = all.flatMap(({ place, title, onRank }) =>
    typeof place === "number" && typeof title === "string" && onRank !== false ? [{ place, title }] : [],
  );
  return standing.sort((a, b) => a.place - b.place)[0] ?? null;
}

/** Those on air first, then who cannot be read, then those of whom something happened, then the first ones. */
async function stripsOf(
  airing: Watched[],
  reading: NowReading,
  horizon: Horizon,
  deps: NowDeps,
): Promise<StripOfTarget[]> {
  const known = new Map(
    [...reading.first, ...reading.unknown, ...reading.failing, ...airing].map((one) => [one.id, one]),
  );
  const happened = reading.events.flatMap(({ targetId }) => known.get(targetId ?? "") ?? []);
  const wished = [...airing, ...reading.failing, ...reading.unknown, ...happened, ...reading.first].map(({ id }) => id);
  const chosen = [...new Set(wished)]
    .map((id) => known.get(id)!)
    .filter(({ kind }) => kind === BROADCASTING)
    .slice(0, MAX_STRIPS);
  const { now: at } = horizon;
  const from = at - DAY_MS;
  const events =
    chosen.length === 0
      ? []
      : await deps.since(
          chosen.map(({ id }) => id),
          from,
          MAX_OF_ONE,
        );
  return chosen.map((one) => ({
    id: one.id,
    name: one.name,
    handle: handleOf(one),
    enabled: one.enabled,
    live: isLive(one, horizon),
    strip: stripOf(
      one,
      events.filter(({ targetId }) => targetId === one.id),
      { from, most: MAX_OF_ONE, horizon },
    ),
  }));
}

/** The deliveries that an event stands in; null where those that were read do not reach so far back. */
function notifiedOf({ id, detectedAt }: Event, { deliveries }: NowReading): Telling[] | null {
  const notified = deliveries.filter(({ items }) => items.some(({ event, update }) => event === id || update === id));
  const oldest = deliveries.at(-1);
  const reaches = deliveries.length < MAX_DELIVERIES || oldest === undefined || oldest.madeAt < detectedAt;
  return notified.length > 0 || reaches ? notified : null;
}
