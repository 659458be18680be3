import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { Conclusion } from "../../service/connect/conclude.ts";
import { leavesOf } from "../../service/connect/leaves.ts";
import { AnswerTree, lastKey, literal } from "./tree.tsx";

/** The answer for a live creator as a page shows it, next to the one for an offline creator. */
function displayed(live: JsonObject, off: JsonObject, more: Partial<Conclusion> = {}) {
  const conclusion = {
    compared: { live, off, list: null },
    leaves: leavesOf(live, off),
    likely: [],
    asked: [],
    verdict: null,
    fields: {},
    ...more,
  } as unknown as Conclusion;
  const hide = (text: string) => text.replaceAll("s3cret", "…");
  const text = String(AnswerTree({ conclusion, other: "<Ana>", hide }));
  return { text, lines: text.split("<li").slice(1), lists: text.split("<ul").length - 1 };
}

test("each value is a button, and what it means stands beside it", () => {
  const live = { data: { on: 1, user: "7012", title: "Songs", key: "s3cret", tags: [] } };
  const { text, lines, lists } = displayed(
    live,
    { data: { on: 0, user: "7013" } },
    {
      verdict: "/data/on",
      likely: ["/data/on", "/data/title", "/data/user"],
      asked: ["/data/user"],
      fields: { title: "/data/title" },
    },
  );
  expect([lists, lines.length]).toEqual([1, 7]);
  const line = (key: string) => lines.find((one) => one.includes(`>${key}:`))!;
  expect(line("on")).toContain('class="d2 set"');
  expect(line("on")).toContain('value="/data/on"');
  expect(line("on")).toMatch(/means live.*for <bdi>&lt;Ana&gt;<\/bdi>: <b><bdi>0</);
  expect(line("title")).toMatch(/class="d2 diff".*class="tag quiet">title<.*no value/);
  expect(line("user")).toContain("the requested creator");
  expect(line("user")).not.toContain("&lt;Ana&gt;");
  expect(line("tags")).toContain("[ empty");
  expect(text).not.toContain("s3cret");
});

test("a long answer is cut with the number of what is left out, and begins with its likeliest values", () => {
  const long = (on: boolean) => ({ rows: Array.from({ length: 30 }, (_, n) => ({ id: n })), on });
  const { text, lines, lists } = displayed(long(true), long(false), { likely: ["/on"] });
  expect(text).toContain("… 18 more");
  expect(lists).toBe(2);
  expect(lines[0]).toContain('value="/on"');
  expect(displayed(long(true), long(false)).lists).toBe(1);
  expect(displayed({ on: true }, { on: false }, { likely: ["/on"] }).lists).toBe(1);
  const wide = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`key${n}`, n]));
  const { lines: all, text: whole } = displayed(wide, wide);
  expect(all.length).toBeLessThanOrEqual(222);
  expect(whole).toContain("… 680 more");
  const groups = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`group${n}`, { id: n }]));
  expect(displayed(groups, groups).lines.length).toBeLessThanOrEqual(222);
});

test("a deep answer ends with a mark, and a long pointer is no button", () => {
  let deep: Json = { on: 1 };
  for (let depth = 0; depth < 20; depth++) deep = { inner: deep };
  const { text, lines } = displayed(deep as JsonObject, {});
  expect(lines.at(-1)).toContain("{ …");
  expect(text).not.toContain("<button");
  expect(displayed({ ["x".repeat(600)]: 1 }, {}).text).not.toContain("<button");
});

test.each<[Json | undefined, string]>([
  [undefined, "no value"],
  ["two\nlines", '"two lines"'],
  [[1], "a list"],
  [{ a: 1 }, "more"],
  [null, "null"],
  [7, "7"],
])("%j is written %s", (value, text) => {
  expect(literal(value)).toBe(text);
});

test("the last key of a pointer is shown unescaped", () => {
  expect([lastKey("/data/a~1b~0c"), lastKey("")]).toEqual(["a/b~c", ""]);
});
