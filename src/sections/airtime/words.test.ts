import { expect, test } from "vitest";
import { changeText, shareText } from "./words.ts";

test("a change of airtime is said from a minute on, with its minutes", () => {
  const of = (seconds: number | null) => changeText("en", seconds);
  expect([null, 0, 59, -59].map(of)).toEqual([null, null, null, null]);
  expect(of(60)).toEqual({ text: "+1 min", tone: "up" });
  expect(of(-63_660)).toEqual({ text: "−17 h 41 min", tone: "down" });
});

test.each([
  [0, "0%"],
  [0.0004, "<0.1%"],
  [0.0777, "7.8%"],
  [0.9949, "99.5%"],
  [0.9999, "99.9%"],
  [1, "100%"],
])("a share of %s is %s: only a whole one is 100%%", (share, text) => {
  expect(shareText("en", share)).toBe(text);
});
