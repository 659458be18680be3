import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addCreators, userIds } from "../support/creators.ts";
import type { Received } from "../support/fake-upstream.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

const MINUTE = 60_000;
const ROOM = "7457312345678901234";
let system: System;
let now = Date.UTC(2026, 0, 5, 12);
let channels: Record<string, string>;

// Quiet creators beside the one under test, so that one flip is never half of those polled together.
beforeAll(async () => {
  // The polled service has all the time that a test may take.
  system = await startSystem({ UPSTREAM_TIMEOUT_MS: "120000" });
  await addCreators(system, ["7012"], { name: "Maria", params: { userId: "7012", handle: "maria" } });
  await addCreators(system, userIds(60));
  channels = await subscribeAll(system, ["slack", "discord", "webhook"], { mention: "@here" });
  await system.tick(now);
});
afterAll(() => system.stop());

beforeEach(() => {
  system.receiver.received.length = 0;
  system.upstream.interfere = () => null;
  system.receiver.interfere = () => null;
});

const minutes = async (count: number) => {
  for (let n = 0; n < count; n++) await system.tick((now += MINUTE));
};
const received = (kind: Received["kind"]) => system.receiver.received.filter((one) => one.kind === kind);
const events = (type: string) => allPages(system, `/v1/events?type=${type}`);

describe("a creator goes live and ends", () => {
  test("each channel is told within the tick, in its own dialect", async () => {
    system.upstream.live.set("7012", ROOM);
    await minutes(1);
    const [event] = await events("live.started");
    expect(event).toMatchObject({
      type: "live.started",
      target: { name: "Maria", kind: "live", params: { userId: "7012", handle: "maria" } },
      occurredAt: new Date(now).toISOString(),
      detectedAt: new Date(now).toISOString(),
      window: { from: new Date(now - MINUTE).toISOString(), to: new Date(now).toISOString() },
      data: { roomId: ROOM, initial: false },
    });
    const [discord] = received("discord");
    expect(discord).toMatchObject({ method: "POST", status: 200 });
    expect(discord!.path).toContain("wait=true");
    expect(discord!.body).toMatchObject({ allowed_mentions: { parse: ["everyone"] } });
    expect(discord!.body["content"]).toContain("@here");
    expect(JSON.stringify(discord!.body)).toContain("https://www.tiktok.com/@maria/live");
    expect(JSON.stringify(received("slack")[0]!.body)).toContain("<!here>");
    const [hook] = received("webhook");
    expect(hook).toMatchObject({ status: 204, body: { type: "live.started", data: event } });
    expect(system.receiver.received).toHaveLength(3);
    const [notified] = await allPages(system, `/v1/deliveries?channelId=${channels["discord"]}`);
    const { request, response } = (await system.api("GET", `/v1/deliveries/${notified!.id}`)).body;
    expect(JSON.parse(request.body)).toEqual(discord!.body);
    expect(response).toMatchObject({ status: 200, headers: { date: expect.any(String) } });
  });

  test("nothing more is said while it lasts, with whatever the service does in between", async () => {
    const answers = ["", "<html>", '{"code":0,"data":{"data":[]}}', '{"code":0,"data":null}'];
    for (const body of answers) {
      system.upstream.interfere = () => ({ body });
      await minutes(1);
    }
    for (const status of [500, 503, 404, 500, 503, 404]) {
      system.upstream.interfere = () => ({ status, body: '{"code":0,"data":{"data":[{"alive":false,"room_id":0}]}}' });
      await minutes(1);
    }
    system.upstream.interfere = () => null;
    await minutes(6);
    expect(await events("live.ended")).toEqual([]);
    expect(await events("live.started")).toHaveLength(1);
  });

  test("a dropout within the grace is the same session, with a new room too", async () => {
    system.receiver.received.length = 0;
    system.upstream.live.delete("7012");
    await minutes(2);
    system.upstream.live.set("7012", "7457312345678909999");
    await minutes(2);
    expect(await events("live.*")).toHaveLength(1);
    expect(received("discord")).toEqual([]);
  });

  test("the end edits the same Discord message, pings nobody, and is posted where nothing can be edited", async () => {
    const started = (await events("live.started"))[0]!;
    system.upstream.live.delete("7012");
    await minutes(1);
    expect(await events("live.ended")).toEqual([]);
    await minutes(4);
    const [ended] = await events("live.ended");
    expect(ended.data).toMatchObject({ sessionId: started.data.sessionId, startedAt: started.occurredAt });
    // For over ten minutes no check worked: nobody observed that time.
    const { durationSeconds, unknownSeconds } = ended.data;
    expect(unknownSeconds).toBeGreaterThan(600);
    expect(unknownSeconds).toBeLessThanOrEqual(900);
    expect(durationSeconds + unknownSeconds).toBe(
      (Date.parse(ended.occurredAt) - Date.parse(started.occurredAt)) / 1000,
    );
    const [edit] = received("discord");
    expect(received("discord")).toHaveLength(1);
    expect(edit).toMatchObject({ method: "PATCH", status: 200, body: { allowed_mentions: { parse: [] } } });
    expect(JSON.stringify(edit!.body)).toContain("Streamed for");
    expect(edit!.body["content"]).not.toContain("@here");
    expect(received("slack")).toHaveLength(1);
    expect(received("webhook")[0]!.body["type"]).toBe("live.ended");
    expect([...system.receiver.messages.values()].filter((one) => JSON.stringify(one).includes("Maria"))).toHaveLength(
      1,
    );
  });

  test("a return after the end is a new session", async () => {
    system.upstream.live.set("7012", "7457312345678909999");
    await minutes(1);
    const sessions = (await events("live.started")).map(({ data }) => data.sessionId);
    expect(new Set(sessions).size).toBe(2);
    system.upstream.live.delete("7012");
    await minutes(5);
  });
});

describe("many at once", () => {
  test("all that changed in one tick make one message a channel, edited line by line as they end", async () => {
    for (const userId of userIds(28)) system.upstream.live.set(userId, ROOM);
    await minutes(1);
    expect(received("discord")).toHaveLength(1);
    expect(received("discord")[0]!.body["content"]).toMatch(
      /^Creator \d+, Creator \d+ and Creator \d+ are live · 25 more @here$/,
    );
    for (const kind of ["discord", "slack"] as const)
      for (const userId of userIds(28)) expect(JSON.stringify(received(kind)[0]!.body)).toContain(`Creator ${userId}`);
    expect(received("slack")).toHaveLength(1);
    expect(received("webhook")).toHaveLength(28);
    const listed = [...JSON.stringify(received("discord")[0]!.body).matchAll(/Creator (\d+)/g)].map(
      ([, userId]) => userId!,
    );
    const [ends, stays] = listed;
    system.receiver.received.length = 0;
    system.upstream.live.delete(ends!);
    await minutes(5);
    const edits = received("discord");
    expect(edits.map(({ method }) => method)).toEqual(["PATCH"]);
    expect(JSON.stringify(edits[0]!.body)).toMatch(new RegExp(`Creator ${ends}.{0,40}was live`));
    expect(JSON.stringify(edits[0]!.body)).toMatch(new RegExp(`Creator ${stays}.{0,40}is live`));
  });
});

describe("what receivers answer", () => {
  const flip = async () => {
    if (!system.upstream.live.delete("7012")) system.upstream.live.set("7012", ROOM);
    await minutes(5);
  };

  test("a 429 is waited out and the message is not lost", async () => {
    let refused = 0;
    system.receiver.interfere = ({ kind }) =>
      kind === "slack" && refused++ < 2 ? { status: 429, headers: { "retry-after": "120" }, body: "" } : null;
    const before = now;
    await flip();
    expect(received("slack").map(({ status }) => status)).toEqual([429, 429, 200]);
    const delivery = (await allPages(system, `/v1/deliveries?channelId=${channels["slack"]}`))[0]!;
    expect(delivery).toMatchObject({ status: "sent" });
    const times = delivery.attempts.map(({ at }: { at: string }) => Date.parse(at) - before);
    expect(times).toEqual([MINUTE, 3 * MINUTE, 5 * MINUTE]);
    await flip();
  });

  test("a server error is retried by the schedule, the same delivery with the same id", async () => {
    let refused = 0;
    system.receiver.interfere = ({ kind }) => (kind === "webhook" && refused++ < 1 ? { status: 500, body: "" } : null);
    await flip();
    const hooks = received("webhook");
    expect(hooks.map(({ status }) => status)).toEqual([500, 204]);
    expect(new Set(hooks.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    await flip();
  });

  test("a message whose form is refused is sent once more as plain text", async () => {
    system.receiver.interfere = ({ kind, body }) =>
      kind === "discord" && body["embeds"] !== undefined ? { status: 400, body: '{"code":50035}' } : null;
    await flip();
    expect(received("discord").map(({ status }) => status)).toEqual([400, 200]);
    expect(received("discord")[1]!.body["embeds"]).toBeUndefined();
    system.receiver.interfere = () => null;
    await flip();
  });

  test("an edited message that is no more is posted anew", async () => {
    await flip();
    system.receiver.messages.clear();
    system.receiver.received.length = 0;
    await flip();
    expect(received("discord").map(({ method, status }) => [method, status])).toEqual([
      ["PATCH", 404],
      ["POST", 200],
    ]);
  });

  test("a start that is still waiting and its end become one message", async () => {
    system.receiver.interfere = ({ kind }) =>
      kind === "discord" ? { status: 429, headers: { "retry-after": "900" }, body: "{}" } : null;
    await flip();
    system.receiver.interfere = () => null;
    await flip();
    await minutes(10);
    const posts = received("discord").filter(({ status }) => status === 200);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({ method: "POST" });
    expect(JSON.stringify(posts[0]!.body)).toContain("was live");
    const deliveries = (await allPages(system, `/v1/deliveries?channelId=${channels["discord"]}`)).slice(0, 2);
    expect(deliveries.map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  test("a start waits three seconds for what the service does not say, and not for its answer", async () => {
    let answered = () => {};
    const late = new Promise<void>((resolve) => (answered = resolve));
    system.upstream.interfere = async ({ path }) => {
      if (!path.endsWith("/live/info")) return null;
      // Without the shared deadline the start would wait for it.
      await late;
      return { body: '{"code":0,"data":{"room":{"title":"late"}}}' };
    };
    await flip();
    answered();
    const [event] = await events("live.started");
    expect(event).toMatchObject({ occurredAt: new Date(now - 4 * MINUTE).toISOString(), data: { info: null } });
    expect(received("discord")).toHaveLength(1);
    system.upstream.interfere = () => null;
    await flip();
  });

  test("a channel that is gone is disabled with its reason, and never called again", async () => {
    system.receiver.interfere = ({ kind }) => (kind === "slack" ? { status: 404, body: "no_service" } : null);
    await flip();
    await flip();
    expect(received("slack")).toHaveLength(1);
    const { body } = await system.api("GET", `/v1/channels/${channels["slack"]}`);
    expect(body).toMatchObject({ enabled: false });
    expect(body.disabledReason).toMatch(/no_service/);
    const [last] = await allPages(system, `/v1/deliveries?channelId=${channels["slack"]}`);
    expect(last).toMatchObject({ status: "suppressed" });
  });
});
