import { expect, test, vi } from "vitest";
import { begin, sessionOf } from "./session.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const url = new URL("https://tally.example/");

/** Creates a session last seen `agoMs` ago; `seen` is called when it is seen again. */
async function session(agoMs: number, seen: () => Promise<void>) {
  const actor = { tokenId: "tok_1", name: "t", scope: "write" as const, watchlistIds: null };
  const found = { actor, holder: "tok_1", lastSeenAt: NOW - agoMs, email: null, timezone: null, version: null };
  const ports = {
    keep: { randomBytes: (count: number) => new Uint8Array(count), wallNow: () => NOW },
    signIn: { adminToken: "a".repeat(40), publicUrl: null, find: async () => found },
    signIns: { add: async () => undefined, seen },
  } as never;
  const first = { request: new Request(url), url, ports, session: null };
  const { cookie } = await begin(actor, true, first);
  const request = new Request(url, { headers: { cookie: cookie.split(";")[0]! } });
  return { cookie, found: await sessionOf({ request, url, ports }) };
}

test("the last use of a session is stored every five minutes", async () => {
  for (const [agoMs, noted] of [
    [4 * MINUTE, 0],
    [5 * MINUTE, 1],
  ] as const) {
    const seen = vi.fn<() => Promise<void>>(async () => undefined);
    expect((await session(agoMs, seen)).found).toMatchObject({ holder: "tok_1" });
    expect(seen).toHaveBeenCalledTimes(noted);
  }
});

test("a read-only database still knows who is signed in", async () => {
  const { found, cookie } = await session(60 * MINUTE, () => Promise.reject(new Error("used up")));
  expect(found).toMatchObject({ holder: "tok_1" });
  expect(cookie).toContain("Max-Age=2592000");
});
