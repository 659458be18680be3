import { expect, test } from "vitest";
import { budgetRate, breakerOpenedBy, CREEP_MS, breakerRecovered, type CircuitBreaker } from "./circuit-breaker.ts";

const NOW = 1_800_000_000_000;
const fault = (status: number, retryAfterSeconds?: number) => ({
  kind: "refused" as const,
  status,
  detail: "",
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

test.each([400, 402, 403, 404, 500, 503])("%s does not open the breaker", (status) => {
  expect(breakerOpenedBy(fault(status), null, NOW)).toBeNull();
});

test("401 and 428 allow one test call after ten minutes", () => {
  expect(breakerOpenedBy(fault(401), null, NOW)).toMatchObject({ reason: "unauthorized", until: NOW + 600_000 });
  expect(breakerOpenedBy(fault(428), null, NOW)).toMatchObject({ reason: "key_expired", until: NOW + 600_000 });
});

test("429 pauses as long as requested, otherwise for a minute that doubles to fifteen", () => {
  expect(breakerOpenedBy(fault(429, 7), null, NOW)!.until).toBe(NOW + 7000);
  let breaker: CircuitBreaker | null = null;
  const waits = [];
  for (let n = 0; n < 7; n++) {
    const now: number = breaker === null ? NOW : breaker.until;
    breaker = breakerOpenedBy(fault(429), breaker, now)!;
    waits.push((breaker.until - now) / 1000);
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test("a shorter Retry-After does not end a longer pause", () => {
  const breaker = breakerOpenedBy(fault(429, 300), null, NOW);
  expect(breakerOpenedBy(fault(429, 5), breaker, NOW + 1000)!.until).toBe(NOW + 300_000);
});

test("a 429 to the test call after a 401 keeps the refusal and pauses as long as requested", () => {
  const refused = breakerOpenedBy(fault(401), null, NOW);
  const both = breakerOpenedBy(fault(429, 1200), refused, NOW + 600_000)!;
  expect(both).toMatchObject({ reason: "unauthorized", since: NOW, until: NOW + 1_800_000, over: [] });
});

test("a refusal after a 429 is reported, and both are over at the first good answer", () => {
  const both = breakerOpenedBy(fault(401), breakerOpenedBy(fault(429, 5), null, NOW), NOW + 60_000)!;
  expect(both).toMatchObject({ reason: "unauthorized", since: NOW + 60_000 });
  const over = ["upstream.throttled", "upstream.unauthorized"];
  expect(breakerRecovered(both)).toMatchObject(over.map((of) => ({ data: { of } })));
});

test("each of three consecutive problems is reported as over, however often the last one occurred", () => {
  let breaker = breakerOpenedBy(fault(429, 5), null, NOW)!;
  for (const [n, status] of [401, 428, 428, 428].entries())
    breaker = breakerOpenedBy(fault(status), breaker, NOW + n * 600_000)!;
  const over = ["upstream.throttled", "upstream.unauthorized", "upstream.key_expired"];
  expect(breakerRecovered(breaker)).toMatchObject(over.map((of) => ({ data: { of } })));
});

test("after a 429 the budget grows from a tenth to all within thirty minutes", () => {
  const breaker = { ...breakerOpenedBy(fault(429, 5), null, NOW)!, reopenedAt: NOW };
  expect(budgetRate(breaker, NOW)).toBeCloseTo(0.1);
  expect(budgetRate(breaker, NOW + CREEP_MS / 2)).toBeCloseTo(0.55);
  expect(budgetRate(breaker, NOW + CREEP_MS)).toBe(1);
  expect(CREEP_MS).toBeLessThanOrEqual(30 * 60_000);
  expect(budgetRate(null, NOW)).toBe(1);
});
