import { expect, test } from "vitest";
import * as z from "zod";
import { readForm } from "./form.ts";

const form = z.strictObject({ name: z.string(), all: z.array(z.string()), more: z.looseObject({}) });
const right = { name: "n", all: [], more: {} };
const faults = (body: unknown) => {
  const read = readForm(form, body);
  return read.ok || read.error.kind !== "invalid" ? [] : read.error.errors;
};

test("of thousands of errors a hundred are reported", () => {
  expect(faults(right)).toEqual([]);
  expect(faults({ ...right, all: Array.from({ length: 5000 }, () => 1) })).toHaveLength(100);
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, 1]));
  expect(faults({ ...right, ...unknown })).toHaveLength(100);
});

test("an object with over ten thousand fields is rejected as a whole before it is parsed", () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`x${n}`, 1]));
  expect(faults({ ...right, ...many })).toEqual([{ pointer: "", message: "has too many fields" }]);
  expect(faults({ ...right, more: many })).toEqual([{ pointer: "/more", message: "has too many fields" }]);
});

test("an unknown field is answered with the known one at its place that may have been meant", () => {
  const rule = z.strictObject({ field: z.string(), value: z.string().optional() });
  const nested = z.strictObject({
    rules: z.array(rule).default([]),
    byName: z.record(z.string(), rule).optional(),
    either: z
      .union([rule, z.strictObject({ channel: z.string() })])
      .nullable()
      .optional(),
    sort: z.enum(["newest", "oldest"]).optional(),
  });
  const messages = (body: unknown) => {
    const read = readForm(nested, body);
    return read.ok || read.error.kind !== "invalid" ? [] : read.error.errors.map(({ message }) => message);
  };
  expect(messages({ rule: [] })).toEqual(["is not a known field; did you mean rules?"]);
  expect(messages({ rules: [{ field: "a", vlaue: "b" }] })).toEqual(["is not a known field; did you mean value?"]);
  expect(messages({ byName: { a: { fields: "a", field: "b" } } })).toEqual([
    "is not a known field; did you mean field?",
  ]);
  expect(messages({ sort: "newst" })[0]).toMatch(/; did you mean newest\?$/);
  expect(messages({ unlike: 1 })).toEqual(["is not a known field"]);
  expect(messages({ ["rules".repeat(200_000)]: 1 })).toEqual(["is not a known field"]);
});
