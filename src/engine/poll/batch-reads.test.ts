import { expect, test } from "vitest";
import { batchedReads } from "./batch-reads.ts";

/** A database that answers each statement with its own text and records the statements of each request. */
function echoing() {
  const journeys: string[][] = [];
  const answered = (texts: string[]) => {
    journeys.push(texts);
    if (texts.includes("wrong")) throw new Error("no such table");
    return texts.map((text) => ({ results: text === "none" ? [] : [{ text }] }));
  };
  const prepare = (text: string) => ({
    text,
    bind: (value: string) => prepare(`${text} ${value}`),
    all: async () => answered([text])[0],
  });
  const batch = async (all: { text: string }[]) => answered(all.map(({ text }) => text));
  return { journeys, db: batchedReads({ prepare, batch } as unknown as D1Database) };
}

test("reads of one turn share a request, and each gets its own answer", async () => {
  const { db, journeys } = echoing();
  const notified = await Promise.all([
    db.prepare("a").bind("1").first(),
    db.batch([db.prepare("b"), db.prepare("c")]),
    db.prepare("none").first(),
    db.prepare("d").first("text"),
  ]);
  const rows = (text: string) => ({ results: [{ text }] });
  expect(notified).toEqual([{ text: "a 1" }, [rows("b"), rows("c")], null, "d"]);
  await db.prepare("e").all();
  expect(journeys).toEqual([["a 1", "b", "c", "none", "d"], ["e"]]);
});

test("reads of one request fail together, and later ones do not", async () => {
  const { db } = echoing();
  const notified = await Promise.allSettled([db.prepare("a").first(), db.prepare("wrong").all()]);
  expect(notified.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await db.prepare("a").first("text")).toBe("a");
});
