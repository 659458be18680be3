import { expect, test } from "vitest";
import { cityOf, zoneNamed } from "./zone-name.ts";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  [" europe/berlin ", "Europe/Berlin"],
  ["berlin", "Europe/Berlin"],
  ["New York", "America/New_York"],
  ["buenos aires", "America/Argentina/Buenos_Aires"],
  ["utc", "UTC"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["+01:00", null],
  ["Europe/Nowhere", null],
  ["nowhere", null],
  ["", null],
  ["x".repeat(1000), null],
])("%j means %j", (text, zone) => {
  const found = zoneNamed(text);
  // Runtimes differ in which of two names of a zone they list.
  if (zone !== null && zone.endsWith("Buenos_Aires")) expect(found).toMatch(/Buenos_Aires$/);
  else expect(found).toBe(zone);
});

test("a city is shown as people write it", () => {
  expect(["America/New_York", "America/Argentina/Buenos_Aires", "UTC"].map(cityOf)).toEqual([
    "New York",
    "Buenos Aires",
    "UTC",
  ]);
});
