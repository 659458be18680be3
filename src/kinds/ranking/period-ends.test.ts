import { expect, test } from "vitest";
import { atMinute, DAY, MINUTE, off, RESET, T0, notified, watch } from "../../../test/support/polled-list.ts";

test("the end of a period reports the final and best place, and everything starts over silently", () => {
  const poll = watch();
  const next = { resetAt: RESET + DAY };
  poll(7);
  poll(4);
  poll(6);
  const { changes } = poll(atMinute(61, { ...off, ...next }));
  expect(changes).toEqual([
    {
      type: "ranking.period_closed",
      key: `1.8/${RESET}`,
      occurredAt: RESET,
      window: { from: T0 + 2 * MINUTE, to: T0 + 61 * MINUTE },
      data: {
        rankType: 8,
        groupType: 1,
        title: "Daily Ranking",
        place: 6,
        bestPlace: 4,
        periodEndedAt: new Date(RESET).toISOString(),
        onRank: true,
      },
    },
  ]);
  expect(poll({ ...off, ...next }).types).toEqual([]);
  expect(poll({ place: 90, ...next }).types).toEqual(["entered"]);
});

test.each<[string, Parameters<typeof notified>[0], string[]]>([
  ["a later reset appears before the clock says so", [7, { ...off, resetAt: RESET + DAY }], ["period_closed"]],
  ["a fall at a reset is no fall", [7, { place: 60, resetAt: RESET + DAY }], ["period_closed"]],
  [
    "the clock says so, the answer is an old one, then the new period shows",
    [
      7,
      atMinute(61, { place: 5 }),
      { place: 5 },
      { ...off, resetAt: RESET + DAY },
      { place: 50, resetAt: RESET + DAY },
    ],
    ["period_closed", "entered"],
  ],
  ["the ranking is not in the answer when its period ends", [7, atMinute(61)], ["period_closed"]],
  ["no place was seen", [off, atMinute(61, { ...off, resetAt: RESET + DAY })], []],
  [
    "a wobble of seconds is the same period",
    [7, { resetAt: RESET + 5000 }, { ...off, resetAt: RESET - 5000 }],
    ["left"],
  ],
  [
    "an old answer from the period before",
    [7, { resetAt: RESET + DAY }, atMinute(62, { place: 1 }), { resetAt: RESET + DAY }],
    ["period_closed"],
  ],
  ["a reset that is always past is none", [{ resetAt: T0 - DAY }, { ...off, resetAt: T0 - DAY }], ["left"]],
  ["a later one is a new period, of which no place was seen", [{ resetAt: T0 - DAY }, { ...off, resetAt: T0 - 1 }], []],
  [
    "a period first seen after its reset",
    [atMinute(61, { place: 5 }), { place: 4 }, { ...off, resetAt: RESET + DAY }],
    [],
  ],
  ["a ranking without periods", [{ resetAt: null }, atMinute(9000, { resetAt: null, ...off })], ["left"]],
])("%s", (_name, polls, expected) => {
  expect(notified(polls)).toEqual(expected);
});
