import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fault } from "../../src/core/fault.ts";
import type { Delays } from "../support/polling-log.ts";
import { streamers } from "../support/creators.ts";
import { engineOver } from "../support/whole-engine.ts";

// Predictions, the poll threshold and breakers could be spoiled by faults. After a good day they are as if there had
// been none.

const isLong = process.env["LONG"] !== undefined;

const DAY = 1440;
/** Starts are compared on the last two days, which only the long run does. */
const DAYS = isLong ? 6 : 4;
const PER_MINUTE = isLong ? 3 : 2;
/** Faults happen on the third day. The fourth is good, and then everything is evaluated. */
const [FAULTS_FROM, FAULTS_UNTIL, EVALUATED_FROM] = [2 * DAY, 3 * DAY, 4 * DAY];

const FAULTS: Record<string, Fault | "lost"> = {
  500: { kind: "unreachable", status: 500, detail: "no answer" },
  timeout: { kind: "unreachable", status: null, detail: "no answer in time" },
  garbage: { kind: "malformed", status: 200, detail: "not JSON" },
  429: { kind: "throttled", status: 429, detail: "too many", retryAfterSeconds: 90 },
  401: { kind: "refused", status: 401, detail: "refused" },
  lost: "lost",
};

interface Spell {
  name: string;
  /** Its duration, and the time since the previous one, minutes. */
  lasts: number;
  after: number;
}

const spell = fc.record({
  name: fc.constantFrom(...Object.keys(FAULTS)),
  lasts: fc.constantFrom(1, 5, 30, 120, 400),
  after: fc.integer({ min: 0, max: 240 }),
});

function weatherOf(spells: Spell[]): (minute: number) => Fault | "lost" | null {
  const minutes = new Map<number, Fault | "lost">();
  let at = FAULTS_FROM;
  for (const { name, lasts, after } of spells) {
    at += after;
    for (const end = at + lasts; at < end && at < FAULTS_UNTIL; at++) minutes.set(at, FAULTS[name]!);
  }
  return (minute) => minutes.get(minute) ?? null;
}

const mean = (all: Delays): number => all.reduce((sum, [, minutes]) => sum + minutes, 0) / all.length;

test("a good day after any day of faults, the poll threshold and delays of starts are as without faults", async () => {
  const histories = streamers(20 * PER_MINUTE, DAYS, 11);
  const ran = async (weather?: (minute: number) => Fault | "lost" | null) => {
    const run = { histories, perMinute: PER_MINUTE, minutes: DAYS * DAY, optionalCalls: 2, judgedFrom: EVALUATED_FROM };
    return engineOver(weather === undefined ? run : { ...run, weather });
  };
  const calm = await ran();
  const numRuns = isLong ? 3 : 1;
  const sequences = fc.sample(fc.array(spell, { minLength: 6, maxLength: 8 }), { numRuns, seed: 13 });
  const names = new Set(sequences.flat().map(({ name }) => name));
  expect(names.size).toBeGreaterThanOrEqual(isLong ? Object.keys(FAULTS).length : 3);
  const delays: Delays = [];
  for (const spells of sequences) {
    const found = await ran(weatherOf(spells));
    const [price, before] = [found.prices[3]!, calm.prices[3]!];
    expect(price / before).toBeGreaterThan(0.8);
    expect(price / before).toBeLessThan(1.2);
    delays.push(...found.starts);
  }
  // One sequence has too few starts for a comparison.
  if (isLong) expect(mean(delays)).toBeLessThan(1.2 * mean(calm.starts));
});
