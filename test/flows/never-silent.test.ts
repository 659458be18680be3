import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { fakeTime, platform, watch } from "../support/platform.ts";
import { runs } from "../support/runs.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

fakeTime(START);

/** Minutes in which the platform behaves in one way. */
interface Spell {
  minutes: number;
  queue: "takes" | "throws" | "hangs" | "loses";
  /** Which statements the database refuses, or how large a value may be. */
  database: { refuses: string } | { largest: number } | { everyNth: number } | "works";
  ticks: boolean;
  service: "well" | "404" | "500" | "401";
}

const refused = [
  "UPDATE tally",
  "UPDATE ticker",
  "UPDATE sheets",
  "FROM targets",
  "INSERT INTO deliveries",
  "FROM digests",
  "FROM sheets",
];

const spell: fc.Arbitrary<Spell> = fc.record({
  minutes: fc.integer({ min: 1, max: 14 }),
  queue: fc.constantFrom("takes", "takes", "throws", "hangs", "loses"),
  database: fc.oneof(
    { weight: 4, arbitrary: fc.constant("works" as const) },
    { weight: 2, arbitrary: fc.constantFrom(...refused).map((refuses) => ({ refuses })) },
    { weight: 1, arbitrary: fc.constantFrom(200, 2000, 10_000).map((largest) => ({ largest })) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 12 }).map((everyNth) => ({ everyNth })) },
  ),
  ticks: fc.constantFrom(true, true, true, false),
  service: fc.constantFrom("well", "well", "404", "500", "401"),
});

test("health never says ok for ten minutes without ticks, or with due targets that are not polled", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(spell, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("free", "paid"),
      fc.constantFrom(1, 3, 45, 90),
      async (spells, limits, count) => {
        vi.setSystemTime(START);
        const cloud = await platform({ LIMITS: limits, UPSTREAM_POLLS_PER_MINUTE: "120" });
        await watch(
          cloud,
          Array.from({ length: count }, (_, n) => String(5000 + n)),
        );
        let statements = 0;
        let silentSince = START;
        let tickedAt = START;
        let now = START;
        for (const { minutes, queue, database, ticks, service } of spells) {
          cloud.queue = queue;
          cloud.outside = () =>
            service === "well"
              ? { status: 200, body: '{"code":0,"data":{"data":[{"alive":false,"room_id":0}]}}' }
              : { status: Number(service), body: "" };
          cloud.database = (requested) => {
            statements += 1;
            if (database === "works") return;
            const refuses =
              "everyNth" in database
                ? statements % database.everyNth === 0
                : "refuses" in database
                  ? requested.some(({ text }) => text.includes(database.refuses))
                  : requested.some(({ values }) => values.some((one) => String(one).length > database.largest));
            if (refuses) throw new Error("D1_ERROR: Network connection lost.");
          };
          for (let minute = 0; minute < minutes; minute++) {
            now += MINUTE;
            const before = cloud.calls.length;
            // Once ticks run again they have ten minutes anew. The gap was reported as long as it lasted.
            if (ticks && now - tickedAt > MINUTE) silentSince = now - MINUTE;
            if (ticks) await cloud.tick((tickedAt = now));
            if (cloud.calls.length > before) silentSince = now;
            const { status, reasons } = await cloud.health(now);
            expect(status === "ok").toBe(reasons.length === 0);
            const silent = ticks ? now - silentSince : now - tickedAt;
            if (silent >= 10 * MINUTE) expect([minute, status]).not.toEqual([minute, "ok"]);
          }
        }
        // And it recovers: once all works again, everyone is polled within the time of leases and the test call.
        cloud.queue = "takes";
        cloud.database = () => undefined;
        cloud.outside = () => ({ status: 200, body: '{"code":0,"data":{"data":[{"alive":false,"room_id":0}]}}' });
        for (let minute = 0; minute < 16; minute++) await cloud.tick((now += MINUTE));
        const { results } = await cloud.db
          .prepare("SELECT count(*) AS n FROM targets WHERE state IS NULL OR fault IS NOT NULL")
          .all();
        expect(results).toEqual([{ n: 0 }]);
        expect((await cloud.health(now)).reasons.filter((reason) => reason !== "budget_exceeded")).toEqual([]);
      },
    ),
    { numRuns: runs(200, 8) },
  );
}, 600_000);
