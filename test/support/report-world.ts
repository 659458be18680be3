import { expect } from "vitest";
import type { RunningApi } from "../api/running-api.ts";

const DAY = 86_400_000;

export interface Stream {
  from: number;
  to: number;
  /** What no poll observed of it. */
  gap: { from: number; to: number } | null;
  /** How long before its start and its end the polls before them were, milliseconds; undefined if not stored. */
  beforeStart?: number | undefined;
  beforeEnd?: number | undefined;
  /** Samples of viewers. */
  viewers: [at: number, viewers: number][];
}

/** The places of a creator by the key of the ranking, at an instant. */
export type PlacesAt = [at: number, places: Record<string, number>];

const placeSeries = (places: PlacesAt[1]): Record<string, number> =>
  Object.fromEntries(Object.entries(places).map(([key, place]) => [`place:${key}`, place]));

/** The state of a creator who is off the air. */
export const OFF = JSON.stringify({
  verdict: "off",
  since: 0,
  knownAt: null,
  room: null,
  session: null,
  flip: null,
  baseline: false,
});

/** As if everything had been polled a moment before any report. */
export const polledJustNow = (db: D1Database) =>
  db.prepare("UPDATE tally SET last_poll_at = 4102444800000 WHERE id = 1").run();

let seq = 0;

/** Writes what a report reads. */
export function reportWorld(api: RunningApi) {
  /** A creator who was polled well since then, but in the gaps of streams and these ones. */
  async function creator(
    name: string,
    userId: string,
    watchlistId: string,
    streams: Stream[],
    createdAt = 0,
    gaps: [from: number, to: number][] = [],
  ) {
    const body = {
      kind: "live",
      name,
      params: { userId, ...(/^\w+$/.test(name) ? { handle: name.toLowerCase() } : {}) },
      watchlistId,
    };
    const { body: created, status } = await api.call("POST", "/v1/targets", body);
    expect([status, created.errors]).toEqual([201, undefined]);
    const id = created.id as string;
    const unseen = [...gaps, ...streams.flatMap(({ gap }) => (gap === null ? [] : [[gap.from, gap.to]]))];
    await api.db
      .prepare("UPDATE targets SET created_at = ?2, state = ?3, gaps = ?4 WHERE id = ?1")
      .bind(id, createdAt, OFF, JSON.stringify(unseen.toSorted((a, b) => a[1]! - b[1]!)))
      .run();
    await polledJustNow(api.db);
    const iso = (ms: number) => new Date(ms).toISOString();
    for (const { from, to, viewers, beforeStart, beforeEnd } of streams) {
      const peakViewers = viewers.length === 0 ? null : Math.max(...viewers.map(([, count]) => count));
      const startedAfter = beforeStart === undefined ? null : iso(from - beforeStart);
      const data = { startedAt: iso(from), startedAfter, endedAt: iso(to), peakViewers, roomId: "7" };
      await api.db
        .prepare(
          `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
         VALUES (?1, ?2, 'live.ended', ?3, ?4, '{}', ?5, ?5, ?7, ?5, ?6, 'c')`,
        )
        .bind(
          to * 512 + (seq % 512),
          `evt_${seq++}`,
          id,
          watchlistId,
          to,
          JSON.stringify(data),
          beforeEnd === undefined ? null : to - beforeEnd,
        )
        .run();
    }
    const byDay = Map.groupBy(
      streams.flatMap((one) => one.viewers),
      ([when]) => Math.floor(when / DAY),
    );
    for (const points of byDay.values())
      await api.db
        .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
        .bind(id, points[0]![0], JSON.stringify(points.map(([when, viewers]) => [when, { viewers }])))
        .run();
    return id;
  }

  const happened = (type: string, targetId: string, when: string, data: object) =>
    api.db
      .prepare(
        `INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to, data, commit_id)
       VALUES (?1, ?2, ?3, ?4, 'wl_default', '{}', ?5, ?5, NULL, ?5, ?6, 'c')`,
      )
      .bind(
        Date.parse(when) * 512 + (seq % 512),
        `evt_${seq++}`,
        type,
        targetId,
        Date.parse(when),
        JSON.stringify(data),
      )
      .run();

  /** Stores the points of a ranking, whose titles it says by key. */
  async function ranked(targetId: string, titles: Record<string, string>, points: PlacesAt[]) {
    const rankings = Object.fromEntries(Object.entries(titles).map(([key, title]) => [key, { title }]));
    await api.db
      .prepare("UPDATE targets SET created_at = 0, state = ?2, gaps = '[]' WHERE id = ?1")
      .bind(targetId, JSON.stringify({ since: 0, league: null, rankings }))
      .run();
    for (const day of Map.groupBy(points, ([when]) => Math.floor(when / DAY)).values())
      await api.db
        .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
        .bind(targetId, day[0]![0], JSON.stringify(day.map(([when, places]) => [when, placeSeries(places)])))
        .run();
  }

  return { creator, happened, ranked };
}

export const stream = (from: string, to: string, more: Partial<Stream> = {}): Stream => ({
  from: Date.parse(from),
  to: Date.parse(to),
  gap: null,
  viewers: [],
  ...more,
});
