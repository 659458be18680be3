import { afterAll, expect, test } from "vitest";
import { userIds } from "../support/creators.ts";
import { dice } from "../support/mutations.ts";
import { startSystem, subscribeAll, type System } from "../support/system.ts";

const DAY = 86_400_000;
const DAYS = 30;
const TICKS_A_DAY = process.env["LONG"] ? 4 : 2;
const START = Date.UTC(2026, 0, 5);
/** A million polls at the full count; they take minutes. */
const TARGETS = process.env["LONG"] ? Math.ceil(1_000_000 / (DAYS * TICKS_A_DAY)) : 100;

let system: System;
afterAll(() => system.stop());

test("thirty days of polls leave the database as large as the first few did", { timeout: 2_400_000 }, async () => {
  system = await startSystem({ RETENTION_DAYS: "2" });
  const ids = userIds(TARGETS);
  const settings = { confirmOff: 1, graceSeconds: 0 };
  // As often as ticks come, so that nothing is unknown in between.
  const intervalSeconds = DAY / TICKS_A_DAY / 1000;
  const targets = ids.map((userId) => ({
    kind: "live",
    name: `Creator ${userId}`,
    params: { userId },
    settings,
    intervalSeconds,
  }));
  await system.api("POST", "/v1/targets/import", targets);
  await subscribeAll(system, ["webhook", "discord"]);
  const { body } = await system.api("GET", "/v1/channels");
  for (const { id } of body.items)
    await system.api("POST", "/v1/digests", { name: "Daily", channelId: id, schedule: "0 12 * * *", period: "P1D" });
  const roll = dice(7);
  const sizes: number[] = [];
  const rows: number[] = [];
  for (let tick = 0; tick < DAYS * TICKS_A_DAY; tick++) {
    // One in fifty goes on or off the air.
    for (let flips = Math.ceil(TARGETS / 50); flips > 0; flips--) {
      const id = ids[Math.floor(roll() * ids.length)]!;
      if (!system.upstream.live.delete(id)) system.upstream.live.set(id, "7457312345678901234");
    }
    system.upstream.calls.length = 0;
    system.receiver.received.length = 0;
    await system.tick(START + (tick * DAY) / TICKS_A_DAY);
    if (tick % TICKS_A_DAY !== 0) continue;
    const counted = await system.db
      .prepare(
        `SELECT (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes,
           (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries) + (SELECT count(*) FROM series)
           + (SELECT count(*) FROM editions) + (SELECT count(*) FROM tally) AS n`,
      )
      .all<{ n: number; bytes: number }>();
    rows.push(counted.results[0]!.n);
    sizes.push(counted.results[0]!.bytes);
  }
  const { body: status } = await system.api("GET", "/v1/status");
  expect(status.counts.events).toBeGreaterThan(DAYS * TICKS_A_DAY);
  const early = (all: number[]): number => Math.max(...all.slice(4, 10));
  const late = (all: number[]): number => Math.max(...all.slice(-5));
  console.log(
    `${TARGETS * DAYS * TICKS_A_DAY} polls: ${early(rows)} rows and ${early(sizes)} bytes by day 10, ` +
      `${late(rows)} rows and ${late(sizes)} bytes by day ${DAYS}`,
  );
  expect(late(rows)).toBeLessThanOrEqual(early(rows) * 1.15);
  expect(late(sizes)).toBeLessThanOrEqual(early(sizes) * 1.1);
});
