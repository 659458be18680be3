import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stampOf } from "../../tools/made.ts";

let folder = "";
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tallylight-made-"));
  mkdirSync(at("src/deep"), { recursive: true });
  writeFileSync(at("src/a.ts"), "one");
  writeFileSync(at("src/deep/b.ts"), "two");
  writeFileSync(at("package.json"), "{}");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SOURCES = ["src", "package.json", "missing.json"];
const stamp = (before = "", laterMs = 60_000): string => stampOf(before, folder, SOURCES, Date.now() + laterMs);
const content = (of: string): string => of.split("\n")[0]!;

test("nothing is read while sizes and times are as they were", () => {
  const [hash = "", states = ""] = stamp().split("\n");
  expect([hash.length, states.length]).toEqual([64, 64]);
  expect(stamp(`believed\n${states}`)).toBe(`believed\n${states}`);
});

test("what was written just now is read again, because it may be written once more at the same time", () => {
  const young = stamp("", 0);
  expect(young).toMatch(/^\w{64}\n$/);
  expect(stamp("believed\n", 0)).toBe(young);
});

test.each<[string, () => void]>([
  ["other times alone", () => utimesSync(at("src/a.ts"), 1, 1)],
  ["the same text again", () => writeFileSync(at("src/deep/b.ts"), "two")],
])("%s are read, and are no change", (_, work) => {
  const before = stamp();
  work();
  const after = stamp(before);
  expect(content(after)).toBe(content(before));
  expect(stamp(after)).toBe(after);
});

test.each<[string, () => void]>([
  [
    "another text of the same length",
    () => {
      writeFileSync(at("src/deep/b.ts"), "too");
      utimesSync(at("src/deep/b.ts"), 1, 1);
    },
  ],
  ["a new file", () => writeFileSync(at("src/deep/c.ts"), "")],
  ["a file that is gone", () => rmSync(at("src/a.ts"))],
  ["another name", () => renameSync(at("src/a.ts"), at("src/c.ts"))],
  ["a file that was missing", () => writeFileSync(at("missing.json"), "{}")],
  ["a source that is gone", () => rmSync(at("package.json"))],
])("%s is a change", (_, work) => {
  const before = stamp();
  work();
  expect(content(stamp(before))).not.toBe(content(before));
});
