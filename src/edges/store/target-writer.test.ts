import { beforeEach, expect, test } from "vitest";
import { migratedSqlite } from "../../../test/support/sqlite-d1.ts";
import { changeTarget } from "../../flows/manage/change-target.ts";
import type { SeatedTarget } from "../../flows/manage/config/seats.ts";
import { targetStatements } from "./config-target-writer.ts";
import { readThings } from "./config-reader.ts";
import { targetStore } from "./target-store.ts";
import { targetWriter } from "./target-writer.ts";

const T0 = Date.UTC(2026, 0, 5, 12);

let db: D1Database;

/** A target with a past: a state, a fault for the third time, and the tick that was judged last. */
beforeEach(async () => {
  db = await migratedSqlite();
  await db.prepare("INSERT INTO sheets (id, size) VALUES (1, 1) ON CONFLICT DO NOTHING").run();
  await db
    .prepare(
      `INSERT INTO targets (id, watchlist_id, kind, name, params, identity, interval_seconds, priority, enabled,
         announce_initial, settings, state, fault, judged_at, consecutive_faults, last_ok_at, created_at, updated_at, sheet_id)
       VALUES ('tgt_1', 'wl_default', 'live', 'Maria', '{"userId":"7012"}', '["7012",null,null]', 60, 1, 1, 0, '{}',
         '{"verdict":"on"}', '{"kind":"malformed","status":200,"detail":"odd"}', ?1, 3, ?1, 0, 0, 1)`,
    )
    .bind(T0)
    .run();
});

const remembered = () =>
  db
    .prepare("SELECT params, state, fault, judged_at, consecutive_faults, last_ok_at, revision FROM targets")
    .first<Record<string, unknown>>();

const FORGOTTEN = { state: null, fault: null, judged_at: null, consecutive_faults: 0, last_ok_at: null, revision: 1 };
const KEPT = { state: '{"verdict":"on"}', judged_at: T0, consecutive_faults: 3, last_ok_at: T0, revision: 1 };

async function patch(change: object): Promise<void> {
  const store = targetStore(db);
  const deps = {
    find: (id: string) => store.find(id),
    change: (...to: Parameters<ReturnType<typeof targetWriter>["change"]>) => targetWriter(db).change(...to),
    minIntervalSeconds: 1,
    now: () => Promise.resolve(T0),
  };
  const changed = await changeTarget((await store.find("tgt_1"))!, change as never, deps);
  expect(changed.ok).toBe(true);
}

async function apply(change: object, forget: boolean): Promise<void> {
  const { targets } = await readThings(db);
  const target = { ...targets[0]!, ...change } as SeatedTarget["target"];
  const writes = { create: [], change: [{ target, seat: null, forget, lastOkAt: null }], remove: [] };
  const write = (text: string, rows: unknown[]) =>
    rows.length === 0 ? [] : [db.prepare(text).bind(JSON.stringify(rows))];
  const { before, after } = targetStatements(write, writes, [], T0);
  await db.batch([...before, ...after]);
}

test("other params are another question: the state is forgotten, and the faults with it", async () => {
  await patch({ params: { userId: "7013" } });
  expect(await remembered()).toEqual({ params: '{"userId":"7013"}', ...FORGOTTEN });
});

test("another name is not: state and faults stay", async () => {
  await patch({ name: "Ana" });
  expect(await remembered()).toMatchObject({ params: '{"userId":"7012"}', ...KEPT });
});

test("the same where the whole configuration is applied", async () => {
  await apply({ params: { userId: "7013" } }, true);
  expect(await remembered()).toEqual({ params: '{"userId":"7013"}', ...FORGOTTEN });
});

test("and a target that keeps its params keeps its past there too", async () => {
  await apply({ name: "Ana" }, false);
  expect(await remembered()).toMatchObject({ params: '{"userId":"7012"}', ...KEPT });
});
