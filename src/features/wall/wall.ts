import { DAY_MS } from "../../core/duration.ts";
import { horizonOf } from "../../core/knowledge.ts";
import type { HealthSnapshot } from "../../core/health-snapshot.ts";
import { ABOUT_MS } from "../../engine/prediction/usual-hours.ts";
import { isLive, openBroadcast, type Broadcast, countOnAir, type OnAirCount } from "../history/broadcasts.ts";
import { cardOf, handleOf, type OnAir } from "../now/card.ts";
import type { NowDeps, Watched } from "../now/now-reading.ts";
import { viewedOf, type ViewersDeps } from "./viewed.ts";
import { stripOf, type Strip } from "../creators/strip.ts";

/** The maximum number of tiles on a wall. */
const MAX_TILES = 12;

/** The number of creators with a strip on a page that is shared, and the number of such pages. */
const STRIPS = 20;
export const MAX_PAGES = 100;

/** The maximum number of events for the strip of a week. */
const MAX_OF_A_WEEK = 30;

const WEEK_MS = 7 * DAY_MS;

/** What a wall reads. */
interface WallReading {
  pulse: HealthSnapshot;
  /** The watchlist's name; null for all watchlists. */
  list: string | null;
  /** The number of creators in all watchlists. */
  creators: number;
  /** The number of creators of the watchlist whose state is unknown; null for all watchlists. */
  unknown: number | null;
  /** About a hundred at most, and one more if there are more. */
  onAir: Watched[];
  more: boolean;
  /** The requested creators by name. */
  first: Watched[];
}

/** The maximum number of creators to name. With as many live, nobody is named. */
const MAX_NEXT = 4;

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
  /** Reads one watchlist, or all, with up to `listed` creators after the first `skipped` ones by name. */
  read(watchlistId: string | null, listed: number, skipped?: number): Promise<WallReading>;
  wallNow(): number;
}

export type SharedDeps = WallDeps & Pick<NowDeps, "since">;

export interface WallPorts {
  wall: SharedDeps;
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
export const wall = async (deps: WallDeps): Promise<Wall> =>
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

/** The last seven days of a creator. */
export interface Week {
  id: string;
  name: string;
  live: boolean;
  strip: Strip;
  /** The known time live, milliseconds. */
  airtime: number;
}

export interface SharedPage extends Wall {
  weeks: Week[];
  /** The page of weeks, from 1, and whether more creators follow. */
  page: number;
  isMore: boolean;
}

/** The page of a feed key: the live creators of its watchlist, and the last seven days of a page of creators. */
export async function shared(deps: SharedDeps, watchlistId: string | null, page = 1): Promise<SharedPage> {
  const reading = await deps.read(watchlistId, STRIPS + 1, (page - 1) * STRIPS);
  const at = deps.wallNow();
  const creators = reading.first.slice(0, STRIPS);
  const horizon = horizonOf(reading.pulse, at);
  const from = horizon.now - WEEK_MS;
  const ids = creators.map(({ id }) => id);
  const [now, events] = await Promise.all([
    wallOf(reading, watchlistId, at, deps),
    ids.length === 0 ? [] : deps.since(ids, from, MAX_OF_A_WEEK),
  ]);
  const of = Map.groupBy(events, ({ targetId }) => targetId);
  const weeks = creators.map((one): Week => {
    const strip = stripOf(one, of.get(one.id) ?? [], { from, most: MAX_OF_A_WEEK, horizon });
    const airtime = strip.on.reduce((sum, span) => sum + span.to - span.from, 0);
    return { id: one.id, name: one.name, live: isLive(one, horizon), strip, airtime };
  });
  return { ...now, weeks, page, isMore: reading.first.length > STRIPS };
}
