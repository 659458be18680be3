import { expect, test } from "vitest";
import * as z from "zod";
import { readForm } from "./form.ts";

const form = z.strictObject({ name: z.string(), all: z.array(z.string()), more: z.looseObject({}) });
const right = { name: "n", all: [], more: {} };
const faults = (body: unknown) => {
  const read = readForm(form, body);
  return read.ok || read.error.kind !== "invalid" ? [] : read.error.errors;
};

test("of thousands of faults a hundred are told", () => {
  expect(faults(right)).toEqual([]);
  expect(faults({ ...right, all: Array.from({ length: 5000 }, () => 1) })).toHaveLength(100);
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]));
  expect(faults({ ...right, ...unknown })).toHaveLength(100);
});

test("an object of more than ten thousand fields is refused as a whole, before anybody reads them", () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`x${n}`, 1]));
  expect(faults({ ...right, ...many })).toEqual([{ pointer: "", message: "has too many fields" }]);
  expect(faults({ ...right, more: many })).toEqual([{ pointer: "/more", message: "has too many fields" }]);
});
