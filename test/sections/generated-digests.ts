import type { JsonObject } from "../../src/core/json.ts";
import type { Written } from "../../src/features/digests/message/digest.ts";
import { sections, type AnySection } from "../../src/sections/registry.ts";
import type { Frame } from "../../src/sections/section.ts";
import { dice } from "../support/mutations.ts";
import { generatedAirtime } from "./generated-airtime.ts";
import { generatedHistories } from "./generated-history.ts";

const to = Date.UTC(2026, 10, 16, 8);
/** Periods of different lengths. */
export const frames: Record<string, Frame> = {
  week: { from: Date.UTC(2026, 10, 9, 8), to, timezone: "Europe/Berlin" },
  "half a day": { from: to - 43_200_000, to, timezone: "Asia/Kolkata" },
  hour: { from: to - 3_600_000, to, timezone: "UTC" },
};

/** A digest of all sections, of some targets each; few of them, that the rare cases come often. */
export function writtenOf(frame: Frame, seed: number): Written {
  const roll = dice(seed);
  const content = Object.fromEntries(
    Object.entries(sections).map(([name, section]): [string, JsonObject] => {
      const count = [0, 1, 2, 5, 12][Math.floor(roll() * 5)]!;
      return [name, JSON.parse(JSON.stringify(dataOf(section))) as JsonObject];

      function dataOf(one: AnySection): unknown {
        if (!("measure" in one)) return one.summarize(generatedAirtime(count, seed), frame);
        const measures = generatedHistories(name, count, seed, frame).map((history) => one.measure(history, frame));
        return one.conclude(measures, frame);
      }
    }),
  );
  const { from, timezone } = frame;
  return {
    digest: { name: "Movers", watchlistId: null, timezone, sections: Object.keys(sections) },
    from,
    to: frame.to,
    content,
  };
}
