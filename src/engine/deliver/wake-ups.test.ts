import { expect, test } from "vitest";
import { type WakeUp, wakeUpBusy, wakeUpRetries } from "./wake-ups.ts";
import type { Delivered } from "./run.ts";
import fc from "fast-check";
import { partsOf } from "./queue-sender.ts";

test("parts keep order, lose nothing, and respect the queue's limits", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 300 }), (sizes) => {
      const messages = sizes.map((size, index) => ({ index, text: "x".repeat(size) }));
      const parts = partsOf(messages);
      expect(parts.flat()).toEqual(messages);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(100);
        expect(JSON.stringify(part).length).toBeLessThan(256_000);
      }
    }),
    { numRuns: 30 },
  );
});

const T = Date.UTC(2026, 0, 5, 12);
const delivered = (more: Partial<Delivered>) =>
  ({ settlements: [], more: false, busy: false, retries: new Map(), disabled: [], ...more }) as Delivered;

/** The wake-ups that a run sends, with their delays. */
function noted() {
  const sent: [number, WakeUp][] = [];
  const wakeUp = async (one: WakeUp, delay: number) => {
    sent.push([delay, one]);
    return true;
  };
  return { sent, deps: { wakeUp } };
}

test("a channel held by another run is tried again each second, at most thirty times", async () => {
  const { sent, deps } = noted();
  let next: WakeUp = { at: T, complete: T };
  for (let tries = 0; tries < 50 && sent.length === tries; tries++) {
    await wakeUpBusy(delivered({ busy: true }), next, deps);
    next = sent.at(-1)![1];
  }
  expect(sent).toHaveLength(30);
  expect(sent.at(-1)).toEqual([1, { at: T + 30_000, complete: T, waited: 30 }]);
  await wakeUpBusy(delivered({ busy: false }), { at: T, complete: null }, deps);
  expect(sent).toHaveLength(30);
});

test("retries within the minute get one wake-up per second, and later ones are left to the next tick", async () => {
  const { sent, deps } = noted();
  const retries = new Map([
    ["ch_1", new Set([T + 4200, T + 5000])],
    ["ch_2", new Set([T + 4700, T + 59_999, T + 60_000, T + 900_000])],
  ]);
  await wakeUpRetries(delivered({ retries }), { at: T, complete: T }, deps);
  expect(sent).toEqual([
    [5, { at: T + 5000, complete: null }],
    [60, { at: T + 59_999, complete: null }],
  ]);
});
