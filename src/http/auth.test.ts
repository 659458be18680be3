import { expect, test, vi } from "vitest";
import { holderOf } from "./auth.ts";

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
