import { expect, test } from "vitest";
import type { Step } from "../../resources/step.ts";
import { namesAnew } from "../../resources/targets/names.ts";
import { target } from "../../resources/targets/target.ts";
import { batched } from "./batched.ts";

const record = (n: number) => ({ id: `tgt_${n}`, createdAt: 1, updatedAt: 1, revision: 0, kind: "live", params: {} });

const creation = (count: number): Step => ({
  do: "make",
  of: target as never,
  records: Array.from({ length: count }, (_, n) => ({ ...record(n), name: "x".repeat(200), identity: `[${n}]` })),
});

const gone: Step = { do: "clear", of: target as never, ids: ["tgt_a"] };

test("names are made anew once where many targets come, and never grow while they do", () => {
  const all = batched([gone, creation(20_000)]).map(({ sql }) => sql);
  expect(all.filter((sql) => sql === namesAnew.fill)).toHaveLength(1);
  expect(all.at(-1)).toBe(namesAnew.fill);
  expect(all[0]).toBe(namesAnew.empty);
  const inserts = all.flatMap((sql, place) => (sql.startsWith('INSERT INTO "targets"') ? place : []));
  expect(inserts.length).toBeGreaterThan(2);
  for (const place of inserts) expect(all[place + 1]).toBe(namesAnew.empty);
});

test("few are left to the triggers", () => {
  const all = batched([gone, creation(namesAnew.least - 2)]).map(({ sql }) => sql);
  expect(all).not.toContain(namesAnew.empty);
  expect(all).not.toContain(namesAnew.fill);
});
