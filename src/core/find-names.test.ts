import fc from "fast-check";
import { expect, test } from "vitest";
import { near, within } from "./find-names.ts";

const pages = ["\u001et1\u001fMaria\u001et2\u001fAna Maria", "\u001et3\u001fKenji\u001et4\u001f\u00c9mile"];

test("a name is found by any part, ignoring case, with prefixes first", () => {
  expect(within(pages, "MARI", 9)).toEqual(["t1", "t2"]);
  expect(within(pages, "\u00e9mi", 9)).toEqual(["t4"]);
  expect(within(pages, "a", 1)).toEqual(["t2"]);
  expect(within(pages, "t1", 9)).toEqual([]);
});

test("without a match similar names are suggested", () => {
  expect(near(pages, "@marria", 3).map(({ name }) => name)).toEqual(["Maria", "Ana Maria"]);
  expect(near(pages, "xyz", 3)).toEqual([]);
  expect(near(pages, "@", 3)).toEqual([]);
});

test("a search of many names finds the same as a check of each, in its order", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "B", "c", " "), minLength: 1, maxLength: 6 });
  const search = fc.string({ unit: fc.constantFrom("a", "b", "C"), minLength: 1, maxLength: 2 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 60 }), search, fc.integer({ min: 1, max: 9 }), (names, wanted, max) => {
      const stored = names.map((one, place) => `\u001et${place}\u001f${one}`);
      const folded = names.map((one) => one.toLowerCase());
      const begins = (place: number) => folded[place]!.startsWith(wanted.toLowerCase());
      const order = (a: number, b: number) =>
        Number(begins(b)) - Number(begins(a)) || (folded[a]! < folded[b]! ? -1 : folded[a]! > folded[b]! ? 1 : 0);
      const all = [...names.keys()].filter((place) => folded[place]!.includes(wanted.toLowerCase())).sort(order);
      const found = within([stored.slice(0, 30).join(""), stored.slice(30).join("")], wanted, max);
      expect(found.map((id) => folded[Number(id.slice(1))])).toEqual(all.slice(0, max).map((place) => folded[place]));
    }),
    { numRuns: 60 },
  );
});
