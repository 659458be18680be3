import { expect, test } from "vitest";
import type { Language } from "./language.ts";
import { placeMoveText, placeText } from "./place-text.ts";

test.each<[Language, string, string]>([
  ["en", "#4", "#8 → #2"],
  ["de", "Platz 4", "Platz 8 → 2"],
  ["es", "puesto 4", "puesto 8 → 2"],
  ["pt-BR", "4º lugar", "8º → 2º lugar"],
  ["fr", "4e place", "8e → 2e place"],
  ["ja", "4位", "8位 → 2位"],
  ["id", "peringkat 4", "peringkat 8 → 2"],
  ["vi", "hạng 4", "hạng 8 → 2"],
])("a place in %s, and a move between places", (language, place, move) => {
  expect([placeText(language, 4), placeMoveText(language, 8, 2)]).toEqual([place, move]);
});

test("French has its own form for the first place", () => {
  expect(placeText("fr", 1)).toBe("1re place");
});
