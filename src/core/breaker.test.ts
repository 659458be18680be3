import { expect, test } from "vitest";
import { breakerAfter } from "./breaker.ts";
import { HALF_OPEN_EVERY_MS } from "./circuit-breaker.ts";

const NOW = 1_800_000_000_000;
const fault = (status: number, more: object = {}) => ({ kind: "unreachable" as const, status, detail: "", ...more });

test("a refusal pauses an operation as long as it would pause all calls, and never ends a pause early", () => {
  const first = breakerAfter(fault(429, { retryAfterSeconds: 3600 }), undefined, NOW)!;
  expect(first).toMatchObject({ reason: "throttled", since: NOW, until: NOW + 3_600_000, strikes: 1 });
  const again = breakerAfter(fault(429), first, NOW + 1000)!;
  expect(again).toMatchObject({ since: NOW, until: NOW + 3_600_000, strikes: 2 });
  const other = breakerAfter(fault(401), undefined, NOW)!;
  expect(other).toMatchObject({ reason: "unauthorized", until: NOW + HALF_OPEN_EVERY_MS });
  expect(breakerAfter(fault(401), again, NOW + 2000)).toMatchObject({ strikes: 1, since: NOW });
  expect(breakerAfter(fault(500), first, NOW)).toBeNull();
});
