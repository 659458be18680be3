import { expect, test } from "vitest";
import { cut, tidy, tidyLine, ended } from "./text.ts";

test.each([
  ["plain", "plain"],
  ["a\u0000b\u0007c\u009f", "abc"],
  ["\ud800x\udc00", "\ufffdx\ufffd"],
  ["evil\u202egpj.exe\u2069", "evilgpj.exe"],
  ["zero\u200bwidth\ufeff\u3164", "zerowidth"],
  ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["a\n \n\n\n b", "a\n\n b"],
  ["a \t\u00a0 b", "a b"],
  [`Z${"\u0301".repeat(50)}!`, `Z${"\u0301".repeat(6)}!`],
  ["👩‍👩‍👧‍👦 می‌خواهم", "👩‍👩‍👧‍👦 می‌خواهم"],
])("tidy %j", (text, expected) => {
  expect(tidy(text)).toBe(expected);
});

test("a line has no breaks and is trimmed", () => {
  expect(tidyLine(" a\n\n b \n")).toBe("a b");
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["👍👍👍", 6, "👍👍👍"],
  ["👍👍👍", 5, "👍👍…"],
  ["👍👍👍", 4, "👍…"],
  ["👩‍👩‍👧", 4, "👩…"],
  ["abc", 1, "…"],
  ["abc", 0, ""],
])("cut %j to %i", (text, max, expected) => {
  expect(cut(text, max)).toBe(expected);
});

test("a sentence ends in one full stop, also after an abbreviation", () => {
  expect([ended("Beobachtungszeit: 5 Min."), ended("Maria was live")]).toEqual([
    "Beobachtungszeit: 5 Min.",
    "Maria was live.",
  ]);
});
