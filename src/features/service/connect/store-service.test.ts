import { expect, test } from "vitest";
import { storeService } from "./store-service.ts";

const addresses = { local: false, own: "us.example.com" };
const account = { baseUrl: "https://svc.example.net", username: "me", password: "secret" };

/** What is stored of an account and operations, or why it is refused. */
async function kept(baseUrl: string | null, operations: Record<string, unknown> = {}) {
  const stored: unknown[] = [];
  const result = await storeService(baseUrl === null ? null : { ...account, baseUrl }, operations, undefined, {
    addresses,
    seal: async (one) => `sealed ${one.baseUrl}`,
    keepService: async (sealed, reported) => void stored.push(sealed, reported),
  } as Parameters<typeof storeService>[3]);
  return { ok: result.ok, stored };
}

test("an account at a forbidden address is refused, and nothing of it is stored", async () => {
  for (const baseUrl of [
    "http://svc.example.net",
    "https://127.0.0.1",
    "https://us.example.com",
    "https://a.example.net?x=1",
  ])
    expect(await kept(baseUrl)).toEqual({ ok: false, stored: [] });
  expect(await kept("https://svc.tiktok-data.com")).toEqual({
    ok: true,
    stored: ["sealed https://svc.tiktok-data.com", {}],
  });
  expect(await kept(null, { "user.resolve": null })).toEqual({
    ok: true,
    stored: [undefined, { "user.resolve": null }],
  });
});

test("all is stored or nothing: an invalid operation also rejects the account", async () => {
  expect(await kept("https://svc.tiktok-data.com", { "live.check": { method: "EAT" } })).toEqual({
    ok: false,
    stored: [],
  });
});
