import { expect, test } from "vitest";
import { LANGUAGES } from "./language.ts";
import { placeMoveText, placeText } from "./place-text.ts";

test("a place is written as each language writes it", () => {
  expect(LANGUAGES.map((language) => placeText(language, 4))).toEqual([
    "#4",
    "Platz 4",
    "puesto 4",
    "4º lugar",
    "4e place",
    "4位",
    "peringkat 4",
    "hạng 4",
  ]);
  expect(placeText("fr", 1)).toBe("1re place");
});

test("and a move from one place to another", () => {
  expect(LANGUAGES.map((language) => placeMoveText(language, 8, 2))).toEqual([
    "#8 → #2",
    "Platz 8 → 2",
    "puesto 8 → 2",
    "8º → 2º lugar",
    "8e → 2e place",
    "8位 → 2位",
    "peringkat 8 → 2",
    "hạng 8 → 2",
  ]);
});
