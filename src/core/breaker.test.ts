import { expect, test } from "vitest";
import { breakerAfter } from "./breaker.ts";
import { HALF_OPEN_EVERY_MS } from "./gate.ts";

const NOW = 1_800_000_000_000;
const fault = (status: number, more: object = {}) => ({ kind: "unreachable" as const, status, detail: "", ...more });

test("a refusal keeps an operation shut as long as the gate would be, and never for less than was said before", () => {
  const first = breakerAfter(fault(429, { retryAfterSeconds: 3600 }), undefined, NOW)!;
  expect(first).toMatchObject({ reason: "throttled", since: NOW, until: NOW + 3_600_000, strikes: 1 });
  const again = breakerAfter(fault(429), first, NOW + 1000)!;
  expect(again).toMatchObject({ since: NOW, until: NOW + 3_600_000, strikes: 2 });
  const other = breakerAfter(fault(401), undefined, NOW)!;
  expect(other).toMatchObject({ reason: "unauthorized", until: NOW + HALF_OPEN_EVERY_MS });
  expect(breakerAfter(fault(401), again, NOW + 2000)).toMatchObject({ strikes: 1, since: NOW });
  expect(breakerAfter(fault(500), first, NOW)).toBeNull();
});
