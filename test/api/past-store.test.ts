import type { Json } from "../../src/core/json.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { historyStore } from "../../src/features/digests/history-store.ts";
import type { HistoryQuery, StoredHistory } from "../../src/features/digests/edition/read-history.ts";
import { dice } from "../support/mutations.ts";
import { runs } from "../support/runs.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TO = Date.UTC(2026, 10, 16, 8);

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

interface Raw {
  targets: { id: string; kind: string; watchlistId: string; state: object | null }[];
  events: { targetId: string; type: string; detectedAt: number; data: Record<string, number | string | null> }[];
  points: { targetId: string; at: number; values: Record<string, number> }[];
}

function history(seed: number): Raw {
  const roll = dice(seed);
  const pick = <T>(all: T[]): T => all[Math.floor(roll() * all.length)]!;
  const targets = Array.from({ length: 7 }, (_, index) => ({
    id: `tgt_${index}`,
    kind: pick(["hashtag", "hashtag", "live"]),
    watchlistId: pick(["wl_default", "wl_b"]),
    state: roll() < 0.8 ? { since: index } : null,
  }));
  const any = () => pick(targets).id;
  const at = () => TO - Math.floor(roll() * 20 * DAY) + DAY;
  return {
    targets,
    events: Array.from({ length: 40 }, () => ({
      targetId: any(),
      type: pick(["hashtag.surged", "hashtag.gone", "live.ended"]),
      detectedAt: at(),
      data: { cid: pick(["a", "b'\"$"]), percent: roll() < 0.5 ? roll() * 100 : null, more: "left out" },
    })).toSorted((a, b) => a.detectedAt - b.detectedAt),
    points: Array.from({ length: 60 }, () => {
      const values: Record<string, number> = {};
      for (const name of ["views:a", "views:b", "uses:a", "other:a"])
        if (roll() < 0.6) values[name] = Math.floor(roll() * 1e6);
      return { targetId: any(), at: at(), values };
    }).toSorted((a, b) => a.at - b.at),
  };
}

async function put({ targets, events, points }: Raw): Promise<void> {
  const rows = new Map<string, [number, object][]>();
  for (const { targetId, at, values } of points) {
    const key = `${targetId} ${Math.floor(at / DAY)}`;
    rows.set(key, [...(rows.get(key) ?? []), [at, values]]);
  }
  await api.db.batch([
    ...targets.map(({ id, kind, watchlistId, state }) =>
      api.db
        .prepare(
          `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
             announce_initial, settings, sheet_id, state, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?1, '{"region":"US"}', ?1, 60, 1, 1, 0, '{}', 1, ?4, 7, 7)`,
        )
        .bind(id, watchlistId, kind, state === null ? null : JSON.stringify(state)),
    ),
    ...events.map(({ targetId, type, detectedAt, data }, index) =>
      api.db
        .prepare(
          `INSERT INTO events (seq, id, type, target_id, target, occurred_at, detected_at, window_to, data, commit_id)
           VALUES (?1, ?2, ?3, ?4, '{}', ?5, ?6, ?6, ?7, 'c')`,
        )
        .bind(
          detectedAt * 512 + index,
          `evt_${index}`,
          type,
          targetId,
          detectedAt - 5,
          detectedAt,
          JSON.stringify(data),
        ),
    ),
    ...[...rows].map(([key, all]) =>
      api.db
        .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
        .bind(key.split(" ")[0]!, all[0]![0], JSON.stringify(all)),
    ),
  ]);
}

/** How long a sample holds: there is one on each day (UTC) of a good poll. */
const HOLDS = 2 * DAY;
const met = { held: 0, lapsed: 0 };

/** What the store is to answer, looked up point by point. */
function plainly(raw: Raw, query: HistoryQuery): StoredHistory[] {
  const wanted = raw.targets
    .filter(({ kind, watchlistId }) => kind === query.kind && [null, watchlistId].includes(query.watchlistId))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return wanted.map(({ id, state }) => {
    const own = raw.points.filter(({ targetId }) => targetId === id);
    const names = ["views:a", "views:b", "uses:a"].filter((name) => own.some(({ values }) => name in values));
    const valueAt = (name: string, at: number): number | null => {
      const dayOf = (point: { at: number }) => Math.floor(point.at / DAY);
      const until = own.filter((point) => point.at <= at);
      const lastDays = [...new Set(until.map(dayOf))].slice(-2);
      const lately = until.filter((point) => lastDays.includes(dayOf(point))).slice(-3);
      const value = lately.findLast(({ values }) => name in values)?.values[name] ?? null;
      const holds = lately.length > 0 && at - lately.at(-1)!.at <= HOLDS;
      if (value !== null) met[holds ? "held" : "lapsed"] += 1;
      return holds ? value : null;
    };
    const series = names.map((name): [string, (number | null)[]] => [name, query.grid.map((at) => valueAt(name, at))]);
    return {
      target: { id, name: id, params: { region: "US" }, createdAt: 7 },
      // What the rows lack is filled in, as the kind reads it.
      state: state as Json,
      gaps: [],
      events: raw.events
        .filter(
          ({ targetId, type, detectedAt }) => targetId === id && type in query.events && detectedAt >= query.eventsFrom,
        )
        .map(({ type, detectedAt, data: { cid, percent } }) => ({
          type,
          occurredAt: detectedAt - 5,
          detectedAt,
          data: { cid: cid!, ...(percent === null ? {} : { percent: percent! }) },
        })),
      series: Object.fromEntries(series.filter(([, values]) => values.some((value) => value !== null))),
    };
  });
}

test("the past out of D1 is the past as it was, looked up point by point", async () => {
  for (let seed = 0; seed < runs(200, 5); seed++) {
    await api.clear();
    const raw = history(seed);
    await put(raw);
    // The grid reaches back past the first sample: nothing lies out of the store's reach.
    // It begins with a period that this one is compared with, so some instants are twice in it.
    const grid = [9, 5.5, 21, 14, 9, 7, 5.5, 3, 1, 0].map((days) => TO - days * DAY);
    for (const watchlistId of [null, "wl_b"]) {
      const query: HistoryQuery = {
        watchlistId,
        kind: "hashtag",
        events: { "hashtag.surged": ["cid", "percent"], "hashtag.gone": ["cid"] },
        eventsFrom: TO - 9 * DAY,
        series: ["views:", "uses:"],
        grid,
      };
      const found: StoredHistory[] = [];
      for (let page: StoredHistory[] = [], after: string | null = null; ;) {
        page = await historyStore(api.db).pasts(query, after, 2);
        found.push(...page);
        if (page.length < 2) break;
        after = page.at(-1)!.target.id;
      }
      expect(found).toEqual(plainly(raw, query));
    }
  }
  expect([met.held > 50, met.lapsed > 50]).toEqual([true, true]);
});
