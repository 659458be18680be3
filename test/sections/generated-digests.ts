import type { AirtimeReport, AirtimeRow, ReportedGoal } from "../../src/sections/airtime-shape.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Written } from "../../src/features/digests/message/digest.ts";
import { sections, type AnySection } from "../../src/sections/registry.ts";
import type { Frame } from "../../src/sections/section.ts";
import { dice } from "../support/mutations.ts";
import { generatedHistories } from "./generated-history.ts";

const to = Date.UTC(2026, 10, 16, 8);
/** Periods of different lengths. */
export const frames: Record<string, Frame> = {
  week: { from: Date.UTC(2026, 10, 9, 8), to, timezone: "Europe/Berlin" },
  "half a day": { from: to - 43_200_000, to, timezone: "Asia/Kolkata" },
  hour: { from: to - 3_600_000, to, timezone: "UTC" },
};

const NAMES = ["Maria", "Zoë", "李娜", "مريم", "<b>&amp;", "A\nB", "=1+1", "`*_~", "x".repeat(300), "\u202eevil", ""];

/** An airtime report of that many creators, longest first; always the same one of a seed. */
export function generatedAirtime(count: number, seed: number): AirtimeReport {
  const roll = dice(seed * 7919 + count);
  const among = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)]!;
  const upTo = (max: number): number => Math.floor(roll() * (max + 1));
  const goal = (): ReportedGoal | null => {
    if (roll() < 0.4) return null;
    const wanted = among([
      { hours: 40, validDays: null },
      { hours: null, validDays: 20 },
      { hours: 12.5, validDays: 7 },
    ]);
    const [hours, validDays, reached] = [upTo(9000) / 100, upTo(31), roll() < 0.4];
    const days = among([0, 0, 5]);
    const judged = days === 0 ? "missed" : among(["open", "behind"] as const);
    const state = reached ? "reached" : roll() < 0.2 ? among(["unknown", "not_started"] as const) : judged;
    const behind = state === "behind";
    return {
      goalId: "goal_1",
      validDayMinutes: 60,
      timezone: "UTC",
      period: "2026-11",
      coverage: 1,
      hours,
      validDays,
      wanted,
      left: { hours: wanted.hours === null ? null : 1, validDays: wanted.validDays === null ? null : 1, days },
      pace: null,
      reached,
      behind,
      state,
    };
  };
  const rows = Array.from({ length: count }, (_, index): AirtimeRow => {
    const seconds = roll() < 0.2 ? 0 : upTo(700_000);
    return {
      targetId: `tgt_${String(index).padStart(6, "0")}`,
      name: among(NAMES),
      handle: roll() < 0.5 ? `user${index}` : null,
      seconds,
      days: upTo(31),
      validDays: seconds === 0 ? 0 : upTo(31),
      streams: upTo(60),
      averageViewers: roll() < 0.2 ? null : upTo(5000),
      peakViewers: roll() < 0.2 ? null : upTo(9000),
      viewerSeconds: upTo(1e9),
      bestPlaces: Array.from({ length: upTo(8) }, () => ({ title: among(NAMES), place: 1 + upTo(98) })),
      missedSlots: upTo(3),
      longestRunDays: upTo(31),
      change: roll() < 0.2 ? null : seconds - upTo(700_000),
      coverage: among([null, 0, 0.5, 0.9999, 1, 1]),
      unknownSeconds: among([null, upTo(9000)]),
      uncertaintySeconds: among([null, 0, 240, 4000]),
      watchedSince: "2026-01-01T00:00:00.000Z",
      removed: roll() < 0.1,
      goal: goal(),
    };
  }).toSorted((a, b) => b.seconds - a.seconds);
  const sum = (of: (row: AirtimeRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const peaks = rows.flatMap(({ peakViewers }) => peakViewers ?? []);
  return {
    rows,
    totals: {
      creators: rows.length,
      seconds: sum(({ seconds }) => seconds),
      validDays: sum(({ validDays }) => validDays),
      streams: sum(({ streams }) => streams),
      viewerSeconds: sum(({ viewerSeconds }) => viewerSeconds),
      peakViewers: peaks.length === 0 ? null : Math.max(...peaks),
      missedSlots: sum(({ missedSlots }) => missedSlots),
      unknownSeconds: sum(({ unknownSeconds }) => unknownSeconds ?? 0),
      uncertaintySeconds: rows.some((row) => row.uncertaintySeconds === null)
        ? null
        : sum((row) => row.uncertaintySeconds ?? 0),
    },
  };
}

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
