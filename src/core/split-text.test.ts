import fc from "fast-check";
import { expect, test } from "vitest";
import { cutApart } from "./split-text.ts";
import { cut } from "./text.ts";

const byLength = { width: (text: string) => text.length, cut };

test("labels that start alike keep the part in which they differ", () => {
  const kenji = ["Kenji Plays · Daily", "Kenji Plays · Weekly", "Kenji Plays · Weekly Gifts", "Maria · Daily"];
  expect(cutApart(kenji, 14, byLength)).toEqual(["Kenji…Daily", "Kenji…Weekly", "Kenji…Weekly …", "Maria · Daily"]);
});

test("labels that fit are unchanged, and equal ones stay equal", () => {
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
