import { describe, expect, test } from "vitest";
import { NOW, plan, RULES, timetable } from "../../../test/support/timetable.ts";
import type { CircuitBreaker } from "../../core/circuit-breaker.ts";

describe("an open circuit breaker", () => {
  const refused: CircuitBreaker = {
    reason: "unauthorized",
    status: 401,
    since: NOW - 1000,
    until: NOW + 1000,
    strikes: 1,
    reopenedAt: 0,
    recovered: false,
    over: [],
  };

  test("lets no call through before its time", () => {
    expect(plan(NOW, RULES, timetable(5, { gate: refused })).batches).toEqual([]);
    expect(plan(NOW, RULES, timetable(5, { gate: { ...refused, reason: "throttled" } })).batches).toEqual([]);
  });

  test("lets one test call through after a refusal, and stays open for ten more minutes", () => {
    const { claim, batches } = plan(NOW + 1000, RULES, timetable(5, { gate: refused }));
    expect(batches).toHaveLength(1);
    expect(batches[0]).toMatchObject({ grant: 1, careful: true });
    expect(batches[0]!.targets).toHaveLength(1);
    const more = plan(NOW + 1000, RULES, timetable(5, { gate: refused, optionalCalls: 2 }));
    expect(more.batches).toMatchObject([{ grant: 1, spare: 0 }]);
    expect(claim.gate!.until).toBe(NOW + 1000 + 600_000);
    // Even if a poll makes several calls.
    const dear = timetable(5, { gate: refused });
    for (const entry of Object.values(dear.sheets[0]!.entries)) entry[6] = 3;
    expect(plan(NOW + 1000, RULES, dear).batches).toMatchObject([{ grant: 1, spare: 0 }]);
  });

  test("after a 429 starts with a tenth of the budget, which grows back", () => {
    const throttled: CircuitBreaker = { ...refused, reason: "throttled", status: 429, until: NOW };
    const { claim, batches } = plan(NOW, RULES, timetable(60, { gate: throttled, tokens: 60, filledAt: NOW }));
    expect(batches[0]!.grant).toBe(6);
    expect(claim.gate).toMatchObject({ reopenedAt: NOW });
    const later = plan(NOW + 30 * 60_000, RULES, timetable(60, { gate: claim.gate, tokens: 0, filledAt: NOW }));
    expect(later.batches.flatMap(({ targets }) => targets)).toHaveLength(60);
    expect(later.claim.gate).toBeNull();
  });
});
