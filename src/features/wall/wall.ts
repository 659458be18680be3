import { DAY_MS } from "../../core/duration.ts";
import { horizonOf } from "../../core/knowledge.ts";
import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import { ABOUT_MS } from "../../engine/prediction/usual-hours.ts";
import { openBroadcast, type Broadcast, countOnAir, type OnAirCount } from "../history/broadcasts.ts";
import { cardOf, handleOf, type OnAir } from "../now/card.ts";
import type { Watched } from "../now/now-reading.ts";
import { viewedOf, type ViewersDeps } from "./viewed.ts";

/** The maximum number of tiles on a wall. */
const MAX_TILES = 12;

/** What a wall reads. */
interface WallReading {
  pulse: HealthSnapshot;
  /** The watchlist's name; null for all watchlists. */
  list: string | null;
  /** Its time zone; null for none, and for all watchlists. */
  timezone: string | null;
  /** The number of creators in all watchlists, and in this one. */
  creators: number;
  ofList: number;
  /** The number of creators of the watchlist whose state is unknown; null for all watchlists. */
  unknown: number | null;
  /** About a hundred at most, and one more if there are more. */
  onAir: Watched[];
  more: boolean;
  /** The requested creators by name. */
  first: Watched[];
}

/** The maximum number of creators to name. With as many live, nobody is named. */
export const MAX_NEXT = 4;

/** Starts further ahead are not worth a place. */
const WITHIN_MS = 7 * DAY_MS;

/** A target with its next expected start, epoch ms. */
export interface UsuallyNext {
  one: Watched;
  at: number;
}

/** A creator who usually goes live next. */
export interface NextUp {
  id: string;
  name: string;
  handle: string | null;
  /** Epoch ms. */
  at: number;
}

interface NextDeps {
  /** The offline targets of a watchlist, or of all, whose expected starts follow `after`, soonest first. */
  usuallyNext(watchlistId: string | null, after: number, max: number): Promise<UsuallyNext[]>;
}

/** The creators who usually go live next, soonest first. A creator is still expected 45 minutes after the usual time. */
export async function usuallyNext(watchlistId: string | null, now: number, deps: NextDeps): Promise<NextUp[]> {
  const soonest = await deps.usuallyNext(watchlistId, now - ABOUT_MS, MAX_NEXT);
  return soonest
    .filter(({ at }) => at < now + WITHIN_MS)
    .map(({ one, at }) => ({ id: one.id, name: one.name, handle: handleOf(one), at }));
}

export interface WallDeps extends ViewersDeps, NextDeps {
  /**
   * Reads one watchlist, or all, with up to `listed` creators after the first `skipped` ones by name; with all of them
   * if there are at most `whole`.
   */
  read(watchlistId: string | null, listed: number, skipped?: number, whole?: number): Promise<WallReading>;
  wallNow(): number;
}

export interface WallPorts {
  wall: WallDeps;
}

export interface Wall extends Pick<WallReading, "pulse" | "list" | "creators" | "unknown"> {
  at: number;
  /** Latest start first. */
  tiles: OnAir[];
  onAir: OnAirCount;
  /** Who usually goes live next, soonest first; nobody if several are live. */
  next: NextUp[];
}

/** Live creators with their viewers, latest start first. */
export const readWall = async (deps: WallDeps): Promise<Wall> =>
  wallOf(await deps.read(null, 0), null, deps.wallNow(), deps);

async function wallOf(reading: WallReading, listId: string | null, at: number, deps: WallDeps): Promise<Wall> {
  const { pulse: healthSnapshot, list, creators, unknown, onAir, more } = reading;
  const horizon = horizonOf(healthSnapshot, at);
  const airing = onAir
    .flatMap((one): [Watched, Broadcast][] => {
      const broadcast = openBroadcast(one, horizon);
      return broadcast === null ? [] : [[one, broadcast]];
    })
    .sort(([, a], [, b]) => b.startedAt - a.startedAt);
  const displayed = airing.slice(0, MAX_TILES);
  const [viewed, next] = await Promise.all([
    viewedOf(
      displayed.map(([{ id }, { startedAt }]) => ({ id, startedAt })),
      at,
      deps,
    ),
    displayed.length < MAX_NEXT ? usuallyNext(listId, horizon.now, deps) : [],
  ]);
  const tiles = displayed.map(([one, broadcast]) => cardOf(one, broadcast, [], viewed));
  const broadcasts = airing.map(([, broadcast]) => broadcast);
  return { at, pulse: healthSnapshot, list, creators, unknown, tiles, onAir: countOnAir(broadcasts, more), next };
}
