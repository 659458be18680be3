import { expect, test } from "vitest";
import { near, within } from "./within.ts";

const pages = ["\u001et1\u001fMaria\u001et2\u001fAna Maria", "\u001et3\u001fKenji\u001et4\u001f\u00c9mile"];

test("a name is found by any part of it, in any case, those first that begin so", () => {
  expect(within(pages, "MARI", 9)).toEqual(["t1", "t2"]);
  expect(within(pages, "\u00e9mi", 9)).toEqual(["t4"]);
  expect(within(pages, "a", 1)).toEqual(["t2"]);
  expect(within(pages, "t1", 9)).toEqual([]);
});

test("where nobody is called so those are told who are called nearly so", () => {
  expect(near(pages, "@marria", 3).map(({ name }) => name)).toEqual(["Maria", "Ana Maria"]);
  expect(near(pages, "xyz", 3)).toEqual([]);
  expect(near(pages, "@", 3)).toEqual([]);
});
