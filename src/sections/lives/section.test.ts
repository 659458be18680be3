import { expect, test } from "vitest";
import type { DigestContext } from "../section.ts";
import type { LivesData } from "./data.ts";
import { liveFigures } from "./section.ts";

const HOUR = 3_600_000;
const week: DigestContext = {
  language: "en",
  frame: { from: Date.UTC(2026, 10, 9), to: Date.UTC(2026, 10, 16), timezone: "UTC" },
};

/** A week of four watched creators, two of them live. */
const data = (more: object = {}) =>
  ({
    period: { ms: 168 * HOUR, word: "week" },
    watched: { targets: 4 },
    month: { name: "November", soFarMs: 20 * HOUR, paceMs: 40 * HOUR },
    longest: { name: "Maria", ms: 3 * HOUR },
    sessions: 5,
    live: 2,
    airtimeMs: 10 * HOUR,
    onAirAtEnd: 1,
    compared: { creators: 4, beforeMs: 8 * HOUR, nowMs: 10 * HOUR },
    ...more,
  }) as unknown as LivesData;

const reported = (more: object = {}) =>
  liveFigures(data(more), week).map(({ label, value, detail }) => [label, value, detail]);

test("figures say how long creators were live, how many, what the month will be, and the longest stream", () => {
  expect(reported()).toEqual([
    ["Time live", "10 h", "+25% vs. the week before"],
    ["Were live", "2 of 4", expect.stringContaining("1")],
    ["Projection for November", "40 h", expect.stringContaining("20 h")],
    ["Longest stream", "3 h", "Maria"],
    ["Streams", "5", expect.stringContaining("2 h")],
  ]);
});

test("what is unknown is left out", () => {
  const labels = (more: object) => reported(more).map(([label]) => label);
  const [time, who, pace, longest, streams] = labels({});
  expect(labels({ month: { name: "November", soFarMs: 0, paceMs: null } })).toEqual([time, who, longest, streams]);
  expect(labels({ longest: null })).toEqual([time, who, pace, streams]);
  expect(reported({ watched: { targets: 0 } })).toEqual([]);
  const [first, second, , , last] = reported({
    sessions: 0,
    onAirAtEnd: 0,
    compared: { creators: 0, beforeMs: 0, nowMs: 0 },
  });
  expect([first![2], second![2], last![2]]).toEqual([null, null, null]);
});

test("a change that does not cover all creators says so", () => {
  expect(reported({ compared: { creators: 3, beforeMs: 8 * HOUR, nowMs: 10 * HOUR } })[0]![2]).toMatch(/\+25%.*3/);
});
