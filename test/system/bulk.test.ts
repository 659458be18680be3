import { afterAll, expect, test } from "vitest";
import { startSystem, type System } from "../support/system.ts";

const TARGETS = process.env["LONG"] ? 10_000 : 2_000;
let system: System;
afterAll(() => system.stop());

test("thousands of targets are imported and polled, each once", async () => {
  system = await startSystem({ UPSTREAM_POLLS_PER_MINUTE: "20000" });
  const rows = Array.from({ length: TARGETS }, (_, n) => ({
    kind: "live",
    name: `Creator ${n}`,
    params: { userId: String(100_000 + n) },
  }));
  const imported = await system.api("POST", "/v1/targets/import", rows);
  expect(imported.body.items.filter(({ id }: { id?: string }) => id?.startsWith("tgt_"))).toHaveLength(TARGETS);
  await system.tick(Date.UTC(2026, 0, 5, 12));
  expect(new Set(system.upstream.calls.map(({ query }) => query.get("user_id"))).size).toBe(TARGETS);
  expect(system.upstream.calls).toHaveLength(TARGETS);
  expect(system.log.filter((line) => /error/i.test(line))).toEqual([]);
});
