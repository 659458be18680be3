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

let seq = 0;

/** Writes what a report reads. */
export function reportWorld(api: RunningApi) {
  async function creator(name: string, userId: string, watchlistId: string, streams: Stream[], createdAt = 0) {
    const body = {
      kind: "live",
      name,
      params: { userId, ...(/^\w+$/.test(name) ? { handle: name.toLowerCase() } : {}) },
      watchlistId,
    };
    const { body: created, status } = await api.call("POST", "/v1/targets", body);
    expect([status, created.errors]).toEqual([201, undefined]);
    const id = created.id as string;
    await api.db.prepare("UPDATE targets SET created_at = ?2 WHERE id = ?1").bind(id, createdAt).run();
    const iso = (ms: number) => new Date(ms).toISOString();
    for (const { from, to, gap, viewers, beforeStart, beforeEnd } of streams) {
      const peakViewers = viewers.length === 0 ? null : Math.max(...viewers.map(([, count]) => count));
      const unknown = gap === null ? [] : [{ from: iso(gap.from), to: iso(gap.to) }];
      const startedAfter = beforeStart === undefined ? null : iso(from - beforeStart);
      const data = { startedAt: iso(from), startedAfter, endedAt: iso(to), unknown, peakViewers, roomId: "7" };
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

  return { creator, happened };
}

export const stream = (from: string, to: string, more: Partial<Stream> = {}): Stream => ({
  from: Date.parse(from),
  to: Date.parse(to),
  gap: null,
  viewers: [],
  ...more,
});
