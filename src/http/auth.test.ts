import { expect, test, vi } from "vitest";
import { failedTries, holderOf } from "./auth.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

const token = { id: "tok_1", name: "t", scopes: ["write"], watchlistIds: null, expiresAt: null, lastUsedAt: NOW };

const held = async (more: object) => {
  const touch = vi.fn<() => Promise<void>>(async () => undefined);
  const actor = await holderOf({ ...token, ...more } as never, { touch, wallNow: () => NOW });
  return { actor, touched: touch.mock.calls.length };
};

test("a token stops working at the moment it expires", async () => {
  expect((await held({ expiresAt: NOW })).actor).toBeNull();
  expect((await held({ expiresAt: NOW + 1 })).actor).toMatchObject({ tokenId: "tok_1", scope: "write" });
});

test("the use of a token is recorded once a minute", async () => {
  const times = [null, NOW - MINUTE, NOW - MINUTE + 1, NOW].map((lastUsedAt) => held({ lastUsedAt }));
  expect((await Promise.all(times)).map(({ touched }) => touched)).toEqual([1, 1, 0, 0]);
});

const T0 = Date.UTC(2026, 0, 5);

const fail = (tries: ReturnType<typeof failedTries>, times: number, address: string, now = T0) => {
  let last: number | null = null;
  for (let n = 0; n < times; n++) last = tries(address, now);
  return last;
};

test("a thousand failures a minute pass, one more has to wait for the rest of the minute", () => {
  const tries = failedTries();
  expect(fail(tries, 1000, "203.0.113.7")).toBe(null);
  expect(tries("203.0.113.7", T0 + 20_000)).toBe(40_000);
  expect(tries("203.0.113.8", T0 + 20_000)).toBe(null);
});

test("an address starts over after its minute", () => {
  const tries = failedTries();
  expect(fail(tries, 1500, "203.0.113.7")).not.toBe(null);
  expect(tries("203.0.113.7", T0 + 59_999)).not.toBe(null);
  expect(tries("203.0.113.7", T0 + 60_000)).toBe(null);
  expect(fail(tries, 999, "203.0.113.7", T0 + 60_000)).toBe(null);
});

test("addresses of an IPv6 network count together, IPv4-mapped ones as IPv4", () => {
  const tries = failedTries();
  for (let n = 0; n < 1000; n++) tries(`2001:db8:1:2::${n.toString(16)}`, T0);
  expect(tries("2001:db8:1:2:ffff::1", T0)).not.toBe(null);
  expect(tries("2001:db8:1:3::1", T0)).toBe(null);
  fail(tries, 1000, "::ffff:198.51.100.1");
  expect(tries("198.51.100.1", T0)).not.toBe(null);
});

test("memory is bounded: the address that was quiet longest is forgotten", () => {
  const tries = failedTries();
  fail(tries, 1000, "203.0.113.7");
  for (let n = 0; n < 10_000; n++) tries(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, T0);
  expect(tries("203.0.113.7", T0)).toBe(null);
});
