import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isLate, withTimeout } from "./with-timeout.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

test("a call that ends in time leaves no timer", async () => {
  expect(await withTimeout(10_000, async (signal) => signal.aborted)).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("a call that fails leaves no timer", async () => {
  const failed = withTimeout(10_000, async () => Promise.reject(new TypeError("refused")));
  await expect(failed).rejects.toThrow("refused");
  expect(vi.getTimerCount()).toBe(0);
});

test("a call is aborted at its timeout, not before", async () => {
  let ended: unknown = null;
  const call = withTimeout(10_000, until).catch((thrown: unknown) => (ended = thrown));
  await vi.advanceTimersByTimeAsync(9999);
  expect(ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(isLate(ended)).toBe(true);
  expect(isLate(new TypeError("refused"))).toBe(false);
});
