import { afterAll, beforeAll, expect, test } from "vitest";
import { startOnRuntime, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

let system: System;
beforeAll(async () => {
  system = await startOnRuntime({ UPSTREAM_POLLS_PER_MINUTE: "60" });
  for (const [userId, kind] of [
    ["7012", "live"],
    ["7013", "live"],
  ] as const)
    await system.api("POST", "/v1/targets", { kind, name: userId, params: { userId }, announceInitial: true });
  await subscribeAll(system, ["discord"]);
});
afterAll(() => system.stop());

/** The samples by name and labels, read as Prometheus reads them. */
async function scraped(): Promise<Map<string, number>> {
  const response = await fetch(`${system.base}/metrics`, {
    headers: { authorization: "Bearer test_admin_token_0123456789abcdef0123456789" },
  });
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  expect(text.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  let typed = "";
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith("# HELP ")) continue;
    if (line.startsWith("# TYPE ")) {
      const [, , name, type] = line.split(" ");
      expect(type).toBe(name!.endsWith("_total") ? "counter" : "gauge");
      typed = name!;
      continue;
    }
    const match = /^([a-z_0-9]+)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (\d+(\.\d+)?(e[+-]\d+)?)$/.exec(line);
    expect([line, match?.[1]]).toEqual([line, typed]);
    samples.set(`${match![1]}${match![2] ?? ""}`, Number(match![4]));
  }
  return samples;
}

test("what happened is counted, and counts never fall", async () => {
  const empty = await scraped();
  expect(empty.get('tallylight_targets{kind="live"}')).toBe(2);
  system.upstream.live.set("7012", "7457312345678901234");
  await system.tick(START);
  await system.tick(START + MINUTE);
  const one = await scraped();
  expect(one.get('tallylight_polls_total{kind="live",outcome="ok"}')).toBe(4);
  expect(one.get('tallylight_upstream_calls_total{operation="live.check",status="200"}')).toBe(4);
  expect(one.get('tallylight_events_total{type="live.started"}')).toBe(1);
  expect(one.get('tallylight_deliveries_total{channel_kind="discord",status="sent"}')).toBe(1);
  expect(one.get("tallylight_budget_used_ratio")).toBeCloseTo(2 / 60, 5);
  system.upstream.interfere = () => ({ status: 500, body: "" });
  for (let n = 2; n < 6; n++) await system.tick(START + n * MINUTE);
  const two = await scraped();
  expect(two.get('tallylight_upstream_calls_total{operation="live.check",status="500"}')).toBeGreaterThan(0);
  for (const [name, value] of one)
    if (name.includes("_total")) expect([name, two.get(name)! >= value]).toEqual([name, true]);
  for (const name of ["d1_statements", "d1_rows_read", "d1_rows_written"])
    expect([name, two.get(`tallylight_${name}_total`)! > one.get(`tallylight_${name}_total`)!]).toEqual([name, true]);
  expect(two.has("tallylight_queue_operations_total")).toBe(true);
  expect(two.get("tallylight_tick_lag_seconds")).toBeGreaterThan(1_000_000);
});
