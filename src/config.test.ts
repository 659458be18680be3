import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { LIMITS, mostPolls } from "./core/limits.ts";

const env = (more: Record<string, string>) => ({
  ADMIN_TOKEN: "x".repeat(32),
  ENCRYPTION_KEYS: JSON.stringify({ k1: btoa("k".repeat(32)) }),
  UPSTREAM_BASE_URL: "https://api.example.com",
  UPSTREAM_USERNAME: "someone",
  UPSTREAM_PASSWORD: "a password",
  ...more,
});

const errorsOf = (more: Record<string, string>) => {
  const read = readConfig(env(more));
  return "errors" in read ? read.errors : [];
};

test("the free plan takes the budget that its queue carries, and no more; the error does the sum", () => {
  expect(mostPolls(LIMITS.free)).toBe(120);
  for (const more of [{}, { LIMITS: "free" }]) {
    expect(errorsOf({ ...more, UPSTREAM_POLLS_PER_MINUTE: "120" })).toEqual([]);
    const [error, ...rest] = errorsOf({ ...more, UPSTREAM_POLLS_PER_MINUTE: "121" });
    expect(rest).toEqual([]);
    expect(error!.name).toBe("UPSTREAM_POLLS_PER_MINUTE");
    expect(error!.message).toBe(
      "must be at most 120: a tick polls 40 itself and hands batches of 40 to the queue, and 2 of them a minute are " +
        "2 × 3 × 1440 = 8640 of the 10000 queue operations of a day; 3 would be 12960 " +
        "(LIMITS=free; the paid plan carries more)",
    );
  }
});

test.each(["paid", "local", "tight"])("%s takes any budget", (plan) => {
  expect(errorsOf({ LIMITS: plan, UPSTREAM_POLLS_PER_MINUTE: "1000000" })).toEqual([]);
});

test("LANGUAGE is one of those there are, English by itself", () => {
  const read = readConfig(env({}));
  expect("config" in read && read.config.LANGUAGE).toBe("en");
  const message = "must be one of en, de, es, pt-BR, fr, ja, id, vi";
  expect(errorsOf({ LANGUAGE: "it" })).toEqual([{ name: "LANGUAGE", message }]);
});
