import { expect, test } from "vitest";
import {
  afterGoodAnswer,
  breakerOpenedBy,
  budgetRate,
  CREEP_MS,
  isHalfOpen,
  isRefusing,
  isShut,
  type CircuitBreaker,
  breakerNews,
} from "./circuit-breaker.ts";

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
  expect(breakerOpenedBy(fault(429, 90_000), null, NOW)!.until).toBe(NOW + 86_400_000);
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
  expect(afterGoodAnswer(both, null, 0, NOW).news).toMatchObject(over.map((of) => ({ data: { of } })));
});

test("each of three consecutive problems is reported as over, however often the last one occurred", () => {
  let breaker = breakerOpenedBy(fault(429, 5), null, NOW)!;
  for (const [n, status] of [401, 428, 428, 428].entries())
    breaker = breakerOpenedBy(fault(status), breaker, NOW + n * 600_000)!;
  const over = ["upstream.throttled", "upstream.unauthorized", "upstream.key_expired"];
  expect(afterGoodAnswer(breaker, null, 0, NOW).news).toMatchObject(over.map((of) => ({ data: { of } })));
});

test("after a 429 the budget grows from a tenth to all within thirty minutes", () => {
  const breaker = { ...breakerOpenedBy(fault(429, 5), null, NOW)!, reopenedAt: NOW };
  expect(budgetRate(breaker, NOW)).toBeCloseTo(0.1);
  expect(budgetRate(breaker, NOW + CREEP_MS / 2)).toBeCloseTo(0.55);
  expect(budgetRate(breaker, NOW + CREEP_MS)).toBe(1);
  expect(CREEP_MS).toBeLessThanOrEqual(30 * 60_000);
  expect(budgetRate(null, NOW)).toBe(1);
});

test("news of an operation name it and say that the rest goes on; those of the account name none", () => {
  const breaker = breakerOpenedBy(fault(401), null, NOW)!;
  const [account, operation] = [breakerNews(breaker, null), breakerNews(breaker, "user.videos")];
  expect(account).toMatchObject({ type: "upstream.unauthorized", data: { status: 401 } });
  expect(account.data).not.toHaveProperty("operation");
  expect(operation).toMatchObject({ type: "upstream.unauthorized", data: { status: 401, operation: "user.videos" } });
  expect(operation.data).toMatchObject({ detail: expect.stringMatching(/user\.videos.*everything else goes on$/) });
  expect(JSON.stringify(account)).not.toContain("everything else");
  expect(account.key).not.toBe(operation.key);
  expect(afterGoodAnswer(breaker, "user.videos", 0, NOW)).toMatchObject({
    breaker: null,
    news: [{ data: { of: "upstream.unauthorized", operation: "user.videos" } }],
  });
});

test("an end that must wait lets calls through at once, and a new refusal in that time is the same problem", () => {
  const refused = breakerOpenedBy(fault(401), null, NOW)!;
  expect([isShut(refused, NOW), isRefusing(refused)]).toEqual([true, true]);
  const good = afterGoodAnswer(refused, "user.videos", 600_000, NOW + 600_000);
  expect(good.news).toEqual([]);
  const waiting = good.breaker!;
  expect([isShut(waiting, NOW), isHalfOpen(waiting, NOW + 700_000), isRefusing(waiting)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(afterGoodAnswer(waiting, "user.videos", 600_000, NOW + 1_100_000)).toEqual({ breaker: waiting, news: [] });
  expect(afterGoodAnswer(waiting, "user.videos", 600_000, NOW + 1_200_000)).toMatchObject({
    breaker: null,
    news: [{ type: "upstream.recovered" }],
  });
  const again = breakerOpenedBy(fault(401), waiting, NOW + 1_100_000)!;
  expect(again).toMatchObject({ since: NOW, strikes: 1, until: NOW + 1_700_000 });
  expect(isShut(again, NOW + 1_100_000)).toBe(true);
});

test("after a pause a refusal lets one test call through, a 429 all", () => {
  const [refused, throttled] = [breakerOpenedBy(fault(401), null, NOW)!, breakerOpenedBy(fault(429), null, NOW)!];
  expect([isShut(refused, NOW + 600_000), isHalfOpen(refused, NOW + 600_000)]).toEqual([false, true]);
  expect([isHalfOpen(refused, NOW + 599_999), isShut(refused, NOW + 599_999)]).toEqual([false, true]);
  expect([isShut(throttled, NOW + 60_000), isHalfOpen(throttled, NOW + 60_000)]).toEqual([false, false]);
});

test("the breaker of the account stays after a 429 until the budget has grown back, that of an operation does not", () => {
  const throttled = breakerOpenedBy(fault(429), null, NOW)!;
  const account = afterGoodAnswer({ ...throttled, reopenedAt: NOW + 60_000 }, null, 0, NOW + 60_000);
  expect(account.breaker).toMatchObject({ recovered: true, reopenedAt: NOW + 60_000 });
  expect(afterGoodAnswer(account.breaker!, null, 0, NOW + 120_000)).toEqual({ breaker: account.breaker, news: [] });
  expect(afterGoodAnswer(throttled, "user.videos", 0, NOW + 60_000).breaker).toBeNull();
});
