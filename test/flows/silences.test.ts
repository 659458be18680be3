import { describe, expect, test, vi } from "vitest";
import { fakeTime, listen, platform, watch } from "../support/platform.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);

fakeTime(START);

const ids = (count: number, from = 5000): string[] => Array.from({ length: count }, (_, n) => String(from + n));
const quietly = () => vi.spyOn(console, "error").mockImplementation(() => undefined);
const polls = (calls: string[]): number => calls.filter((url) => url.startsWith("https://upstream.example")).length;
/** A batch's commit. A tick's claim refunds lost batches with another statement. */
const isCommit = ({ text }: { text: string }): boolean => text.includes("UPDATE tally SET\n         done");

describe("a queue that refuses", () => {
  for (const queue of ["throws", "hangs"] as const) {
    test(`and ${queue}: the tick polls all that the invocation's limits allow, and reports it`, async () => {
      const cloud = await platform({ LIMITS: "paid" });
      const reported = await listen(cloud);
      await watch(cloud, ids(450));
      cloud.queue = queue;
      for (let n = 1; n <= 6; n++) {
        const before = polls(cloud.calls);
        await cloud.tick(START + n * MINUTE);
        expect(polls(cloud.calls) - before).toBe(450);
      }
      expect(await cloud.health(START + 6 * MINUTE)).toMatchObject({ status: "degraded", reasons: ["queue_refused"] });
      expect(reported.filter((body) => body.includes("The queue rejects messages"))).toHaveLength(1);
      cloud.queue = "takes";
      for (let n = 7; n <= 9; n++) await cloud.tick(START + n * MINUTE);
      expect(await cloud.health(START + 9 * MINUTE)).toMatchObject({ status: "ok" });
      expect(reported.filter((body) => body.includes("The queue accepts messages again"))).toHaveLength(1);
    });
  }

  test("on the free plan releases what does not fit at once, so that everyone gets a turn", async () => {
    const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "120" });
    await watch(cloud, ids(160));
    cloud.queue = "throws";
    await cloud.tick(START + MINUTE);
    // Of the 120 granted calls, those of unpolled batches are refunded.
    expect(await cloud.db.prepare("SELECT unspent FROM tally").first("unspent")).toBe(120 - cloud.calls.length);
    for (let n = 2; n <= 9; n++) await cloud.tick(START + n * MINUTE);
    const requested = cloud.calls.map((url) => /user_id=(\d+)/.exec(url)?.[1]);
    expect(requested.length).toBeGreaterThanOrEqual(9 * 40);
    expect(new Set(requested).size).toBe(160);
    const { body } = await cloud.api("GET", "/v1/status");
    expect(body.lagSeconds).toBeGreaterThan(0);
    expect(body.budget.used).toBeLessThanOrEqual(60);
  });

  test("once does not keep the free plan from using it in the next tick", async () => {
    const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "120" });
    await watch(cloud, ids(120));
    const counts: number[] = [];
    for (let n = 1; n <= 4; n++) {
      cloud.queue = n === 2 ? "throws" : "takes";
      const before = polls(cloud.calls);
      await cloud.tick(START + n * MINUTE);
      counts.push(polls(cloud.calls) - before);
    }
    expect(counts).toEqual([120, 44, 120, 120]);
  });

  test("on the free plan leaves the digests that do not fit to the next ticks, and health is looked at in each", async () => {
    const cloud = await platform({ LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: "100" });
    const errors = quietly();
    await watch(cloud, ids(60));
    const settings = { url: "https://hooks.example.com/x" };
    const channel = await cloud.api("POST", "/v1/channels", { kind: "webhook", name: "one", settings });
    const digest = { channelId: channel.body.id, schedule: "5 12 * * *", timezone: "UTC", period: "P1D" };
    for (let n = 0; n < 8; n++) {
      const created = await cloud.api("POST", "/v1/digests", { ...digest, name: `digest ${n}`, sections: ["lives"] });
      expect(created.status).toBe(201);
    }
    cloud.queue = "throws";
    for (let n = 1; n <= 25; n++) expect([n, await cloud.tick(START + n * MINUTE)]).toEqual([n, true]);
    expect(errors).not.toHaveBeenCalled();
    const { results } = await cloud.db.prepare("SELECT status FROM deliveries WHERE edition IS NOT NULL").all();
    expect(results).toEqual(Array.from({ length: 8 }, () => ({ status: "sent" })));
  });

  test("does not stop the dead man's ping from following finished batches", async () => {
    const cloud = await platform({ DEADMAN_URL: "https://ping.example/secret" });
    const pings = () => cloud.calls.filter((url) => url.startsWith("https://ping.example")).length;
    await watch(cloud, ids(10));
    await cloud.tick(START + MINUTE);
    expect(pings()).toBe(1);
    quietly();
    cloud.database = (statements) => {
      if (statements.some(isCommit)) throw new Error("D1_ERROR: overloaded");
    };
    for (let n = 2; n <= 6; n++) await cloud.tick(START + n * MINUTE);
    expect(pings()).toBe(1);
  });
});

describe("health reports, and operators are notified once", () => {
  test("that every poll fails, if the service has another path", async () => {
    const cloud = await platform();
    const reported = await listen(cloud, ["upstream.*"]);
    await watch(cloud, ids(5));
    await cloud.tick(START + MINUTE);
    const own = cloud.outside;
    cloud.outside = (url, body) =>
      url.startsWith("https://upstream.example") ? { status: 404, body: "" } : own(url, body);
    for (let n = 2; n <= 9; n++) await cloud.tick(START + n * MINUTE);
    expect(await cloud.health(START + 9 * MINUTE)).toMatchObject({ status: "degraded", reasons: ["upstream_failing"] });
    expect(reported.filter((body) => body.includes("Every check fails"))).toHaveLength(1);
    expect(reported[0]).toContain("the paths of the operations");
    cloud.outside = own;
    for (let n = 10; n <= 19; n++) await cloud.tick(START + n * MINUTE);
    expect(await cloud.health(START + 19 * MINUTE)).toMatchObject({ status: "ok", reasons: [] });
    expect(reported.filter((body) => body.includes("Checks succeed again"))).toHaveLength(1);
  });

  test("that the budget is too small for all intervals, and how late polls are", async () => {
    const cloud = await platform({ UPSTREAM_POLLS_PER_MINUTE: "60" });
    const reported = await listen(cloud);
    await watch(cloud, ids(306));
    for (let n = 1; n <= 8; n++) await cloud.tick(START + n * MINUTE);
    expect(await cloud.health(START + 8 * MINUTE)).toMatchObject({ status: "degraded", reasons: ["budget_exceeded"] });
    const { body } = await cloud.api("GET", "/v1/status");
    expect(body.budget).toMatchObject({ perMinute: 60, asked: 306 });
    expect(body.lagSeconds).toBeGreaterThanOrEqual(120);
    expect(reported.filter((one) => one.includes("306 calls per minute are needed, but 60 are allowed"))).toHaveLength(
      1,
    );
  });

  test("that no key decrypts a channel's settings, although the key has the same name", async () => {
    const cloud = await platform();
    await listen(cloud, ["live.*"]);
    const other = await platform({ ENCRYPTION_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 8).toString("base64") }) });
    (other.env as { DB: D1Database }).DB = cloud.env.DB;
    const reported = await listen(other, ["*"]);
    for (let n = 1; n <= 4; n++) await other.tick(START + n * MINUTE);
    expect(await other.health(START + 4 * MINUTE)).toMatchObject({ status: "degraded", reasons: ["channel_key_lost"] });
    expect(reported.filter((body) => body.includes("encryption key is missing"))).toHaveLength(1);
  });

  test("that ticks were missing, by the first one after them, unless ticks replay", async () => {
    for (const [replay, notified] of [
      ["false", 1],
      ["true", 0],
    ] as const) {
      const cloud = await platform({ REPLAY_TICKS: replay });
      const reported = await listen(cloud);
      await watch(cloud, ids(3));
      const from = Date.now();
      await cloud.tick(from + MINUTE);
      expect(await cloud.health(from + 5 * MINUTE)).toMatchObject({ status: "degraded", reasons: ["no_ticks"] });
      for (let n = 61; n <= 64; n++) await cloud.tick(from + n * MINUTE);
      expect(await cloud.health(from + 64 * MINUTE)).toMatchObject({ status: "ok" });
      expect(reported.filter((body) => body.includes("Ticks were missed"))).toHaveLength(notified);
      expect(reported).toHaveLength(notified);
    }
  });

  test("and the metrics count the calls of ticks whose commits failed, once one is written", async () => {
    const cloud = await platform();
    const reported = await listen(cloud, ["upstream.*"]);
    await watch(cloud, ids(5));
    quietly();
    const refusals = ["D1_ERROR: overloaded", "D1_ERROR: string or blob too big: SQLITE_TOOBIG"];
    for (const [n, refusal] of refusals.entries()) {
      cloud.database = (statements) => {
        if (statements.some(isCommit)) throw new Error(refusal);
      };
      expect(await cloud.tick(START + (1 + 3 * n) * MINUTE)).toBe(false);
      expect(polls(cloud.calls)).toBe(5 * (n + 1));
    }
    cloud.database = () => undefined;
    for (let n = 9; n <= 11; n++) await cloud.tick(START + n * MINUTE);
    const { body } = await cloud.api("GET", "/metrics");
    const counted = (name: string) =>
      String(body)
        .split("\n")
        .filter((line) => line.startsWith(name))
        .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    expect(polls(cloud.calls)).toBeGreaterThan(20);
    expect(counted("tallylight_upstream_calls_total")).toBe(polls(cloud.calls));
    expect(counted("tallylight_deliveries_total")).toBe(reported.length);
  });

  test("which step of a tick failed, and the log has the cause", async () => {
    const cloud = await platform();
    await watch(cloud, ids(3));
    const errors = quietly();
    cloud.database = (statements) => {
      if (statements.some(({ text }) => text.includes("FROM digests"))) throw new Error("D1_ERROR: no room at the inn");
    };
    expect(await cloud.tick(START + MINUTE)).toBe(false);
    expect(polls(cloud.calls)).toBe(3);
    expect(errors.mock.calls.flat().join()).toMatch(
      /"where":"tick: could not issue digests".*Error: D1_ERROR: no room at the inn/,
    );
    expect(await cloud.health(START + MINUTE)).toMatchObject({ status: "degraded", reasons: ["tick_failed"] });
    cloud.database = () => undefined;
    expect(await cloud.tick(START + 2 * MINUTE)).toBe(true);
    expect(await cloud.health(START + 2 * MINUTE)).toMatchObject({ status: "ok" });
  });
});
