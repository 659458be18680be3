import { expect, test } from "vitest";
import type { Step } from "../../resources/step.ts";
import { targetsBulk } from "../../features/creators/resource/bulk.ts";
import { target } from "../../features/creators/resource/target.ts";
import { batched } from "./batched.ts";

const record = (n: number) => ({ id: `tgt_${n}`, createdAt: 1, updatedAt: 1, revision: 0, kind: "live", params: {} });

const creation = (count: number): Step => ({
  do: "make",
  of: target as never,
  records: Array.from({ length: count }, (_, n) => ({ ...record(n), name: "x".repeat(200), identity: `[${n}]` })),
});

const gone: Step = { do: "clear", of: target as never, ids: ["tgt_a"] };

test("many new targets update names and counts once, at the end", () => {
  const all = batched([gone, creation(20_000)], 0).map(({ sql }) => sql);
  expect(all[0]).toBe(targetsBulk.begin);
  expect(all.slice(-targetsBulk.end.length)).toEqual(targetsBulk.end);
  expect(all.filter((sql) => sql === targetsBulk.begin)).toHaveLength(1);
  expect(all.filter((sql) => sql.startsWith('INSERT INTO "targets"')).length).toBeGreaterThan(2);
});

test("few new targets leave names and counts to the triggers", () => {
  const all = batched([gone, creation(targetsBulk.least - 2)], 0).map(({ sql }) => sql);
  expect(all).not.toContain(targetsBulk.begin);
  for (const sql of targetsBulk.end) expect(all).not.toContain(sql);
});
