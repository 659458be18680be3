import { expect, test } from "vitest";
import { changeText } from "./words.ts";

test("a change of airtime is said from a minute on, with its minutes", () => {
  const of = (seconds: number | null) => changeText("en", seconds);
  expect([null, 0, 59, -59].map(of)).toEqual([null, null, null, null]);
  expect(of(60)).toEqual({ text: "+1 min", tone: "up" });
  expect(of(-63_660)).toEqual({ text: "−17 h 41 min", tone: "down" });
});
