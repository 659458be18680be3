import { LIMITS } from "../src/core/limits.ts";
import { SEQ_PER_MS } from "../src/core/event.ts";
import { engineOnD1 } from "../test/support/engine-on-d1.ts";
import { at95, type Bench } from "./bench.ts";
import { worker } from "./worker.ts";

const DEFAULT = 1_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 5, 1, 12);
const ROWS_A_STATEMENT = 50_000;

/** Fills the table of events with expired rows, spread over types and targets as those of a year would be. */
async function fill(db: D1Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_STATEMENT)
    await db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?2)
         INSERT INTO events (seq, id, type, target_id, watchlist_id, target, occurred_at, detected_at, window_from, window_to,
           data, follows, commit_id)
         SELECT (?3 + i) * ${SEQ_PER_MS}, 'evt_' || lower(hex(randomblob(13))), iif(i % 2, 'live.ended', 'live.started'), 'tgt_' || (i % 5000), 'wl',
           '{"kind":"live","name":"Creator","watchlistId":"wl"}', ?3 + i, ?3 + i, ?3 + i, ?3 + i,
           json_object('roomId', hex(randomblob(10)), 'title', hex(randomblob(100))), NULL, 'commit ' || i FROM n`,
      )
      .bind(from, Math.min(count, from + ROWS_A_STATEMENT), START - 200 * DAY)
      .run();
}

/** Expired events, and the ticks that it takes one machine to delete them; `--most` says how many. */
export const retention: Bench = {
  name: "retention",
  async run({ most: max = DEFAULT }) {
    const engine = await engineOnD1(await worker(), { LIMITS: "local" });
    try {
      await fill(engine.db, max);
      const left = async () => (await engine.db.prepare("SELECT count(*) AS n FROM events").first<number>("n"))!;
      const took: number[] = [];
      let ticks = 0;
      for (; ticks < 180 && (await left()) > 0; ticks++) {
        const started = performance.now();
        await engine.tick(START + ticks * MINUTE);
        took.push(performance.now() - started);
      }
      const what = `${max} expired events, ${LIMITS.local.retention.sliceMs} ms a tick`;
      const longest = Math.round(Math.max(...took));
      return [{ what, ticks, left: await left(), "tick p95 ms": Math.round(at95(took)), "longest ms": longest }];
    } finally {
      await engine.stop();
    }
  },
};
