import { describe, expect, test } from "vitest";
import { item, items, Polled } from "../../../test/support/polled-list.ts";
import type { Item } from "./view.ts";

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
