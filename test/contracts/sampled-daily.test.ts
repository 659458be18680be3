import { describe, expect, test } from "vitest";
import type { Fixture } from "../../src/kinds/kind.ts";
import { targetKinds } from "../../src/kinds/registry.ts";
import { fixtures } from "../support/fixtures.ts";
import { firstPoll, readOff } from "../support/readings.ts";

const DAY = 86_400_000;
const EVERY = DAY / 24;
const START = Date.UTC(2026, 0, 5, 20, 30);

/** The polls with a sample, of a target whose answer never changes. */
function sampledAt(name: string): { at: number; series: string[] }[] {
  const kind = targetKinds[name]!;
  const [{ params, bodies, settings = {} }] = fixtures[name] as [Fixture];
  const asking = { ...firstPoll(kind.params().parse(params)), settings: kind.settings().parse(settings) };
  const { seen } = readOff(kind.read(asking), bodies);
  if (!seen.ok) throw new Error(`the first fixture of ${name} is not read`);
  let before: unknown = null;
  return Array.from({ length: 72 }, (_, n) => START + n * EVERY).flatMap((at, n) => {
    const judgment = kind.judge({
      ...asking,
      before,
      view: seen.value,
      at,
      lastOkAt: n === 0 ? null : at - EVERY,
      hold: false,
      holdsMs: 600_000,
    });
    before = JSON.parse(JSON.stringify(judgment.state)) as unknown;
    return judgment.samples === undefined ? [] : [{ at, series: Object.keys(judgment.samples).toSorted() }];
  });
}

describe.each(Object.keys(targetKinds))("a %s whose answer never changes", (name) => {
  test("has the same sample at the first poll of each day (UTC), or none at all", () => {
    const all = sampledAt(name);
    if (all.length === 0 || all[0]!.series.length === 0) {
      // What it measures is not in its first answer.
      expect(["live", "list", "record"]).toContain(name);
      return;
    }
    const days = Math.ceil((START + 72 * EVERY) / DAY) - Math.floor(START / DAY);
    expect(all.map(({ at }) => Math.floor(at / DAY))).toEqual(
      Array.from({ length: days }, (_, n) => Math.floor(START / DAY) + n),
    );
    for (const { at, series } of all) {
      expect(series).toEqual(all[0]!.series);
      expect(at === START || at % DAY < EVERY).toBe(true);
    }
  });
});
