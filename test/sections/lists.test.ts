import { expect, test } from "vitest";
import type { ListsData } from "../../src/sections/lists/data.ts";
import { lists } from "../../src/sections/lists/section.ts";
import type { Frame, Past } from "../../src/sections/section.ts";
import { inEnglish } from "../support/phrases.ts";
import { polledHistory, watched } from "./watched-past.ts";

const HOUR = 3_600_000;
const week: Frame = { from: Date.UTC(2026, 10, 9, 8), to: Date.UTC(2026, 10, 16, 8), timezone: "Europe/Berlin" };
const settings = { confirmGone: 1, watch: [{ field: "playCount", above: 1000, surgePercent: 50 }] };

/** Each poll, some hours after the start of the week, with its items: `[id, title, plays]`. */
type Polled = [hours: number, items: [id: string, title: string | null, plays: number][]];

const past = (id: string, polls: Polled[], name = id): Past =>
  polledHistory(
    lists,
    week,
    watched(id, 0, name),
    polls.map(([hours, items]) => ({
      at: week.from + hours * HOUR,
      view: {
        complete: true,
        names: ["title", "playCount"],
        items: items.map(([item, title, playCount]) => ({
          id: item,
          fields: { ...(title === null ? {} : { title }), playCount },
        })),
      },
    })),
    settings,
  );

const conclude = (...pasts: Past[]): ListsData =>
  lists.conclude(
    pasts.map((one) => lists.measure(one, week)),
    week,
  );

test("tells what is new and still there, gone, growing fast and past a limit", () => {
  const data = conclude(
    past("tgt_1", [
      [
        -24,
        [
          ["1", "Old", 10],
          ["2", "Leaves", 10],
          ["3", "Grows", 800],
        ],
      ],
      [
        1,
        [
          ["1", "Old", 10],
          ["2", "Leaves", 10],
          ["3", "Grows", 800],
          ["4", "Comes", 5],
          ["5", "Short", 5],
        ],
      ],
      [
        10,
        [
          ["6", null, 1],
          ["1", "Old", 10],
          ["3", "Grows", 1600],
          ["4", "Comes", 6],
        ],
      ],
    ]),
  );
  expect(data).toMatchObject({ appeared: 3, still: 2, gone: 1, surged: 1, crossed: 1 });
  expect(data.fresh.map(({ title }) => title)).toEqual(["6", "Comes"]);
  expect(data.fastest).toEqual([{ title: "Grows", field: "play count", before: 800, after: 1600, percent: 100 }]);
  expect(lists.figures(data, inEnglish(week))).toEqual([
    { label: "New items", value: "3", detail: "2 still listed" },
    { label: "Items growing fast", value: "1", detail: "Grows" },
    { label: "Items past a limit", value: "1", detail: "Grows: play count above 1,000" },
    { label: "Items gone", value: "1", detail: null },
  ]);
  expect(lists.tables(data, inEnglish(week))).toMatchObject([
    { rows: [{ label: "Grows", value: "play count 800 → 1,600", change: { text: "+100%", tone: "up" } }] },
    { rows: [{ label: "Grows", value: "play count above 1,000" }] },
    {
      title: "New items",
      rows: [
        { label: "6", value: "9 Nov" },
        { label: "Comes", value: "9 Nov" },
      ],
      more: 0,
    },
  ]);
  expect(lists.fact(data, inEnglish(week))?.text).toBe("Grows grew by 100% (play count)");
  expect(lists.note(data, inEnglish(week))).toBe(null);
});

test("an item of two lists counts once; the chart counts by list", () => {
  const polls: Polled[] = [
    [-1, [["1", "Old", 1]]],
    [
      1,
      [
        ["1", "Old", 1],
        ["2", "Comes", 1],
      ],
    ],
  ];
  const data = conclude(past("tgt_1", polls, "Videos"), past("tgt_2", polls, "Videos"));
  expect(data.appeared).toBe(1);
  expect(lists.chart(data, inEnglish(week))).toMatchObject({
    form: "bars",
    rows: [
      { label: "Videos (…gt_1)", value: 1 },
      { label: "Videos (…gt_2)", value: 1 },
    ],
  });
});

test("what left and came back was there before", () => {
  const data = conclude(
    past("tgt_1", [
      [
        -1,
        [
          ["1", "Old", 1],
          ["2", "Wavers", 1],
        ],
      ],
      [1, [["1", "Old", 1]]],
      [
        2,
        [
          ["1", "Old", 1],
          ["2", "Wavers", 1],
        ],
      ],
    ]),
  );
  expect(data).toMatchObject({ appeared: 0, gone: 0, fresh: [] });
  expect(lists.note(data, inEnglish(week))).toBe("No item was new, gone or growing fast.");
  expect(lists.fact(data, inEnglish(week))).toBe(null);
});

test("events after the period don't count", () => {
  const data = conclude(
    past("tgt_1", [
      [-1, [["1", "Old", 1]]],
      [
        200,
        [
          ["1", "Old", 1],
          ["2", "Late", 1],
        ],
      ],
    ]),
  );
  expect(data.appeared).toBe(0);
});
