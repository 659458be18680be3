import { filled } from "./sentence.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cut, tidy, tidyLine, ended, cutApart } from "./text.ts";

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

test("a value that ends with a full stop ends the sentence too", () => {
  const said = (time: string) => filled("After {time}, at most {time}.", { time });
  expect([said("5 Sek."), said("5 s")]).toEqual(["After 5 Sek., at most 5 Sek.", "After 5 s, at most 5 s."]);
});

const byLength = { width: (text: string) => text.length, cut };

test("labels that start alike keep the part in which they differ", () => {
  const kenji = ["Kenji Plays · Daily", "Kenji Plays · Weekly", "Kenji Plays · Weekly Gifts", "Maria · Daily"];
  expect(cutApart(kenji, 14, byLength)).toEqual(["Kenji…Daily", "Kenji…Weekly", "Kenji…Weekly …", "Maria · Daily"]);
});

test("labels that fit are unchanged, and equal ones stay equal", () => {
  // A name that is whole stays, and no other one reads like it.
  expect(cutApart(["#thecats", "#thecatsdaily947"], 9, byLength)).toEqual(["#thecats", "#th…dail…"]);
  expect(cutApart(["Maria", "Zoë"], 14, byLength)).toEqual(["Maria", "Zoë"]);
  expect(new Set(cutApart(["Maria the First", "Maria the First"], 9, byLength)).size).toBe(1);
});

test("any label fits its width, is well-formed, and shows a difference after a shared beginning", () => {
  const word = fc.constantFrom("Kenji", "Plays", "·", "Weekly", "Daily", "中村さくら", "👩‍👩‍👧‍👦", "e\u0301", "x".repeat(30));
  const label = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), fc.integer({ min: 6, max: 40 }), (labels, room) => {
      const cuts = cutApart(labels, room, byLength);
      expect(cuts).toHaveLength(labels.length);
      for (const one of cuts) {
        expect(one.length).toBeLessThanOrEqual(room);
        expect(one.isWellFormed()).toBe(true);
      }
    }),
  );
  const shared = fc.string({ unit: "grapheme", minLength: 40, maxLength: 80 });
  fc.assert(
    fc.property(
      shared,
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 8 }),
      (name, ends) => {
        const cuts = cutApart(
          ends.map((end) => `${name} · ${end}`),
          24,
          byLength,
        );
        expect(new Set(cuts).size).toBe(ends.length);
      },
    ),
  );
});
