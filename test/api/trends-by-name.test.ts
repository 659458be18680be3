import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_COMPARED } from "../../src/features/trends/trends.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const DAY = 86_400_000;

/** Hashtags of these names, each with views that grew over the last six days. */
async function grown(names: string[]): Promise<void> {
  const now = Date.now();
  for (const [index, name] of names.entries()) {
    const params = { keyword: `k${index}`, region: "US" };
    const { body, status } = await api.call("POST", "/v1/targets", { kind: "hashtag", name, params });
    expect([name, status]).toEqual([name, 201]);
    for (const ago of [6, 3, 1])
      await api.db
        .prepare("INSERT INTO series (target_id, begins_at, points) VALUES (?1, ?2, ?3)")
        .bind(body.id, now - ago * DAY, JSON.stringify([[now - ago * DAY, { "views:a": 10_000 + (6 - ago) * index }]]))
        .run();
  }
}

/** The names of the compared hashtags, and what leads on. */
async function compared(address: string) {
  const { text } = await me.open(address);
  const [, from, to] = /by name, from <bdi[^>]*>([^<]*)<\/bdi> to <bdi[^>]*>([^<]*)</.exec(text) ?? [];
  const link = (label: string) => new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(text)?.[1]?.replaceAll("&amp;", "&");
  return { text, from, to, next: link("Next by name"), first: link("First by name") };
}

test("more than a comparison holds are compared by name, all of them reached in turn, also those of one name", async () => {
  const names = Array.from({ length: 30 }, (_, index) =>
    index < 14 ? "same" : `Tag ${String(index).padStart(2, "0")}`,
  );
  await grown([...names, "zz <img src=x>"]);
  const seen: string[] = [];
  let pages = 0;
  for (let at: string | undefined = "/trends?what=hashtag.views&days=7"; at !== undefined; pages++) {
    const { text, from, to, next, first } = await compared(at);
    expect(text).toContain("of 31 hashtags by name");
    expect(text).not.toContain("<img src=x");
    expect([from, to].every(Boolean)).toBe(true);
    expect(first === undefined).toBe(pages === 0);
    const { text: csv } = await me.open(at.replace("/trends?", "/trends.csv?"));
    const rows = csv.trim().split("\r\n").slice(1);
    expect(rows.at(-1)).toContain("of 31 by name");
    const ids = new Set(rows.slice(0, -1).map((row) => row.split(",")[0]!));
    expect(ids.size).toBeLessThanOrEqual(MAX_COMPARED);
    seen.push(...ids);
    at = next;
  }
  expect([pages, seen.length, new Set(seen).size]).toEqual([3, 31, 31]);
});

test("a name leads to those from it on, whatever its case, and beyond the last there is nothing", async () => {
  await grown(Array.from({ length: 20 }, (_, index) => `Tag ${String.fromCharCode(97 + index)}`));
  const { from, to, next } = await compared("/trends?what=hashtag.views&days=7&name=tAG+M");
  expect([from, to, next]).toEqual(["Tag m", "Tag t", undefined]);
  const { text, first } = await compared("/trends?what=hashtag.views&days=7&name=zzz");
  expect(text).toContain("No name comes after this one.");
  expect(first).toBe("/trends?what=hashtag.views&days=7");
});

test("a comparison of all says nothing about names", async () => {
  await grown(["One", "Two"]);
  const { text } = await compared("/trends?what=hashtag.views&days=7");
  expect(text).not.toContain("by name");
});
