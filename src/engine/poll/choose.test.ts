import { expect, test } from "vitest";
import { IDLE, type Load } from "../../core/load.ts";
import { NO_RECORD, type DelayRecord } from "../prediction/delay.ts";
import { UNLEARNED, type StoredPrior } from "../prediction/population-prior.ts";
import { updatePrior } from "./choose.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

/** The prior after an update, if starts came between polls so far apart, at a load of 100 creators. */
async function updated(startsMs: number[], perMinute: number, before: Partial<StoredPrior> = {}): Promise<StoredPrior> {
  const load: Load = { ...IDLE, calls: 100, asked: 100, habitual: 100, habitualAsked: 100 };
  const stored: StoredPrior[] = [];
  await updatePrior(NOW, {
    sampled: async () => [],
    inForce: async () => ({ pool: { ...UNLEARNED, ...before }, load, perMinute, startsMs }),
    keepPool: async (prior) => void stored.push(prior),
  });
  return stored[0]!;
}

const ratioOf = ({ foundMs, predictedMs }: DelayRecord): number => foundMs / predictedMs;

test("delays that are longer than predicted, as polls fail, correct later predictions", async () => {
  // Each of a hundred waits twenty minutes for its turn, so starts are ten minutes old on average.
  const right = await updated(
    Array.from({ length: 60 }, () => 20 * MINUTE),
    5,
  );
  expect(ratioOf(right.delays!)).toBeCloseTo(1, 1);
  const late = await updated(
    Array.from({ length: 60 }, () => 40 * MINUTE),
    5,
  );
  expect(ratioOf(late.delays!)).toBeGreaterThan(1.9);
  const more = await updated(
    Array.from({ length: 60 }, () => 40 * MINUTE),
    5,
    { delays: late.delays! },
  );
  expect(more.delays!.starts).toBeGreaterThan(100);
});

test("while the budget suffices nothing is recorded, and what was recorded stays", async () => {
  const delays = { foundMs: 3, predictedMs: 2, starts: 1 };
  expect((await updated([20 * MINUTE], 200, { delays })).delays).toEqual(delays);
  expect((await updated([], 200)).delays).toEqual(NO_RECORD);
});
