import { expect, test } from "vitest";
import { historyStore } from "../../src/features/digests/history-store.ts";
import { resourceStore } from "../../src/db/resources/resource-store.ts";
import { target } from "../../src/features/creators/resource/target.ts";
import { viewOf } from "../../src/resources/view.ts";
import { judge } from "../../src/engine/poll/judge.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { loadBatch } from "../support/store-engine.ts";

const T0 = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** A live target as a version wrote it that knew fewer settings and remembered less. */
async function oldRow(kind: string, params: object, state: object): Promise<D1Database> {
  const db = await migratedSqlite();
  await db.prepare("INSERT INTO sheets (id, size) VALUES (1, 1) ON CONFLICT DO NOTHING").run();
  await db
    .prepare(
      `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
         announce_initial, settings, state, created_at, updated_at, sheet_id)
       VALUES ('tgt_old', 'wl_default', ?1, 'Maria', ?2, 'x', 60, 1, 1, 0, '{"confirmOn":1}', ?3, 0, 0, 1)`,
    )
    .bind(kind, JSON.stringify(params), JSON.stringify(state))
    .run();
  return db;
}

const batch = { tick: T0, slot: 0, batches: 1, grant: 1, careful: false, targets: [["tgt_old", T0 - MINUTE, 1]] };

const session = { id: "ses_1", startedAt: T0 - 60 * MINUTE };
const onAir = { verdict: "on", since: T0 - 60 * MINUTE, session };

test("a poll reads them as today's: settings that have come since are their defaults", async () => {
  const db = await oldRow("live", { userId: "7012" }, onAir);
  const { targets } = await loadBatch(db, batch as never);
  let [polled] = targets;
  expect(polled!.settings).toEqual({ confirmOn: 1, confirmOff: 2, graceSeconds: 180, infoSeconds: 600 });
  const types: string[] = [];
  for (let minute = 0; minute < 6; minute++) {
    const view = { verdict: "off", room: null };
    const seen = { target: polled!, lastAt: 0, seen: { ok: true as const, value: view }, calls: 1, asked: 1 };
    const { events, write } = judge(seen, { at: T0 + minute * MINUTE, jitter: 0.5, hold: false, turn: 0 });
    types.push(...events.map(({ type }) => type));
    if (write !== null) polled = { ...polled!, ...write };
  }
  expect(types).toEqual(["live.ended"]);
});

test("the API, the export and the digests read them as today's", async () => {
  const db = await oldRow("live", { userId: "7012" }, onAir);
  const settings = { confirmOn: 1, confirmOff: 2, graceSeconds: 180, infoSeconds: 600 };
  const found = await resourceStore(db).find(target, "tgt_old");
  expect(viewOf(target, found!)).toMatchObject({ settings, status: { verdict: "on" }, snapshot: { roomId: null } });
  const { slices } = await resourceStore(db).configuration("made");
  expect(slices.get("targets")!.flatMap((read) => read())).toMatchObject([{ settings }]);
  const query = { watchlistId: null, kind: "ranking", events: {}, eventsFrom: 0, series: [], grid: [] };
  const ranked = await oldRow(
    "ranking",
    { roomId: "1", userId: "2" },
    { rankings: { "1.0": { onRank: true, place: 3 } } },
  );
  const [history] = await historyStore(ranked).pasts(query, null, 10);
  expect(history!.state).toMatchObject({
    since: 0,
    league: null,
    rankings: { "1.0": { told: {}, best: null, place: 3 } },
  });
});

test("a kind that this version does not know stays as it is stored", async () => {
  const db = await oldRow("orbit", { moon: "1" }, { phase: 3 });
  expect((await loadBatch(db, batch as never)).targets).toMatchObject([
    { params: { moon: "1" }, settings: { confirmOn: 1 } },
  ]);
  expect(await resourceStore(db).find(target, "tgt_old")).toMatchObject({ state: { phase: 3 } });
});
