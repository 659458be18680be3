import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { answered } from "../support/messages.ts";
import { testDatabases } from "../support/sqlite-d1.ts";
import { outbound } from "../support/outbound.ts";
import { runs } from "../support/runs.ts";
import { idsOf, LEASE_MS, losing, tellingOn } from "../support/delivery-world.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";

const T = Date.UTC(2026, 0, 5, 12);
const CHANNELS = ["ch_0", "ch_1", "ch_2"];

type Step =
  | { do: "tell"; channel: number; edits: boolean }
  | { do: "run"; process: 0 | 1; together: boolean; answers: number[]; lose: number }
  | { do: "die"; process: 0 | 1 }
  | { do: "pass"; seconds: number }
  | { do: "change" | "delete" | "disable"; channel: number };

const channel = fc.nat(CHANNELS.length - 1);
const process = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("tell" as const), channel, edits: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("run" as const),
      process,
      together: fc.boolean(),
      answers: fc.array(fc.constantFrom(200, 200, 200, 500, 429, 400), { maxLength: 6 }),
      lose: fc.nat(12),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("die" as const), process }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("pass" as const), seconds: fc.integer({ min: -60, max: 900 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("change", "delete", "disable"), channel }) },
);

describe.each(testDatabases())("delivering on $name with random faults", ({ fresh, stop, share }) => {
  afterAll(stop);

  test("no message is sent twice except one whose answer was not stored, none is lost, none is sent by two runs at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        const telling = tellingOn(await fresh());
        for (const id of CHANNELS) await telling.channel(id);
        let now = T;
        let created = 0;
        const arrived = new Map<string, number>();
        const unkept = new Set<string>();
        const underway = new Set<string>();
        const deliveries: string[][] = CHANNELS.map(() => []);
        const run = async (over = telling.process(), answers: number[] = []) => {
          let calls = 0;
          await deliver(
            now,
            50,
            null,
            outbound(
              async ({ url }) => {
                expect(underway.has(url)).toBe(false);
                underway.add(url);
                await Promise.resolve();
                underway.delete(url);
                const status = answers[calls++] ?? 200;
                return answered(status, status === 200 ? "ok" : "", status === 429 ? { "retry-after": "20" } : {});
              },
              {
                ...over,
                async take(...requested) {
                  const taken = await over.take(...requested);
                  expect(new Set(idsOf(taken)).size).toBe(taken.deliveries.length);
                  return taken;
                },
                async settle(settled) {
                  for (const { id, status } of settled.deliveries)
                    if (status === "sent") arrived.set(id, (arrived.get(id) ?? 0) + 1);
                  try {
                    return await over.settle(settled);
                  } catch (thrown) {
                    for (const { id } of settled.deliveries) unkept.add(id);
                    throw thrown;
                  }
                },
              },
              { wallNow: () => telling.clock.wall, bug: () => undefined },
            ),
          ).catch(() => undefined);
        };
        for (const one of steps) {
          if (one.do === "pass") {
            now += one.seconds * 1000;
            telling.clock.wall += Math.max(0, one.seconds) * 1000;
          } else if (one.do === "tell") {
            const id = `d${created++}`;
            const all = deliveries[one.channel]!;
            const edits = one.edits ? (all.at(-1) ?? null) : null;
            await telling.tell(now, { id, channelId: CHANNELS[one.channel]!, edits });
            all.push(id);
          } else if (one.do === "die") {
            // Claims deliveries and disappears.
            const taken = await telling.process().take(now, 50, null);
            for (const id of idsOf(taken)) unkept.add(id);
          } else if (one.do === "run") {
            const over = telling.process(
              losing(telling.db, (batch) => (batch === one.lose ? "after" : batch === one.lose + 1 ? "before" : null)),
            );
            await Promise.all([run(over, one.answers), ...(one.together ? [run()] : [])]);
          } else {
            const id = CHANNELS[one.channel]!;
            if (one.do === "change")
              await telling.run(`UPDATE channels SET updated_at = updated_at + 1, paused_until = 0 WHERE id = '${id}'`);
            else if (one.do === "disable")
              await telling.run(`UPDATE channels SET enabled = 1 - enabled WHERE id = '${id}'`);
            else await telling.run(`DELETE FROM channels WHERE id = '${id}'`);
          }
        }
        // Then everything works, and time passes.
        now = Math.max(now, T) + LEASE_MS + 20 * 60_000;
        for (let more = 0; more < 15; more++) {
          telling.clock.wall += 2 * LEASE_MS;
          await run();
          now += 3_600_000;
        }
        const orphaned = "EXISTS (SELECT 1 FROM channels c WHERE c.id = channel_id)";
        expect(await telling.ids(`status = 'pending' AND ${orphaned}`)).toEqual([]);
        expect(await telling.ids("lease_until > 0", "channels")).toEqual([]);
        for (const [id, times] of arrived) if (times > 1) expect(unkept).toContain(id);
        expect(await telling.ids("status = 'sent' AND json_array_length(attempts) = 0")).toEqual([]);
      }),
      { numRuns: Math.ceil(runs(1000, 15) * share) },
    );
    // Each case has its own database, which takes time on a slow machine.
  });
});
