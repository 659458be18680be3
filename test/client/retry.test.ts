import { expect, test } from "vitest";
import { createClient, TallylightError } from "../../packages/client/src/index.ts";

type Step = number | Error | { status: number; after?: string; type?: string };

/** A client whose answers are given, one an attempt; the last one stays. */
function scripted(...steps: Step[]) {
  const [waits, sent]: [number[], RequestInit[]] = [[], []];
  const tally = createClient({
    baseUrl: "https://tally.example",
    token: "secret",
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
    async fetch(_url, init) {
      const step = steps[Math.min(sent.length, steps.length - 1)]!;
      sent.push(init);
      if (step instanceof Error) throw step;
      const { status, after, type } = typeof step === "number" ? { status: step } : step;
      const headers = after === undefined ? {} : { "retry-after": after };
      return Response.json(status < 400 ? { id: "wl_1" } : { type, status, title: "A title" }, { status, headers });
    },
  });
  return { tally, waits, sent };
}

const broken = new TypeError("fetch failed");
const body = { name: "Music" };

test("what may be repeated is, with growing waits", async () => {
  const { tally, waits, sent } = scripted(503, broken, 500, 200);
  expect(await tally.get("/v1/status")).toEqual({ id: "wl_1" });
  expect([waits, sent.length]).toEqual([[500, 1000, 2000], 4]);
});

test("in the end the last failure is thrown", async () => {
  const { tally, sent } = scripted(503);
  await expect(tally.get("/v1/status")).rejects.toMatchObject({ status: 503 });
  expect(sent).toHaveLength(4);
  await expect(scripted(broken).tally.get("/v1/status")).rejects.toBe(broken);
});

test("waits as long as the answer asks, unless that is too long", async () => {
  const { tally, waits } = scripted({ status: 429, after: "7" }, 200);
  await tally.get("/v1/status");
  expect(waits).toEqual([7000]);
  const date = scripted({ status: 503, after: new Date(Date.now() + 30_000).toUTCString() }, 200);
  await date.tally.get("/v1/status");
  expect(date.waits[0]! > 25_000 && date.waits[0]! <= 30_000).toBe(true);
  const long = scripted({ status: 503, after: "3600" });
  await expect(long.tally.get("/v1/status")).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3600 });
  expect(long.sent).toHaveLength(1);
});

test("a change is repeated only where that is safe", async () => {
  const lost = async (call: (tally: ReturnType<typeof scripted>["tally"]) => Promise<unknown>) => {
    const { tally, sent } = scripted(broken, 200);
    await call(tally).catch(() => null);
    return sent.length;
  };
  const path = { id: "wl_1" };
  expect(await lost((tally) => tally.post("/v1/watchlists", { body }))).toBe(1);
  expect(await lost((tally) => tally.post("/v1/watchlists", { body, idempotencyKey: "k" }))).toBe(2);
  expect(await lost((tally) => tally.patch("/v1/watchlists/{id}", { path, body }))).toBe(1);
  expect(await lost((tally) => tally.delete("/v1/watchlists/{id}", { path }))).toBe(2);
  expect(await lost((tally) => tally.put("/v1/settings", { body: { timezone: null } }))).toBe(2);
});

test("a request whose first attempt still runs is repeated, and what is wrong is not", async () => {
  const running = scripted({ status: 409, type: "/problems/still-running", after: "1" }, 201);
  await running.tally.post("/v1/watchlists", { body, idempotencyKey: "k" });
  expect([running.sent.length, running.waits]).toEqual([2, [1000]]);
  for (const status of [400, 401, 403, 404, 409, 412, 422]) {
    const { tally, sent } = scripted(status);
    await expect(tally.get("/v1/status")).rejects.toBeInstanceOf(TallylightError);
    expect([status, sent.length]).toEqual([status, 1]);
  }
});

test("an aborted call ends at once, between attempts too", async () => {
  const reason = new Error("enough");
  const { tally, sent } = scripted(503);
  await expect(tally.get("/v1/status", { signal: AbortSignal.abort(reason) })).rejects.toThrow();
  expect(sent).toHaveLength(1);
  const controller = new AbortController();
  const waiting = createClient({
    baseUrl: "https://tally.example",
    token: "secret",
    fetch: async () => {
      queueMicrotask(() => controller.abort(reason));
      return new Response(null, { status: 503, headers: { "retry-after": "50" } });
    },
  });
  await expect(waiting.get("/v1/status", { signal: controller.signal })).rejects.toBe(reason);
});

test("an error of a proxy in front is named by its status", async () => {
  const tally = createClient({
    baseUrl: "https://tally.example",
    token: "secret",
    retries: 0,
    fetch: async () => new Response("<html>Bad gateway</html>", { status: 502 }),
  });
  await expect(tally.get("/v1/status")).rejects.toMatchObject({ status: 502, type: "about:blank", message: "502" });
});
