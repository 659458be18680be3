import { expect, test } from "vitest";
import { AnswerCache } from "./shown.ts";

const NOW = Date.UTC(2026, 0, 5, 12);

test("a clock set back does not keep an answer forever", async () => {
  const displayed = new AnswerCache();
  const wanted = { name: "page", version: "1", oldestMs: 30_000 };
  let created = 0;
  const make = async () => (created += 1);
  expect(await displayed.of(wanted, NOW, make)).toBe(1);
  expect(await displayed.of(wanted, NOW - 10_000, make)).toBe(1);
  expect(await displayed.of(wanted, NOW - 3_600_000, make)).toBe(2);
});
