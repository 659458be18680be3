import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ListModel, type ModelAnswer, type ModelRow } from "../../../test/support/list-model.ts";
import { item, items, Polled } from "../../../test/support/polled-list.ts";
import { runs } from "../../../test/support/runs.ts";
import { floorOf } from "./news.ts";
import type { Item } from "./view.ts";

/** Items with these numbers as ids and times, as they stand in an answer. */
const timed = (...times: number[]): Item[] => times.map((time) => item(time, { time: 1_700_000_000 + time }));
const named = (...ids: (string | number)[]): Item[] => ids.map((id) => item(id));
const down = (from: number, to: number): number[] => Array.from({ length: from - to + 1 }, (_, n) => from - n);
const TIMES = { timeField: "time" };

/** The events of each answer, of answers after the first. */
const notified = (settings: object, ...answers: (Item[] | null)[]): string[][] => {
  const list = new Polled(settings);
  return answers.map((answer) => list.said(answer)).slice(1);
};

describe("new is what was never seen", () => {
  test("however long after its creation it becomes visible", () => {
    const list = new Polled(TIMES);
    list.said(timed(...down(80, 61)));
    const late = Array.from({ length: 40 }, (_, n) => {
      for (let minute = 0; minute < 5; minute++) expect(list.said(timed(...down(80 + n, 61)))).toEqual([]);
      return list.said(timed(...down(81 + n, 61)));
    });
    expect(late).toEqual(Array.from({ length: 40 }, (_, n) => [`item.appeared ${81 + n}`]));
    const hidden = new Polled(TIMES);
    hidden.said(timed(80, 78, 77));
    expect(hidden.said(timed(80, 79, 78, 77))).toEqual(["item.appeared 79"]);
  });

  test.each([TIMES, {}])("not what was private for a while, or gone (%j)", (settings) => {
    const all = timed(...down(5, 1));
    const without = timed(5, 4, 2, 1);
    expect(notified(settings, all, without, without, without, without, without, all, all)).toEqual([
      [],
      [],
      ["item.gone 3"],
      [],
      [],
      [],
      [],
    ]);
  });

  test("not what moves up when another goes, with times or without", () => {
    const before = timed(5, 4, 3);
    expect(notified(TIMES, before, timed(5, 3, 2), timed(6, 5, 3))).toEqual([[], ["item.appeared 6"]]);
    expect(notified({}, before, timed(5, 3, 2), timed(6, 5, 3))).toEqual([[], ["item.appeared 6"]]);
    // Nobody can tell whether the last of a list without times is new, unless all others are there.
    expect(notified({}, named("a", "b"), named("a", "b", "c"))).toEqual([["item.appeared c"]]);
    expect(notified({}, named("a", "b"), named("c", "a"))).toEqual([["item.appeared c"]]);
  });

  test("not what is pinned from below, nor what moves up below a pinned item", () => {
    const before = timed(9, 8, 7, 6);
    expect(notified(TIMES, before, timed(1, 9, 8, 7), timed(1, 9, 7, 6), timed(1, 9, 7, 5))).toEqual([[], [], []]);
    expect(notified(TIMES, timed(1, 9, 8, 7), timed(1, 9, 7, 6))).toEqual([[]]);
  });

  test("the first answer is silent, and one without rows is none", () => {
    expect(notified({}, [], [], named("a", "b"), named("c", "a", "b"))).toEqual([[], [], ["item.appeared c"]]);
    const list = new Polled({});
    for (let minute = 0; minute <= 24 * 60 + 1; minute++) expect(list.said([])).toEqual([]);
    expect(list.said(named("a"))).toEqual(["item.appeared a"]);
  });

  test("a wholly other answer without times is new once more answers agree, and another page is not", () => {
    const [old, young, other] = [named("a", "b", "c"), named("d", "e", "f"), named("g", "d", "e")];
    expect(notified({}, old, young, young, young, other)).toEqual([
      [],
      [],
      [],
      ["d", "e", "f", "g"].map((id) => `item.appeared ${id}`),
    ]);
    expect(notified({}, old, young, old, young, young, old, young, young, young, young)).toEqual(
      down(9, 1).map(() => []),
    );
    const list = new Polled({});
    for (const answer of [old, young, young, young]) list.poll(answer);
    const [first] = list.poll(young);
    expect(first).toMatchObject({ data: { itemId: "d", atLeast: 3 }, occurredAt: list.start + 60_000 });
    expect(first!.window).toEqual({ from: list.start, to: list.start + 60_000 });
    // Of two or fewer, all may be new.
    expect(notified({}, named("a", "b"), named("c", "d"))).toEqual([["item.appeared c", "item.appeared d"]]);
  });

  test("with times, an answer of nothing but new items says that there may be more", () => {
    const list = new Polled(TIMES);
    list.poll(timed(...down(20, 1)));
    const all = list.poll(timed(...down(60, 41)));
    expect(all.map(({ data }) => "atLeast" in data && data.atLeast)).toEqual(down(20, 1).map(() => 20));
  });
});

describe("gone is what answers lack, unless it may only have left what they show", () => {
  test("a window of the newest ten has no item gone when six are new", () => {
    const ten = (from: number) => timed(...down(from, from - 9));
    const steps = [ten(10), ten(16), ten(16), ten(16), ten(22), ten(22)];
    const lists = [notified(TIMES, ...steps), notified({}, ...steps)];
    for (const told of lists) expect(told.flat().filter((text) => text.includes("gone"))).toEqual([]);
    expect(lists[0]!.flat()).toHaveLength(12);
  });

  test.each([TIMES, {}])("pages in turns tell nothing (%j)", (settings) => {
    const pages = [timed(...down(40, 21)), timed(...down(20, 1))];
    const turns = [0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0].map((page) => pages[page]!);
    expect(notified(settings, ...turns).flat()).toEqual([]);
  });

  test("what left is still known when it is back, with its numbers", () => {
    const list = new Polled({ ...TIMES, watch: [{ field: "plays", above: 10 }] });
    const plays = (time: number, count: number) => item(time, { time: 1_700_000_000 + time, plays: count, title: "t" });
    list.said([plays(3, 5), plays(2, 5), plays(1, 5)]);
    list.said([plays(4, 5), plays(3, 5), plays(2, 5)]);
    expect(list.shown.items.map(({ itemId }) => itemId).sort()).toEqual(["2", "3", "4"]);
    expect(list.said([plays(4, 5), plays(3, 5), plays(1, 11)])).toEqual(["item.crossed 1"]);
  });

  test("an incomplete answer makes nothing gone, whatever it lacks", () => {
    const list = new Polled({ confirmGone: 1 });
    list.said(named("a", "b", "c", "d"));
    for (let n = 0; n < 5; n++) expect(list.said(named("a", "b", "c"), false)).toEqual([]);
    expect(list.said(named("a", "b", "c"))).toEqual(["item.gone d"]);
  });

  test("answers without rows say nothing for as long as they come", () => {
    const list = new Polled({ confirmGone: 1 });
    list.said(items(20));
    for (let n = 0; n < 30; n++) expect(list.said([])).toEqual([]);
    expect([list.doubted, list.shown.count]).toEqual([true, 20]);
    expect(list.said(items(20))).toEqual([]);
    expect(list.doubts.map(({ over }) => over)).toEqual([false, true]);
    const [gone] = [list.poll(items(19))].flat();
    expect(gone).toMatchObject({ type: "item.gone", data: { itemId: "19" } });
  });

  test("a list that loses most of its items is doubted until more answers agree or show them again", () => {
    const [whole, rest] = [named("a", "b", "c", "d", "e"), named("a", "b")];
    const gone = ["c", "d", "e"].map((id) => `item.gone ${id}`);
    expect(notified({ confirmGone: 2 }, whole, rest, rest, rest)).toEqual([[], [], gone]);
    const back = notified({ confirmGone: 2 }, whole, rest, rest, named("a", "b", "c", "d"), named("a", "b", "c", "d"));
    expect(back).toEqual([[], [], [], ["item.gone e"]]);
    const list = new Polled({ confirmGone: 2 });
    for (const answer of [whole, rest, rest, whole]) list.said(answer);
    expect(list.doubts).toEqual([
      { since: list.start + 60_000, over: false },
      { since: list.start + 60_000, over: true },
    ]);
  });

  test("it happened after the last answer with rows, and is checked again soon", () => {
    const list = new Polled({ confirmGone: 1 });
    list.poll(named("a", "b", "c"));
    list.poll([]);
    list.poll([]);
    const [gone] = list.poll(named("a", "b"));
    expect(gone!.window).toEqual({ from: list.start, to: list.start + 180_000 });
  });
});

test("the floor of an answer leaves pinned items out, if the list begins with the latest", () => {
  const floor = (...times: number[]) => floorOf(timed(...times), "time")! - 1_700_000_000_999;
  expect([floor(9, 8, 7), floor(1, 9, 8), floor(3, 1, 9, 8), floor(9, 1, 8, 7)].map((ms) => ms / 1000)).toEqual([
    7, 8, 8, 7,
  ]);
  // The oldest first, in no order, or too few.
  expect([floor(7, 8, 9), floor(5, 9, 1, 8, 2, 7), floor(1, 9)].map((ms) => ms / 1000)).toEqual([7, 1, 1]);
  // One of the list is out of order.
  expect(floor(1, 20, 19, 18, 17, 16, 15, 12, 14, 13) / 1000).toBe(12);
  expect([floorOf(named("a"), "time"), floorOf([], "time"), floorOf(timed(3), undefined)]).toEqual([null, null, null]);
});

test("a watched field is compared as a number if it has one, and as text if not", () => {
  const list = new Polled({ watch: [{ field: "title" }, { field: "plays", above: 500 }] });
  const fields = (title: string, plays: number) => [item(1, { title, plays })];
  list.poll(fields("old", 400));
  expect(list.poll(fields("new", 450))).toMatchObject([
    { type: "item.changed", data: { field: "title", before: "old", after: "new" } },
  ]);
  expect(list.poll(fields("new", 600))).toMatchObject([{ type: "item.crossed", data: { field: "plays" } }]);
});

describe("stored state is bounded", () => {
  const long = (id: number): Item => item(id, { title: `${"é".repeat(290)} ${id}`, plays: id });

  test("ten thousand long items fit into a row, and those that do not are silent wherever they are", () => {
    const list = new Polled({ mostItems: 10_000, watch: [{ field: "plays", above: 1e9, surgePercent: 50 }] });
    const all = Array.from({ length: 10_000 }, (_, n) => long(n));
    expect(list.said(all)).toEqual([]);
    expect(list.text.length).toBeLessThan(450_000);
    const { count, complete } = list.shown;
    expect([count > 300, count < 10_000, complete]).toEqual([true, true, false]);
    for (let hour = 0; hour < 10; hour++) expect(list.said(hour % 2 === 0 ? all.toReversed() : all)).toEqual([]);
    expect(list.text.length).toBeLessThan(500_000);
    expect(list.shown.count).toBeGreaterThanOrEqual(count);
  });

  test("in a list longer than what is stored, only a time makes an item new, once", () => {
    const list = new Polled({ mostItems: 10, timeField: "time" });
    expect(list.said(items(25))).toEqual([]);
    expect(list.said([item("new"), ...items(25)])).toEqual([]);
    const timed = item("timed", { time: list.next / 1000 });
    expect(list.said([...items(25), timed])).toEqual(["item.appeared timed"]);
    expect(list.said([timed, ...items(25)])).toEqual([]);
    expect(list.said(items(25).slice(0, 9))).toEqual([]);
    expect([list.shown.count, list.shown.complete]).toEqual([10, true]);
  });

  test("what is as old as any item that is no longer remembered is not new", () => {
    const list = new Polled({ mostItems: 10, timeField: "time" });
    const at = (n: number) => ({ time: list.start / 1000 + n });
    const all = Array.from({ length: 25 }, (_, n) => item(n, at(n)));
    list.said(all);
    // Ten are stored, ten are remembered by their ids: 0 to 4 are forgotten.
    expect(list.said([...all, item("as old", at(3))])).toEqual([]);
    expect(list.said([...all, item("younger", at(100))])).toEqual(["item.appeared younger"]);
  });

  test("names of built-in object properties are ordinary names", () => {
    const list = new Polled({ watch: [{ field: "plays", above: 5 }] });
    const odd = ["__proto__", "constructor", "toString"];
    expect(list.said(odd.map((id) => item(id, { plays: 1 })))).toEqual([]);
    expect(list.said(odd.map((id) => item(id, { plays: 9 })))).toEqual(odd.map((id) => `item.crossed ${id}`).sort());
    expect(list.said([])).toEqual([]);
    expect(list.shown.items.map(({ itemId }) => itemId).sort()).toEqual(odd.sort());
  });
});

test("a time can be seconds, milliseconds or ISO 8601; other formats count as none", () => {
  const ways: ((at: number) => string | number)[] = [
    (at) => Math.floor(at / 1000),
    (at) => at,
    (at) => new Date(at).toISOString(),
    (at) => new Date(at + 2 * 3_600_000).toISOString().replace(/\.\d+Z/, "+02:00"),
    (at) =>
      new Date(at)
        .toISOString()
        .replace("T", " ")
        .replace(/\.\d+Z/, ""),
  ];
  for (const way of ways) {
    const list = new Polled({ timeField: "time" });
    const first = item(1, { time: way(list.start) });
    list.said([first]);
    const young = item("young", { time: way(list.start + 1000) });
    const old = item("old", { time: way(list.start - 1000) });
    expect(list.said([old, young, first, item("odd", { time: "today" })])).toEqual([
      "item.appeared odd",
      "item.appeared young",
    ]);
  }
});

test("a picture with a new signature is no change, nor is a field missing from one answer", () => {
  const list = new Polled();
  const seen = (fields: Item["fields"]) => list.poll([item(1, fields)]).map(({ data }) => data);
  expect(seen({ title: "https://a.example/one.jpeg?sig=1" })).toEqual([]);
  expect(seen({ title: "https://b.example/one.jpeg?sig=2" })).toEqual([]);
  expect(seen({ plays: 3 })).toEqual([]);
  expect(seen({ title: "https://a.example/two.jpeg" })).toMatchObject([
    { field: "title", before: "https://a.example/one.jpeg?sig=1", after: "https://a.example/two.jpeg" },
  ]);
});

test("what an answer has nothing for is null in the snapshot and in no event, until it is back", () => {
  const list = new Polled();
  const shown = () => (list.shown.items[0] as unknown as Item).fields;
  list.poll([item(1, { title: "a", plays: 3 })]);
  expect(list.poll([item(1, { plays: 3 })])).toEqual([]);
  expect(shown()).toEqual({ title: null, plays: 3 });
  expect(list.poll([item(1, { title: "a" })])).toEqual([]);
  expect(shown()).toEqual({ title: "a", plays: null });
  const [changed] = list.poll([item(1, { title: "b" })]);
  expect(changed!.data).toMatchObject({ before: "a", after: "b", fields: { title: "b" } });
  expect(changed!.data.fields).toEqual({ title: "b" });
  list.poll([item(1, { title: "b", plays: 3 })]);
  expect(shown()).toEqual({ title: "b", plays: 3 });
  expect(list.text).not.toContain("missing");
});

describe("a watched number that can no longer be read", () => {
  const WATCH = { watch: [{ field: "plays", above: 1000 }] };

  test("is unknown, is no text, and is left out of what else is told of the item", () => {
    const list = new Polled(WATCH);
    list.poll([item(1, { title: "a", plays: 900 }), item(2, { title: "x", plays: 5 })]);
    const notified = list.poll([item(1, { title: "b", plays: "ask us" }), item(2, { title: "x" })]);
    expect(notified).toMatchObject([{ type: "item.changed", data: { field: "title", fields: { title: "b" } } }]);
    expect(notified[0]!.data.fields).toEqual({ title: "b" });
    const unreadableSince = new Date(list.start + 60_000).toISOString();
    expect(list.shown.items).toEqual([
      { itemId: "2", fields: { title: "x", plays: null }, unreadableSince },
      { itemId: "1", fields: { title: "b", plays: null }, unreadableSince },
    ]);
    expect(list.poll([item(1, { title: "b", plays: "ask me" }), item(2, { title: "x" })])).toEqual([]);
    expect(list.said([item(1, { title: "b", plays: 1200 }), item(2, { title: "x", plays: 5 })])).toEqual([
      "item.crossed 1",
    ]);
    expect(list.shown.items).toEqual([
      { itemId: "2", fields: { title: "x", plays: 5 } },
      { itemId: "1", fields: { title: "b", plays: 1200 } },
    ]);
  });

  test("shortened, it passes a limit only where all of it does", () => {
    const list = new Polled(WATCH);
    const shortened = (value: number, low: number, high: number): Item => ({
      ...item(1, { plays: value }),
      ranges: { plays: [low, high] },
    });
    list.said([shortened(900, 850, 1000)]);
    expect(list.said([shortened(1000, 950, 1100)])).toEqual([]);
    expect(list.said([shortened(1100, 1050, 1200)])).toEqual(["item.crossed 1"]);
  });

  test("a number that nobody watches is what it is now", () => {
    const list = new Polled();
    list.said([item(1, { plays: 900 })]);
    expect(list.said([item(1, { plays: "many" })])).toEqual([]);
    expect(list.shown.items).toEqual([{ itemId: "1", fields: { plays: "many" } }]);
    expect(list.said([item(1, { plays: "few" })])).toEqual(["item.changed 1"]);
  });
});

interface Row {
  id: string;
  createdAt: number;
  /** The poll from which on it exists for others, unless it is hidden. */
  visibleFrom: number;
  hidden: boolean;
  /** The polls at which it is visible. */
  visibleAt: Set<number>;
  pinned: boolean;
}

const step = fc.record({
  come: fc.constantFrom(0, 0, 0, 1, 1, 2, 4),
  late: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null, freq: 2 }),
  hides: fc.option(fc.nat(20), { nil: null, freq: 2 }),
  returns: fc.option(fc.nat(20), { nil: null, freq: 2 }),
  pins: fc.option(fc.nat(20), { nil: null, freq: 8 }),
  unpins: fc.nat(9).map((n) => n === 0),
  answers: fc.constantFrom(
    "all",
    "all",
    "all",
    "all",
    "all",
    "failed",
    "none",
    "cut",
    "some",
    "page",
    "incomplete",
    "twice",
  ),
  keep: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  timed: fc.boolean(),
  order: fc.constantFrom("newest first", "newest first", "oldest first"),
  window: fc.constantFrom(4, 8, 12, 1000),
  confirmGone: fc.integer({ min: 1, max: 4 }),
  begin: fc.integer({ min: 0, max: 16 }),
  steps: fc.array(step, { minLength: 4, maxLength: 26 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** The answers of a service whose list changes by these steps, and that answers by them. */
function answersOf(
  { timed, order, window, begin, steps }: History,
  met: Record<string, number>,
): { answers: ModelAnswer[]; rows: Row[] } {
  const rows: Row[] = [];
  let at = 1_000_000;
  const add = (visibleFrom: number) => {
    at += 60;
    rows.push({
      id: `v${rows.length}`,
      createdAt: at,
      visibleFrom,
      hidden: false,
      visibleAt: new Set(),
      pinned: false,
    });
  };
  for (let n = 0; n < begin; n++) add(0);
  const pick = (some: Row[], n: number | null) => (n === null || some.length === 0 ? null : some[n % some.length]!);
  const answers = steps.map((one, poll): ModelAnswer => {
    for (let n = 0; n < one.come; n++) add(poll);
    if (one.late !== null) add(poll + one.late);
    const back = pick(
      rows.filter(({ hidden }) => hidden),
      one.returns,
    );
    if (back !== null) back.hidden = false;
    const hides = pick(
      rows.filter(({ hidden, visibleFrom }) => !hidden && visibleFrom <= poll),
      one.hides,
    );
    if (hides !== null) hides.hidden = true;
    if (one.unpins) for (const row of rows) row.pinned = false;
    const pinned = pick(
      rows.filter(({ hidden, visibleFrom }) => !hidden && visibleFrom <= poll),
      one.pins,
    );
    if (pinned !== null && rows.filter((row) => row.pinned).length < 2) pinned.pinned = true;
    for (const row of rows) if (!row.hidden && row.visibleFrom <= poll) row.visibleAt.add(poll);
    return answered(rows, one, { poll, timed, order, window }, met);
  });
  return { answers, rows };
}

function answered(
  rows: Row[],
  { answers, keep }: Step,
  how: { poll: number; timed: boolean; order: string; window: number },
  met: Record<string, number>,
): ModelAnswer {
  const { timed, order, window, poll } = how;
  const count = (what: string) => (met[what] = (met[what] ?? 0) + 1);
  count(answers);
  if (answers === "failed") return null;
  if (answers === "none") return { rows: [], complete: true };
  const visible = rows.filter((row) => !row.hidden && row.visibleFrom <= poll).toReversed();
  const from = answers === "page" ? window : 0;
  const page = visible.slice(from, from + window);
  const pins =
    order === "newest first" ? page.concat(visible).filter((row, n, all) => row.pinned && all.indexOf(row) === n) : [];
  // More pinned rows than others can't be told from a list in another order.
  const head = pins.length * 2 < page.length && answers !== "page" ? pins : [];
  const listed = [...head, ...page.filter((row) => !head.includes(row))].slice(0, Math.max(window, 1));
  const part =
    answers === "cut" || answers === "incomplete"
      ? listed.slice(0, Math.ceil((listed.length * keep) / 100))
      : answers === "some"
        ? listed.filter((row, n) => head.includes(row) || (keep * 7 + n * 13) % 5 !== 0 || n === head.length)
        : listed;
  const displayed = head.length * 2 < part.length ? part : listed;
  if (head.length > 0) count("pinned");
  for (const { visibleFrom, createdAt } of displayed)
    if (visibleFrom > 0 && visibleFrom === poll && createdAt < visible[0]!.createdAt) count("late");
  const ordered = order === "oldest first" ? displayed.toReversed() : displayed;
  const all = answers === "twice" ? [...ordered, ...ordered.slice(0, 2)] : ordered;
  return {
    rows: all.map((row): ModelRow => ({ id: row.id, time: timed ? row.createdAt : null, pinned: head.includes(row) })),
    complete: answers !== "incomplete",
  };
}

const CASES = [
  "failed",
  "none",
  "cut",
  "some",
  "page",
  "incomplete",
  "twice",
  "pinned",
  "late",
  "new",
  "gone",
  "back after it was gone",
  "out of sight",
  "moved up, by its time",
  "moved up, by its position",
  "doubted",
  "doubt denied",
  "doubt confirmed",
  "held, then told",
  "another page",
];

test("of generated histories, what is new and what is gone is told once, whatever the service answers", () => {
  const met: Record<string, number> = {};
  fc.assert(
    fc.property(history, (one) => {
      const list = new Polled({ confirmGone: one.confirmGone, ...(one.timed ? { timeField: "time" } : {}) });
      const model = new ListModel(one.confirmGone, met);
      const expected: (string[] | boolean)[] = [];
      const notified: typeof expected = [];
      const { answers, rows } = answersOf(one, met);
      for (const answer of answers) {
        expected.push(model.tell(answer), model.doubted);
        const items = answer?.rows.map(({ id, time }) => item(id, time === null ? {} : { time })) ?? null;
        notified.push(list.said(items, answer?.complete), list.doubted);
      }
      expect(notified).toEqual(expected);
      const appeared = notified.flat().filter((text) => String(text).startsWith("item.appeared"));
      expect(new Set(appeared).size).toBe(appeared.length);
      const first = answers.findIndex((answer) => answer !== null && answer.rows.length > 0);
      const whole = ["all", "twice"].includes(one.steps[first]?.answers ?? "");
      if (!one.timed || !whole || one.steps.some(({ answers }) => answers === "page")) return;
      // With times, nothing is new that was there when the list was first read, in whatever order that comes to light.
      for (const { id, visibleAt } of rows)
        if (visibleAt.has(first)) expect(appeared).not.toContain(`item.appeared ${id}`);
    }),
    { numRuns: runs(20_000, 1200) },
  );
  for (const name of CASES) expect([name, (met[name] ?? 0) > 15]).toEqual([name, true]);
});
