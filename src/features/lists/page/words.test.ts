import { expect, test } from "vitest";
import { headline } from "./words.ts";

const live = { live: 0, unknown: 0, more: false, blind: false, creators: 6 };
const month = (counts: { behind?: number; out?: number; pace?: number; reached?: number }) => ({
  people: 6,
  counts: { behind: 0, out: 0, pace: 0, reached: 0, new: 0, unsaid: 0, ...counts },
  hours: 12,
  days: 3,
  watched: 6,
  atLeast: false,
  known: true,
});

test.each([
  [{ behind: 1, pace: 5 }, "No one is live, 1 needs help this month"],
  [{ behind: 3, out: 2 }, "No one is live, 3 need help, 2 out of reach"],
  [{ out: 4, reached: 2 }, "No one is live, 4 out of reach this month"],
  [{ pace: 4, reached: 2 }, "No one is live, no one needs help"],
  [{}, "No one is live, 12 h this month"],
])("the headline of a list whose goals stand as %j", (counts, words) => {
  expect(headline(live, month(counts))).toBe(words);
});
