import { DAY_MS } from "../../core/duration.ts";
import { horizonOf } from "../../core/knowledge.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";
import { isLive, openBroadcast, type Broadcast } from "./broadcasts.ts";
import { cardOf, countOnAir, type OnAir, type OnAirCount } from "./now.ts";
import type { NowDeps, Watched } from "./now-reading.ts";
import { stripOf, type Strip } from "./strip.ts";

/** As many have room on a wall. */
const MAX_TILES = 12;

/** As many creators of a shared list have a strip. */
const MAX_STRIPS = 20;

/** Events that a strip of a week looks at. */
const MAX_OF_A_WEEK = 30;

const WEEK_MS = 7 * DAY_MS;

/** Who is on air, as the database says it. */
interface WallReading {
  pulse: HealthSnapshot;
  /** The watchlist's name; null where it is of all. */
  list: string | null;
  /** How many creators there are, in all lists. */
  creators: number;
  /** Of the watchlist: how many there are of whom nobody knows whether they are live; null where it is of all. */
  unknown: number | null;
  /** Some hundred at the most, one more where there are more. */
  onAir: Watched[];
  more: boolean;
  /** The first creators of the watchlist by name, or of all: as many as were asked for. */
  first: Watched[];
}

/** Viewers over time: epoch ms and how many. */
export type Viewers = [at: number, count: number][];

export interface WallDeps {
  /** Of one watchlist, or of all, with so many of its creators. */
  read(watchlistId: string | null, listed: number): Promise<WallReading>;
  /** Of each of these targets since an instant, oldest first. */
  viewers(targetIds: string[], since: number): Promise<Map<string, Viewers>>;
  wallNow(): number;
}

export type SharedDeps = WallDeps & Pick<NowDeps, "since">;

export interface Tile extends OnAir {
  viewed: Viewers;
}

export interface Wall extends Pick<WallReading, "pulse" | "list" | "creators" | "unknown"> {
  at: number;
  /** The latest start first. */
  tiles: Tile[];
  onAir: OnAirCount;
}

/** Who is on air, with how many watch, the latest start first. */
export const wall = async (deps: WallDeps): Promise<Wall> => wallOf(await deps.read(null, 0), deps.wallNow(), deps);

async function wallOf(reading: WallReading, at: number, deps: WallDeps): Promise<Wall> {
  const { pulse: healthSnapshot, list, creators, unknown, onAir, more } = reading;
  const horizon = horizonOf(healthSnapshot, at);
  const airing = onAir
    .flatMap((one): [Watched, Broadcast][] => {
      const broadcast = openBroadcast(one, horizon);
      return broadcast === null ? [] : [[one, broadcast]];
    })
    .sort(([, a], [, b]) => b.startedAt - a.startedAt);
  const shown = airing.slice(0, MAX_TILES);
  const since = Math.max(at - DAY_MS, Math.min(...shown.map(([, { startedAt }]) => startedAt)));
  const viewed =
    shown.length === 0
      ? new Map<string, Viewers>()
      : await deps.viewers(
          shown.map(([{ id }]) => id),
          since,
        );
  const tiles = shown.map(([one, broadcast]) => ({
    ...cardOf(one, broadcast, []),
    viewed: (viewed.get(one.id) ?? []).filter(([time]) => time >= broadcast.startedAt),
  }));
  const broadcasts = airing.map(([, broadcast]) => broadcast);
  return { at, pulse: healthSnapshot, list, creators, unknown, tiles, onAir: countOnAir(broadcasts, more) };
}

/** A creator's last seven days. */
export interface Week {
  id: string;
  name: string;
  live: boolean;
  strip: Strip;
  /** Milliseconds on air, as far as they are known. */
  airtime: number;
}

export interface SharedPage extends Wall {
  weeks: Week[];
}

/** What somebody sees who was given a key: who is on air of its watchlist, and the last seven days. */
export async function shared(deps: SharedDeps, watchlistId: string | null): Promise<SharedPage> {
  const reading = await deps.read(watchlistId, MAX_STRIPS);
  const at = deps.wallNow();
  const creators = reading.first;
  const horizon = horizonOf(reading.pulse, at);
  const from = horizon.now - WEEK_MS;
  const ids = creators.map(({ id }) => id);
  const [now, events] = await Promise.all([
    wallOf(reading, at, deps),
    ids.length === 0 ? [] : deps.since(ids, from, MAX_OF_A_WEEK),
  ]);
  const of = Map.groupBy(events, ({ targetId }) => targetId);
  const weeks = creators.map((one): Week => {
    const strip = stripOf(one, of.get(one.id) ?? [], { from, most: MAX_OF_A_WEEK, horizon });
    const airtime = strip.on.reduce((sum, span) => sum + span.to - span.from, 0);
    return { id: one.id, name: one.name, live: isLive(one, horizon), strip, airtime };
  });
  return { ...now, weeks };
}
