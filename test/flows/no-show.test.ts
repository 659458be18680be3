import { expect, test } from "vitest";
import { err, ok } from "../../src/core/result.ts";
import type { Read } from "../../src/flows/poll/read.ts";
import { plainOperation } from "../support/readings.ts";
import { storeEngine } from "../support/store-engine.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
const USUALLY_WEEKS = 4;

/** When somebody is on air, and when nobody can be read, in minutes from 20:00 of a Tuesday, by week. */
type Life = (week: number) => { on: [number, number] | null; failing?: [number, number] };

const REGULAR: [number, number] = [0, 100];
const usually =
  (later: (week: number) => ReturnType<Life>): Life =>
  (week) =>
    week < USUALLY_WEEKS ? { on: REGULAR } : later(week - USUALLY_WEEKS);

const LIVES: Record<string, Life> = {
  away: usually(() => ({ on: null })),
  early: usually(() => ({ on: [-40, -10] })),
  late: usually(() => ({ on: [50, 90] })),
  before: usually(() => ({ on: [-80, 100] })),
  // Nobody knows whether they came.
  unread: usually(() => ({ on: null, failing: [-20, 95] })),
  blinking: usually(() => ({ on: null, failing: [10, 40] })),
  failing: usually(() => ({ on: null, failing: [-20, 1000] })),
  // Every other week is no habit that is missed.
  odd: (week) => ({ on: week % 2 === 0 ? REGULAR : null }),
};

const names = Object.keys(LIVES);

test("who nearly always comes at an hour and does not is missed once; who came early or late, is irregular or was not watched is not", async () => {
  let now = 0;
  const within = (span: [number, number] | null | undefined, minute: number) =>
    span != null && minute >= span[0] && minute < span[1];
  const read: Read = async ({ operation: name, values }) => {
    const life = LIVES[names[Number(values["userId"]) - 7000]!]!;
    const minute = (((now - MONDAY) % WEEK) - DAY - 1200 * MINUTE) / MINUTE;
    const { on, failing } = life(Math.floor((now - MONDAY) / WEEK));
    if (within(failing, minute)) return err({ kind: "unreachable", status: null, detail: "no answer" });
    return ok({
      body: { code: 0, data: { data: [{ alive: within(on, minute), room_id: 7100 }] } },
      operation: plainOperation(name),
      facts: {},
    });
  };
  const watched = names.map((id, n) => ({
    id: `tgt_${id}`,
    kind: "live",
    params: { userId: String(7000 + n) },
    intervalSeconds: 300,
  }));
  const engine = await storeEngine(watched, { perMinute: 100, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 });
  await engine.db.prepare("UPDATE targets SET created_at = ?1").bind(MONDAY).run();
  const evening = async (week: number) => {
    const eight = MONDAY + week * WEEK + DAY + 1200 * MINUTE;
    for (now = eight - 120 * MINUTE; now <= eight + 150 * MINUTE; now += 5 * MINUTE) await engine.tick(now, read);
    return eight;
  };
  for (let week = 0; week < USUALLY_WEEKS; week++) await evening(week);
  const missed = async () => (await engine.events()).filter(({ type }) => type === "live.no_show");
  expect(await missed()).toEqual([]);
  const eight = await evening(USUALLY_WEEKS);
  const found = await missed();
  expect(found.map(({ targetId }) => targetId)).toEqual(["tgt_away"]);
  const { data, occurredAt } = found[0]!;
  expect(Math.abs(Date.parse(String(data["expectedAt"])) - eight)).toBeLessThanOrEqual(5 * MINUTE);
  expect(data["confidence"]).toBeGreaterThanOrEqual(0.8);
  expect(occurredAt - eight).toBeLessThanOrEqual(70 * MINUTE);
  const next = await engine.db
    .prepare("SELECT expected_at AS at, expected_confidence AS sure FROM targets WHERE id = 'tgt_away'")
    .first<{ at: number; sure: number }>();
  expect(Math.abs(next!.at - eight - WEEK)).toBeLessThanOrEqual(5 * MINUTE);
  // Once it was not so, it is not sure enough to be missed again.
  expect(next!.sure).toBeLessThan(0.8);
  await evening(USUALLY_WEEKS + 1);
  expect((await missed()).filter(({ targetId }) => targetId === "tgt_away")).toHaveLength(1);
});
