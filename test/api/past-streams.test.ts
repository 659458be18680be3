import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
let ids: string[];
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(async () => {
  await api.clear();
  const people = [
    { name: "Maria Rossi", params: { userId: "70121", handle: "maria" } },
    { name: "Lena", params: { userId: "70122", handle: "lena.w" } },
    { name: "Lena", params: { userId: "70123" } },
  ];
  ids = [];
  for (const one of people) ids.push((await api.call("POST", "/v1/targets", { kind: "live", ...one })).body.id);
});
afterAll(() => api.stop());

const sessions = async () =>
  (await api.call("GET", "/v1/sessions")).body.items.map((one: any) => [one.targetId, one.startedAt, one.imported]);
const heading = (text: string) => /<h1[^>]*>([^<]*)/.exec(text)![1];

test("lines of every sort are read, shown and stored at the press of a button, once", async () => {
  const text = [
    "@maria 2026-03-01 20:00 2026-03-01 22:00",
    "[2026-03-02 20:04:10] maria is live",
    "70123 05.03.2026, 19:00",
    "Maria Rossi 2026-03-08 20:00",
  ].join("\n");
  const read = await me.send("/creators/past/read", [["past", text]]);
  expect([read.status, heading(read.text)]).toEqual([200, "4 streams found"]);
  expect(await sessions()).toEqual([]);
  const sent = /name="past" value="([^"]*)"/.exec(read.text)![1]!;
  const added = await me.send("/creators/past", [["past", sent]]);
  expect(heading(added.text)).toBe("4 streams added");
  expect(await sessions()).toEqual([
    [ids[0], "2026-03-08T20:00:00.000Z", true],
    [ids[2], "2026-03-05T19:00:00.000Z", true],
    [ids[0], "2026-03-02T20:04:10.000Z", true],
    [ids[0], "2026-03-01T20:00:00.000Z", true],
  ]);
  expect(heading((await me.send("/creators/past", [["past", text]])).text)).toBe("You had all of them already");
  expect(await sessions()).toHaveLength(4);
});

test("each line that is none says why, stays in the box, and keeps no other from being read", async () => {
  const text = [
    "name,start,end",
    "Maria Rossi,2026-03-01 20:00,2026-03-01 22:00",
    "Nobody,2026-03-01 20:00,",
    "Lena,2026-03-01 20:00,",
    "Maria Rossi,tomorrow,",
    "Maria Rossi,3/4/2026 20:00,",
    "Maria Rossi,2099-03-01 20:00,",
    "Maria Rossi,2026-03-02 20:00,2026-03-02 19:00",
    "Maria Rossi,2026-03-02 20:00,2026-04-02 19:00",
    "<script>,2026-03-02 20:00,",
  ].join("\n");
  const { text: page } = await me.send("/creators/past", [["past", text]]);
  expect(heading(page)).toBe("1 stream added");
  for (const said of [
    /Line 3: We don&#39;t know this creator/,
    /Line 4: Two creators have this name/,
    /Line 5: We can&#39;t read the time/,
    /Line 6: Is the first number the day or the month/,
    /Line 7: This is in the future/,
    /Line 8: It ends before it starts/,
    /Line 9: It lasts longer than 99 hours/,
    /Line 10: We don&#39;t know this creator/,
  ])
    expect(page).toMatch(said);
  expect(page).not.toContain("<script>,");
  const left = /<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim().split("\n");
  expect([left.length, left[0]]).toEqual([9, "name,start,end"]);
});

test("a text without a time, too long a one and one of words alone change nothing", async () => {
  for (const [text, said] of [
    ["", "no line with a date"],
    ["maria was here", "no line with a date"],
    ["maria 2026-03-01 20:00\n".repeat(10_001), "more than 10,000 lines"],
    ["whoever 2026-03-01 20:00", "No stream was found"],
  ] as const) {
    const { status, text: page } = await me.send("/creators/past", [["past", text]]);
    expect([status, page]).toEqual([422, expect.stringContaining(said)]);
  }
  expect(await sessions()).toEqual([]);
});
