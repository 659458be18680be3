import { expect, test } from "vitest";
import { polledInTurn } from "../support/polled-in-turn.ts";
import type { Delays } from "../support/polling-log.ts";
import { engineOver } from "../support/whole-engine.ts";

// Twenty creators for each call a minute, from nothing, by the whole engine: ticks, batches, polls and commits.

const DAY = 1440;
const DAYS = 4;
const PER_MINUTE = 3;
const CREATORS = 20 * PER_MINUTE;

/** Numbers that are the same each time. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/** Each comes at an hour of its own on most days, for one to four hours. */
function creators(seed: number) {
  const random = drawn(seed);
  return Array.from({ length: CREATORS }, () => {
    const hour = random() * 20;
    const sessions: [number, number][] = [];
    for (let day = 0; day < DAYS; day++) {
      if (random() < 0.25) continue;
      const start = Math.round(day * DAY + hour * 60 + random() * 40);
      sessions.push([start, start + 60 + Math.round(random() * 160)]);
    }
    return { sessions };
  });
}

const mean = (all: Delays): number => all.reduce((sum, [, minutes]) => sum + minutes, 0) / all.length;
const most = (all: Delays): number => Math.max(...all.map(([, minutes]) => minutes));

test("a budget that is too small is spent and never exceeded, finds starts sooner than in turn, and ends no later", async () => {
  const world = creators(7);
  const even = polledInTurn(world, PER_MINUTE, DAYS * DAY);
  const habit = await engineOver(world, PER_MINUTE, DAYS * DAY, 2);
  const calls = habit.calls.reduce((sum, one) => sum + one, 0);
  expect(habit.mostCalls).toBeLessThanOrEqual(PER_MINUTE);
  expect(calls).toBeGreaterThanOrEqual(0.98 * PER_MINUTE * DAYS * DAY);
  // Facts of who is on air take no more than their share.
  expect(habit.optional).toBeLessThan(0.1 * calls);
  expect(habit.starts.length).toBeGreaterThan(0.97 * even.starts.length);
  expect(mean(even.starts) / mean(habit.starts)).toBeGreaterThan(1.2);
  // What awaits confirmation comes at the next tick, or the one after where others do so too.
  expect(mean(habit.confirmed)).toBeLessThan(1.2);
  expect(most(habit.confirmed)).toBeLessThanOrEqual(3);
  // In turn an end is confirmed a turn after it was seen.
  expect(mean(habit.ends)).toBeLessThan(mean(even.ends) + 1);
  expect(mean(habit.offs)).toBeLessThan(mean(even.offs) + 3);
  expect(habit.longestGap).toBeLessThanOrEqual(60 + 3);
}, 60_000);
