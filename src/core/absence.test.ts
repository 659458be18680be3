import { expect, test } from "vitest";
import { confirmWithin, doubtNews, fadedOf, judgeAbsences, type Absence, type Sight } from "./absence.ts";

const SIGHT: Sight = { size: 4, doubt: null };
const displayed = { absence: null };
const missed = (times: number, more: Partial<Absence> = {}): { absence: Absence } => ({
  absence: { times, firstAt: 100, from: 50, of: 4, ...more },
});
const requested = { complete: true, confirmGone: 3, at: 200, lastOkAt: 150 };

type Rows = Record<string, { absence: Absence | null }>;

/** What an answer of so many rows says about missing rows, if these others are there. */
const judged = (absent: Rows, stayed: Rows, size: number, before = SIGHT, how: object = {}) => {
  const compared = { absent: Object.entries(absent), stayed: Object.entries(stayed) };
  const { missing, sight } = judgeAbsences(compared, before, { ...requested, size, ...how });
  return { a: missing.get("a"), b: missing.get("b"), c: missing.get("c"), sight };
};

test("a row that an answer lacks is counted, and gone when enough lack it", () => {
  const [one, two] = [
    judged({ a: displayed }, { b: displayed, c: displayed }, 3),
    judged({ a: missed(2) }, { b: displayed }, 3),
  ];
  expect(one).toMatchObject({ a: { absence: { times: 1, firstAt: 200, from: 150, of: 4 }, gone: false } });
  expect(two).toMatchObject({ a: { absence: { times: 3, firstAt: 100, from: 50 }, gone: true } });
});

test("an incomplete answer and one without rows count nothing", () => {
  for (const [size, how] of [
    [3, { complete: false }],
    [0, {}],
    [0, { complete: false }],
  ] as const) {
    const { a } = judged({ a: missed(2) }, { b: displayed }, size, SIGHT, { ...how, confirmGone: 1 });
    expect(a).toEqual({ absence: missed(2).absence, gone: false });
  }
});

test("a row is out of sight if the answer is as full as the one that had it, and stays so", () => {
  const [left, later] = [judged({ a: displayed }, { b: displayed }, 4), judged({ a: missed(2) }, { b: displayed }, 5)];
  expect(left).toMatchObject({ a: { absence: { out: true, firstAt: 200, from: 150 }, gone: false } });
  expect(later).toMatchObject({ a: { absence: { out: true, firstAt: 100, from: 50 }, gone: false } });
  const out = missed(0, { out: true });
  expect(judged({ a: out }, { b: displayed }, 1)).toMatchObject({ a: out });
  // Where the service was asked for so many, fewer are all.
  expect(judged({ a: displayed }, { b: displayed, c: displayed }, 4, SIGHT, { fullAt: 5 })).toMatchObject({
    a: { absence: { times: 1 } },
  });
  expect(judged({ a: displayed }, { b: displayed }, 3, SIGHT, { fullAt: 3 })).toMatchObject({
    a: { absence: { out: true } },
  });
});

test("half of the rows may leave at once, most are doubted", () => {
  const half = judged({ a: displayed, b: displayed }, { c: displayed, d: displayed }, 2);
  const most = judged({ a: displayed, b: displayed, c: displayed }, { d: displayed }, 1, SIGHT, { confirmGone: 1 });
  expect(half.sight).toEqual({ size: 2, doubt: null });
  expect(most.sight).toEqual({ size: 1, doubt: { since: 200, from: 150, answers: 0 } });
  expect(most).toMatchObject({ a: { absence: { times: 1 }, gone: false } });
  // Rows that were missing before do not count among those that vanish together.
  expect(
    judged({ a: missed(1), b: missed(1), c: displayed }, { d: displayed, e: displayed }, 2).sight.doubt,
  ).toBeNull();
});

test("while a list is doubted, nothing else is counted; more answers that agree end it", () => {
  const before: Sight = { size: 1, doubt: { since: 100, from: 50, answers: 1 } };
  const absent = { a: missed(2), b: missed(2), c: missed(2, { firstAt: 90 }) };
  const waits = judged(absent, { d: displayed }, 1, before);
  expect(waits.sight.doubt).toEqual({ since: 100, from: 50, answers: 2 });
  expect(waits).toMatchObject({ a: { absence: { times: 3 }, gone: false }, c: { absence: { times: 2 }, gone: false } });
  const agreed = judged(absent, { d: displayed }, 1, { size: 1, doubt: { since: 100, from: 50, answers: 2 } });
  expect(agreed.sight.doubt).toBeNull();
  expect(agreed).toMatchObject({ a: { gone: true }, b: { gone: true }, c: { absence: { times: 3 }, gone: true } });
});

test("an answer that shows half of the doubted rows ends it; the others are missing since then", () => {
  const before: Sight = { size: 1, doubt: { since: 100, from: 50, answers: 1 } };
  const shows = judged({ a: missed(2) }, { b: missed(2), d: displayed }, 2, before);
  expect(shows.sight.doubt).toBeNull();
  expect(shows).toMatchObject({ a: { absence: { times: 1, firstAt: 200, from: 50 }, gone: false } });
  const fewer = judged({ a: missed(2), b: missed(2) }, { c: missed(2), d: displayed }, 2, before);
  expect(fewer.sight.doubt?.answers).toBe(2);
});

test("answers without rows are doubted for as long as they come, and say nothing", () => {
  const empty = judged({ a: displayed, b: displayed }, {}, 0);
  expect(empty.sight).toEqual({ size: 4, doubt: { since: 200, from: 150, answers: 0 } });
  const still = judged({ a: displayed, b: displayed }, {}, 0, empty.sight, { at: 999_999 });
  expect(still.sight).toEqual(empty.sight);
  const back = judged({ a: displayed }, { b: displayed }, 3, empty.sight, { at: 999_999, lastOkAt: 900_000 });
  expect(back.sight).toEqual({ size: 3, doubt: null });
  expect(back).toMatchObject({ a: { absence: { times: 1, from: 150 } } });
  expect(judged({}, { a: displayed }, 2, empty.sight, { complete: false }).sight).toEqual({ size: 4, doubt: null });
  // Nothing was in sight.
  expect(judged({ a: missed(1) }, {}, 0).sight.doubt).toBeNull();
});

test("what awaits confirmation is polled again soon, but a doubted list not forever", () => {
  expect(confirmWithin([displayed, missed(0, { out: true })], SIGHT, 0)).toBeNull();
  expect(confirmWithin([displayed, missed(1)], SIGHT, 0)).toBe(60);
  const doubted: Sight = { size: 1, doubt: { since: 0, from: null, answers: 0 } };
  expect([0, 599_999, 600_000].map((at) => confirmWithin([missed(1)], doubted, at))).toEqual([60, 60, null]);
});

test("a doubt is told when it begins and when it is over", () => {
  const doubted: Sight = { size: 1, doubt: { since: 7, from: null, answers: 0 } };
  expect(doubtNews(SIGHT, doubted)).toEqual({ doubt: { since: 7, over: false } });
  expect(doubtNews(doubted, SIGHT)).toEqual({ doubt: { since: 7, over: true } });
  expect([doubtNews(SIGHT, SIGHT), doubtNews(doubted, doubted)]).toEqual([{}, {}]);
});

test("the ten rows that left last are stored in full", () => {
  const left = Array.from({ length: 12 }, (_, n): [string, { absence: Absence }] => [
    String(n),
    missed(0, { out: true, firstAt: (n * 5) % 12 }),
  ]);
  expect(fadedOf([...left, ["x", displayed], ["y", missed(1)]])).toEqual(["0", "5"]);
  expect(fadedOf(left.slice(2))).toEqual([]);
});
