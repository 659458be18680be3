import { expect, test } from "vitest";
import { polledInTurn } from "../support/polled-in-turn.ts";
import { streamers } from "../support/creators.ts";
import type { Delays } from "../support/polling-log.ts";
import { engineOver } from "../support/whole-engine.ts";

// Twenty creators per call and minute, without prior data, on the whole engine: ticks, batches, polls and commits.

const DAY = 1440;
const DAYS = 4;
const PER_MINUTE = 3;
const CREATORS = 20 * PER_MINUTE;

const mean = (all: Delays): number => all.reduce((sum, [, minutes]) => sum + minutes, 0) / all.length;
const max = (all: Delays): number => Math.max(...all.map(([, minutes]) => minutes));

test("a budget that is too small is spent and never exceeded, and finds starts sooner than in turn and ends no later", async () => {
  const world = streamers(CREATORS, DAYS, 7);
  const even = polledInTurn(world, PER_MINUTE, DAYS * DAY);
  const prediction = await engineOver({
    histories: world,
    perMinute: PER_MINUTE,
    minutes: DAYS * DAY,
    optionalCalls: 2,
  });
  const calls = prediction.calls.reduce((sum, one) => sum + one, 0);
  expect(prediction.mostCalls).toBeLessThanOrEqual(PER_MINUTE);
  expect(calls).toBeGreaterThanOrEqual(0.98 * PER_MINUTE * DAYS * DAY);
  // Facts about running streams take at most their share.
  expect(prediction.optional).toBeLessThan(0.1 * calls);
  expect(prediction.starts.length).toBeGreaterThan(0.97 * even.starts.length);
  expect(mean(even.starts) / mean(prediction.starts)).toBeGreaterThan(1.2);
  // Confirmations come at the next tick, or the one after if others do too. For a creator who was just live, the grace
  // of three minutes has to pass as well.
  expect(mean(prediction.confirmed)).toBeLessThan(1.2);
  expect(max(prediction.confirmed)).toBeLessThanOrEqual(3 + 2);
  // In turn, an end is confirmed one turn after it was seen.
  expect(mean(prediction.ends)).toBeLessThan(mean(even.ends) + 1);
  expect(mean(prediction.offs)).toBeLessThan(mean(even.offs) + 3);
  expect(prediction.longestGap).toBeLessThanOrEqual(60 + 3);
});
