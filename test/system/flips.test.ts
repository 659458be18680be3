import { expect, test } from "vitest";
import worker from "../../src/worker.ts";
import { engineOnD1, notifyDiscord, userIdOf, watchMany, type Spent } from "../support/engine-on-d1.ts";

const MINUTE = 60_000;
const STORED = 3000;
const START = Date.UTC(2026, 0, 5, 12);

type Rows = Pick<Spent, "read" | "written">;

/** Rows that each of so many flips in one tick takes, beyond what the tick takes by itself: starts, then ends; and a tick with one. */
async function perFlip(flips: number, LIMITS: string): Promise<Record<"starts" | "ends" | "one", Rows>> {
  const engine = await engineOnD1(worker, { LIMITS });
  try {
    // Where half of those that are polled together flip, that is suspect and waits.
    await watchMany(engine, 4 * flips);
    await notifyDiscord(engine);
    const tick = async (minute: number) => {
      engine.spent();
      await engine.tick(START + minute * MINUTE);
      return engine.spent();
    };
    // What was told before is nothing that telling has to read.
    await engine.db
      .prepare(
        `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until)
         WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${STORED})
         SELECT 'dlv_' || i, (SELECT id FROM channels), 'sent', '[]', ?1, 0 FROM n`,
      )
      .bind(START - MINUTE)
      .run();
    await tick(0);
    // The next one looks for what is old.
    await tick(1);
    const quiet = await tick(2);
    const each = (spent: Spent) => ({
      read: (spent.read - quiet.read) / flips,
      written: (spent.written - quiet.written) / flips,
    });
    for (let n = 0; n < flips; n++) engine.live.set(userIdOf(n), "72");
    const starts = each(await tick(3));
    engine.live.clear();
    await tick(4);
    await tick(5);
    const ends = each(await tick(8));
    const { results } = await engine.db.prepare("SELECT type, count(*) AS n FROM events GROUP BY type").all();
    expect(results).toEqual(["live.ended", "live.started"].map((type) => ({ type, n: flips })));
    // Two, because one in the tick's own batch reads other rows than one in a queued batch. A later tick cleans up.
    const single: Spent[] = [];
    for (const minute of [9, 10]) {
      engine.live.set(userIdOf(minute), "72");
      single.push(await tick(minute));
    }
    const most = (what: keyof Rows) => Math.max(...single.map((spent) => spent[what]));
    return { starts, ends, one: { read: most("read"), written: most("written") } };
  } finally {
    await engine.stop();
  }
}

test("a flip takes at most thirty rows read and six written, however many there are in one tick", async () => {
  const few = await perFlip(25, "tight");
  const many = await perFlip(100, "paid");
  console.table({ few, many });
  // A hundred polls in batches of forty: two rows each, and five for what a tick looks up beside: whether a burst waits to be sent, and to whom.
  expect(few.one.read).toBeLessThanOrEqual(205);
  for (const what of ["starts", "ends"] as const) {
    expect(many[what].read).toBeLessThan(30);
    expect(many[what].written).toBeLessThan(6);
    expect(many[what].read).toBeLessThan(1.25 * few[what].read);
  }
});
