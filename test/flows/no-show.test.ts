import { expect, test } from "vitest";
import { err, ok } from "../../src/core/result.ts";
import type { Read } from "../../src/engine/poll/calls.ts";
import { plainOperation } from "../support/readings.ts";
import { storeEngine } from "../support/store-engine.ts";

const MONDAY = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
const USUALLY_WEEKS = 4;

/** When a creator is live, and when polls fail, in minutes from Tuesday 20:00, by week. */
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
  // It is unknown whether they came.
  unread: usually(() => ({ on: null, failing: [-20, 95] })),
  blinking: usually(() => ({ on: null, failing: [10, 40] })),
  failing: usually(() => ({ on: null, failing: [-20, 1000] })),
  // Every other week is not regular enough to be missed.
  odd: (week) => ({ on: week % 2 === 0 ? REGULAR : null }),
};

const names = Object.keys(LIVES);

test("a highly regular creator who does not come is missed once; one who is early, late, irregular or unwatched is not", async () => {
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
  // After one miss it is no longer certain enough for another.
  expect(next!.sure).toBeLessThan(0.8);
  await evening(USUALLY_WEEKS + 1);
  expect((await missed()).filter(({ targetId }) => targetId === "tgt_away")).toHaveLength(1);
});

/** How the creator is watched; spans are minutes from the expected start. */
interface Watching {
  intervalSeconds: number;
  paused?: [number, number];
  unknown?: [number, number];
  /** Batches that were sent out and never finished. */
  lost?: [number, number];
  /** Ticks that did not run. */
  silent?: [number, number];
  noShows: number;
}

test.each<[string, Watching]>([
  ["polled each minute", { intervalSeconds: 60, noShows: 1 }],
  ["polled every quarter of an hour", { intervalSeconds: 900, noShows: 1 }],
  ["polled every 20 minutes", { intervalSeconds: 1200, noShows: 0 }],
  ["paused through it", { intervalSeconds: 60, paused: [-50, 55], noShows: 0 }],
  ["paused until after it", { intervalSeconds: 60, paused: [-200, 65], noShows: 0 }],
  ["paused for 20 minutes of it", { intervalSeconds: 60, paused: [10, 30], noShows: 0 }],
  ["paused until before it", { intervalSeconds: 60, paused: [-200, -60], noShows: 1 }],
  ["without a verdict for a while", { intervalSeconds: 60, unknown: [0, 6], noShows: 0 }],
  ["whose batches were lost for a while", { intervalSeconds: 60, lost: [0, 20], noShows: 0 }],
  ["without ticks for a while", { intervalSeconds: 60, silent: [0, 20], noShows: 0 }],
  ["without a tick or two", { intervalSeconds: 60, silent: [0, 2], noShows: 1 }],
])("a no-show requires polls through the slot at most 15 minutes apart: one %s", async (_name, watching) => {
  const eight = MONDAY + DAY + 1200 * MINUTE;
  let minute = -240;
  const within = (span: [number, number] | undefined) => span !== undefined && minute >= span[0] && minute < span[1];
  const read: Read = async ({ operation: name }) =>
    ok({
      body: { code: 0, data: { data: [{ alive: within(watching.unknown) ? "?" : false, room_id: 7100 }] } },
      operation: plainOperation(name),
      facts: {},
    });
  const one = { id: "tgt_a", kind: "live", params: { userId: "7000" }, intervalSeconds: watching.intervalSeconds };
  const engine = await storeEngine([one], { perMinute: 100, batchSize: { calls: 40, cpu: 400 }, ownCalls: 40 });
  const expecting = engine.db.prepare("UPDATE targets SET expected_at = ?1, expected_confidence = 0.9").bind(eight);
  let paused = false;
  for (; minute <= 150; minute++) {
    if (within(watching.paused) !== paused) {
      paused = !paused;
      await engine.enable("tgt_a", !paused);
    }
    if (minute === -230) await expecting.run();
    if (within(watching.silent)) continue;
    const now = eight + minute * MINUTE;
    if (within(watching.lost)) await engine.claim(now);
    else await engine.tick(now, read);
  }
  const missed = (await engine.events()).filter(({ type }) => type === "live.no_show");
  expect(missed).toHaveLength(watching.noShows);
  const after = await engine.db.prepare("SELECT expected_at FROM targets").first("expected_at");
  // In any case the slot is over.
  expect(after).toBeNull();
});
