import { expect, test } from "vitest";
import { recorded } from "./audit-view.ts";

test("of a long request some thousand characters are recorded, however it is nested", () => {
  const texts = Array.from({ length: 50 }, (_, n) => `${n} ${"x".repeat(190)}`);
  const fields = Object.fromEntries(texts.map((text, n) => [`field${n}`, text]));
  const long = { all: texts, each: Array.from({ length: 50 }, () => ({ ...fields, numbers: texts.map(Number) })) };
  expect(JSON.stringify(long).length).toBeGreaterThan(400_000);
  const stored = JSON.stringify(recorded(long));
  expect(stored).toContain("0 xxx");
  expect(stored).toContain('"…"');
  expect(stored.length).toBeLessThan(12_000);
});
