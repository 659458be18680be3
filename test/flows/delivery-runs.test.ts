import { beforeEach, describe, expect, test } from "vitest";
import type { OutboundAnswer, OutboundRequest } from "../../src/channels/kind.ts";
import type { Json } from "../../src/core/json.ts";
import { deliver } from "../../src/engine/deliver/deliver.ts";
import { answered } from "../support/messages.ts";
import { outbound } from "../support/outbound.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";
import { LEASE_MS, losing, type Telling, tellingOn } from "../support/delivery-world.ts";
import type { DeliverDeps, Delivered } from "../../src/engine/deliver/run.ts";

const T = Date.UTC(2026, 0, 5, 12);
const SECOND = 1000;

let telling: Telling;
let sent: OutboundRequest[];
let answer: (request: OutboundRequest) => OutboundAnswer | Promise<OutboundAnswer>;
let bugs: unknown[];
beforeEach(async () => {
  telling = tellingOn(await migratedSqlite());
  sent = [];
  bugs = [];
  answer = () => answered(200, "ok");
});

const deps = (more: Partial<DeliverDeps> = {}, store = telling.outbox): DeliverDeps =>
  outbound(
    async (request) => {
      sent.push(request);
      return answer(request);
    },
    store,
    { wallNow: () => telling.clock.wall, bug: (thrown) => bugs.push(thrown), ...more },
  );
const retriesOf = ({ retries }: Delivered) => [...retries.values()].flatMap((times) => [...times]);
const run = (now = T, more: Partial<DeliverDeps> = {}) => deliver(now, 100, null, deps(more));
const statuses = async () =>
  Object.fromEntries(
    (
      await telling.db.prepare("SELECT id, status FROM deliveries ORDER BY seq").all<{ id: string; status: string }>()
    ).results.map(({ id, status }) => [id, status]),
  );
const start = (id: string, channelId: string) => ({ id, channelId });

/** An end of the start in `start`, which edits its message. */
async function end(id: string, ofStart: string, channelId: string, tick: number): Promise<void> {
  await telling.tell(tick, { id, channelId, edits: ofStart });
  const follows = JSON.stringify({ eventId: `evt_${ofStart}`, detectedAt: T });
  await telling.run(
    `UPDATE events SET type = 'live.ended', follows = '${follows}', data = '{"durationSeconds":60}' WHERE id = 'evt_${id}'`,
  );
}

describe("failures of one channel", () => {
  const channels = Array.from({ length: 8 }, (_, n) => `ch_${n}`);
  beforeEach(async () => {
    for (const id of channels) await telling.channel(id);
    await telling.tell(T, ...channels.flatMap((id) => [start(`${id}-a`, id), start(`${id}-b`, id)]));
  });

  test("an outcome that cannot be stored stops no other channel, and untried deliveries are sent as soon as possible", async () => {
    const settle: DeliverDeps["settle"] = (settled) =>
      settled.deliveries[0]!.id === "ch_0-a" ? Promise.reject(new Error("lost")) : telling.outbox.settle(settled);
    const delivered = await run(T, { settle });
    expect(sent).toHaveLength(15);
    expect(bugs).toMatchObject([{ message: "lost" }]);
    expect(delivered.busy).toBe(true);
    expect(Object.entries(await statuses()).filter(([, status]) => status !== "sent")).toEqual([
      ["ch_0-a", "pending"],
      ["ch_0-b", "pending"],
    ]);
    await run(T + SECOND);
    expect(sent).toHaveLength(16);
    expect(await telling.row("ch_0-b")).toMatchObject({ status: "sent" });
    telling.clock.wall += LEASE_MS;
    await run(T + LEASE_MS);
    expect(await telling.row("ch_0-a")).toMatchObject({ status: "sent" });
  });

  test("a database that loses every tenth call delays nothing and sends nothing twice", async () => {
    const lossy = telling.process(
      losing(telling.db, (batch) => (batch % 10 === 3 ? "before" : batch % 10 === 8 ? "after" : null)),
      telling.inFlight,
    );
    await deliver(T, 100, null, deps({}, lossy));
    expect(sent).toHaveLength(16);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(["sent"]));
    expect(bugs).toEqual([]);
  });

  test("an edition that cannot be read now delays nothing, and is due at once", async () => {
    await telling.run(`UPDATE deliveries SET edition = 'dig/1', items = '[]' WHERE id = 'ch_0-a'`);
    const delivered = await run(T, { edition: () => Promise.reject(new Error("lost")) });
    expect(sent).toHaveLength(15);
    expect(delivered.busy).toBe(true);
    expect(await telling.row("ch_0-a")).toMatchObject({ status: "pending", lease_until: 0, attempts: "[]" });
    expect(await telling.row("ch_0", "channels")).toMatchObject({ lease_until: 0 });
  });
});

describe("the length of a run", () => {
  test("starts nothing a minute after its claim, whatever was slow, and releases the rest at once", async () => {
    const channels = Array.from({ length: 7 }, (_, n) => `ch_${n}`);
    for (const id of channels) await telling.channel(id);
    await telling.tell(T, ...channels.flatMap((id) => [start(`${id}-a`, id), start(`${id}-b`, id)]));
    answer = () => {
      telling.clock.wall += 12 * SECOND;
      return answered(200, "ok");
    };
    const delivered = await run();
    // Six channels concurrently: none gets to its second message, and the seventh not to its first.
    expect(sent).toHaveLength(6);
    expect(delivered.more).toBe(true);
    expect(await telling.ids("status = 'pending' AND lease_until = 0")).toHaveLength(8);
    expect(await telling.ids("lease_until > 0", "channels")).toEqual([]);
    answer = () => answered(200, "ok");
    await run(T + SECOND);
    expect(await telling.ids("status = 'pending'")).toEqual([]);
  });

  test("waits for a channel's pace, and leaves a pause that is too long to a later run", async () => {
    await telling.channel("ch_1", { paced_until: telling.clock.wall + 5000 });
    await telling.channel("ch_2", { paced_until: telling.clock.wall + 5001 });
    await telling.tell(T, start("a", "ch_1"), start("b", "ch_2"));
    const slept: number[] = [];
    const delivered = await run(T, { sleep: async (ms) => void slept.push(ms) });
    expect(slept).toEqual([5000]);
    expect(await statuses()).toEqual({ a: "sent", b: "pending" });
    expect(retriesOf(delivered)).toEqual([T + 5001]);
    expect(await telling.row("b")).toMatchObject({ next_attempt_at: T + 5001, lease_until: 0, attempts: "[]" });
  });

  test("starts nothing beyond the invocation's capacity, including attempts in progress", async () => {
    for (const id of ["ch_1", "ch_2", "ch_3"]) await telling.channel(id);
    await telling.tell(T, start("a", "ch_1"), start("b", "ch_2"), start("c", "ch_3"));
    const delivered = await run(T, { left: () => 2 - sent.length });
    expect(sent).toHaveLength(2);
    expect(delivered.more).toBe(true);
    expect(await telling.ids("status = 'pending' AND lease_until = 0")).toHaveLength(1);
    await run();
    expect(sent).toHaveLength(3);
  });
});

describe("what an answer means for the rest of its channel", () => {
  beforeEach(async () => {
    await telling.channel("ch_1");
    await telling.tell(T, start("a", "ch_1"), start("b", "ch_1"));
  });

  test("no other run sends to it until the last outcome is recorded, and then at once, without another statement", async () => {
    const seen: unknown[] = [];
    const released: string[] = [];
    const send: DeliverDeps["send"] = async () => {
      seen.push((await telling.row("ch_1", "channels"))["lease_until"]);
      return answered(200, "ok");
    };
    await run(T, { send, free: async (taker) => void released.push(taker) });
    expect(seen).toEqual([T + LEASE_MS, T + LEASE_MS]);
    expect(await telling.row("ch_1", "channels")).toMatchObject({ lease_until: 0 });
    expect(released).toEqual([]);
  });

  test("asked to wait: the rest is due after that, untried", async () => {
    answer = () => answered(429, "", { "retry-after": "30" });
    const delivered = await run();
    expect(sent).toHaveLength(1);
    expect(retriesOf(delivered)).toEqual([T + 30 * SECOND]);
    expect(await telling.row("b")).toMatchObject({ next_attempt_at: T + 30 * SECOND, lease_until: 0, attempts: "[]" });
    const pauses = JSON.stringify({ post: T + 30 * SECOND });
    expect(await telling.row("ch_1", "channels")).toMatchObject({ paused_until: 0, pauses, lease_until: 0 });
  });

  test("gone: the rest is suppressed, and the channel is disabled and reported", async () => {
    answer = () => answered(404, "no_service");
    const delivered = await run();
    expect(await statuses()).toEqual({ a: "dead", b: "suppressed" });
    expect(delivered.disabled).toMatchObject([
      { channel: { id: "ch_1" }, reason: expect.stringContaining("no_service") },
    ]);
    expect(await telling.row("ch_1", "channels")).toMatchObject({ enabled: 0, lease_until: 0 });
  });

  test("no key decrypts its settings: deliveries wait and say so, and are sent once one does", async () => {
    const { sealed } = await telling.row("ch_1", "channels");
    await telling.run("UPDATE channels SET sealed = 'k9.AAAA.AAAA'");
    await run();
    expect(sent).toEqual([]);
    expect(bugs).toEqual([]);
    const waits = { status: "pending", reason: "no key can decrypt the channel's settings" };
    expect(await telling.row("a")).toMatchObject(waits);
    const { failure } = await telling.row("ch_1", "channels");
    expect(JSON.parse(String(failure))).toMatchObject({ refusals: 2, fix: "key", reason: waits.reason });
    await telling.run(`UPDATE channels SET sealed = '${String(sealed)}'`);
    await run(T + 6 * SECOND);
    expect(await statuses()).toEqual({ a: "sent", b: "sent" });
  });

  test("disabled by hand: earlier deliveries wait until it is enabled", async () => {
    await telling.run(`UPDATE channels SET enabled = 0, updated_at = ${T}`);
    const delivered = await run();
    expect(sent).toEqual([]);
    expect(await statuses()).toEqual({ a: "pending", b: "pending" });
    expect(await telling.row("a")).toMatchObject({ next_attempt_at: null, lease_until: 0, attempts: "[]" });
    expect(delivered).toMatchObject({ disabled: [], more: false });
  });

  test("disabled by hand: later deliveries are suppressed, nothing is sent", async () => {
    await telling.run("UPDATE channels SET enabled = 0");
    const delivered = await run();
    expect(sent).toEqual([]);
    expect(await statuses()).toEqual({ a: "suppressed", b: "suppressed" });
    expect(delivered).toMatchObject({ disabled: [], more: false });
    expect(retriesOf(delivered)).toEqual([]);
  });

  test("failed: the others are tried anyway, and the start of the failure is stored until a message arrives", async () => {
    answer = ({ body }) => answered(sent.length === 1 ? 500 : 200, body && sent.length > 1 ? "ok" : "");
    const delivered = await run();
    expect(await statuses()).toEqual({ a: "pending", b: "sent" });
    // Something arrived after it, so it is due immediately.
    expect(delivered.more).toBe(true);
    expect(retriesOf(delivered)).toEqual([]);
    expect(await telling.row("ch_1", "channels")).toMatchObject({ failing_since: null });
    answer = () => answered(500);
    await run(T + 5 * SECOND);
    expect(await telling.row("ch_1", "channels")).toMatchObject({ failing_since: T + 5 * SECOND });
    await run(T + 400 * SECOND);
    expect(await telling.row("ch_1", "channels")).toMatchObject({ failing_since: T + 5 * SECOND });
  });
});

test("one arrival makes all waiting deliveries of its channel due, and none of another", async () => {
  for (const id of ["ch_1", "ch_2"]) await telling.channel(id);
  await telling.tell(T, start("a", "ch_1"), start("b", "ch_1"), start("c", "ch_2"));
  answer = () => answered(500);
  for (const after of [0, 5, 20, 65]) await run(T + after * SECOND);
  expect(sent).toHaveLength(12);
  answer = () => answered(200, "ok");
  await telling.tell(T + 70 * SECOND, start("new", "ch_1"));
  const delivered = await run(T + 70 * SECOND);
  expect(delivered.more).toBe(true);
  await run(T + 70 * SECOND);
  expect(await statuses()).toEqual({ a: "sent", b: "sent", c: "pending", new: "sent" });
  expect(sent).toHaveLength(15);
});

test("deliveries that fail together are retried together, whatever the jitter", async () => {
  await telling.channel("ch_1");
  await telling.tell(T, ...Array.from({ length: 12 }, (_, n) => start(`d${n}`, "ch_1")));
  answer = () => answered(500);
  let drawn = 0;
  expect(new Set(retriesOf(await run(T, { random: () => (drawn++ % 10) / 10 }))).size).toBe(1);
});

test("an arrival in between restarts the count of a channel's failures", async () => {
  const hours = 3_600_000;
  await telling.channel("ch_1", { failing_since: T - 121 * hours });
  await telling.tell(T, start("a", "ch_1"), start("b", "ch_1"));
  answer = () => (sent.length === 1 ? answered(200, "ok") : answered(500));
  await run();
  expect(await telling.row("ch_1", "channels")).toMatchObject({ enabled: 1, failing_since: T });
  await telling.run(`UPDATE channels SET failing_since = ${T - 121 * hours}`);
  await run(T + 6 * SECOND);
  expect(await telling.row("ch_1", "channels")).toMatchObject({
    enabled: 0,
    disabled_reason: expect.stringContaining("nothing arrived for 120 hours"),
  });
});

describe("a Discord webhook's message", () => {
  const url = "https://discord.com/api/webhooks/1/x";
  const reported = (id: string) => answered(200, JSON.stringify({ id }));
  beforeEach(async () => {
    await telling.channel("ch_1", { kind: "discord" }, { url });
    await telling.tell(T, start("start", "ch_1"));
  });

  test("an end that comes while its start waits is sent with it, as one", async () => {
    answer = () => answered(500);
    await run();
    await end("end", "start", "ch_1", T + SECOND);
    answer = () => reported("77");
    await run(T + 5 * SECOND);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(sent[1]!.body).toContain("was live");
    expect(await statuses()).toEqual({ start: "sent", end: "sent" });
    const items = JSON.parse(String((await telling.row("start"))["items"]));
    expect(items).toEqual([{ event: "evt_start", mentions: [], update: "evt_end" }]);
  });

  test("a later end edits it, and each delivery has its events and times", async () => {
    answer = () => reported("77");
    await run();
    await end("end", "start", "ch_1", T + 60 * SECOND);
    await run(T + 60 * SECOND);
    expect(sent.map(({ method, url: to }) => `${method} ${to.split("?")[0]}`)).toEqual([
      `POST ${url}`,
      `PATCH ${url}/messages/77`,
    ]);
    expect(JSON.parse(String((await telling.row("start"))["items"]))).toEqual([
      { event: "evt_start", mentions: [], update: "evt_end", updatedAt: T + 60 * SECOND },
    ]);
    expect(await telling.row("end")).toMatchObject({ message_ref: "77", sent_at: T + 60 * SECOND });
  });

  test("of several lines in one message each ended one says so, and keeps saying it", async () => {
    const items = ["evt_start", "evt_two", "evt_three"].map((event) => ({ event, mentions: [] }));
    await telling.tell(T, { id: "group", channelId: "ch_1", items: items.slice(1) });
    await telling.run(`UPDATE deliveries SET items = '${JSON.stringify(items)}' WHERE id = 'group'`);
    await telling.run("DELETE FROM deliveries WHERE id = 'start'");
    answer = () => reported("77");
    await run();
    for (const [n, of] of ["evt_two", "evt_three"].entries()) {
      await end(`end${n}`, "group", "ch_1", T + (n + 1) * 60 * SECOND);
      const follows = JSON.stringify({ eventId: of, detectedAt: T });
      await telling.run(`UPDATE events SET follows = '${follows}' WHERE id = 'evt_end${n}'`);
      await run(T + (n + 1) * 60 * SECOND);
    }
    expect(sent.map(({ body }) => body.match(/was live/g)?.length ?? 0)).toEqual([0, 1, 2]);
  });

  test("an end whose message was deleted is sent anew, and a later one edits that", async () => {
    answer = () => reported("77");
    await run();
    await end("end", "start", "ch_1", T + 60 * SECOND);
    answer = ({ method }) => (method === "PATCH" ? answered(404, '{"code":10008}') : reported("88"));
    await run(T + 60 * SECOND);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "PATCH", "POST"]);
    expect(await telling.row("end")).toMatchObject({ status: "sent", message_ref: "88" });
    // The existing lines of the first message are what it said.
    expect(await telling.row("start")).toMatchObject({
      items: '[{"event":"evt_start","mentions":[]}]',
      message_ref: "77",
    });
  });

  test("rejected for its format it is sent again as text, and the id of that message is edited", async () => {
    answer = ({ body }) => (body.includes("embeds") ? answered(400, "{}") : reported("99"));
    await run();
    expect(sent).toHaveLength(2);
    expect(await telling.row("start")).toMatchObject({ status: "sent", message_ref: "99" });
  });

  test("new messages go before edits, and edits that were refused go last", async () => {
    answer = () => reported("77");
    await run();
    await end("refused", "start", "ch_1", T + 60 * SECOND);
    answer = () => answered(500);
    await run(T + 60 * SECOND);
    answer = () => reported("88");
    await telling.tell(T, { id: "other", channelId: "ch_1" });
    await telling.run(
      "UPDATE deliveries SET status = 'sent', message_ref = '78', next_attempt_at = NULL WHERE id = 'other'",
    );
    await end("end", "other", "ch_1", T + 61 * SECOND);
    await telling.tell(T + 62 * SECOND, { id: "next", channelId: "ch_1" });
    sent.length = 0;
    await run(T + 120 * SECOND);
    expect(sent.map(({ method, url }) => [method, /messages\/(\d+)/.exec(url)?.[1]])).toEqual([
      ["POST", undefined],
      ["PATCH", "78"],
      ["PATCH", "77"],
    ]);
  });

  test("a pause that is longer than a run can wait applies to requests like that one", async () => {
    const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "300" };
    answer = () => reported("77");
    await run();
    await end("end", "start", "ch_1", T + 60 * SECOND);
    answer = () => answered(200, '{"id":"77"}', spent);
    await run(T + 60 * SECOND);
    const pauses = JSON.stringify({ edit: T + 360 * SECOND });
    expect(await telling.row("ch_1", "channels")).toMatchObject({ pauses, paced_until: 0 });
    await telling.tell(T + 120 * SECOND, { id: "next", channelId: "ch_1" });
    await run(T + 120 * SECOND);
    expect(await telling.row("next")).toMatchObject({ status: "sent" });
  });

  test("a limit on edits of old messages lets the edit of a new one go on", async () => {
    const young = String((BigInt(telling.clock.wall - 1_420_070_400_000 + 1_800_000_000_000) << 22n) + 1n);
    telling.clock.wall = 1_800_000_000_000 + telling.clock.wall;
    answer = () => reported("77");
    await run();
    await end("old", "start", "ch_1", T + 60 * SECOND);
    const limit = '{"code":30046,"retry_after":600}';
    answer = ({ url }) => (url.includes(young) ? reported(young) : answered(429, limit));
    await run(T + 60 * SECOND);
    await telling.tell(T, { id: "other", channelId: "ch_1" });
    await telling.run(
      `UPDATE deliveries SET status = 'sent', message_ref = '${young}', next_attempt_at = NULL WHERE id = 'other'`,
    );
    await end("new", "other", "ch_1", T + 61 * SECOND);
    await end("oldAgain", "start", "ch_1", T + 61 * SECOND);
    sent.length = 0;
    await run(T + 120 * SECOND);
    expect(await statuses()).toMatchObject({ old: "pending", new: "sent", oldAgain: "pending" });
    expect(sent).toHaveLength(1);
  });

  test("a lost answer cannot be looked up, so the message is repeated", async () => {
    answer = () => answered(null);
    await run();
    answer = () => reported("77");
    await run(T + 5 * SECOND);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });
});

describe("a message whose answer was lost", () => {
  interface Stands {
    id: string;
    body: Record<string, Json>;
  }
  let stand: Stands[];
  let takes: boolean;
  beforeEach(() => {
    stand = [];
    takes = true;
  });

  /** Like Discord: within minutes the same nonce returns the existing message. */
  const discord = ({ method, url, body }: OutboundRequest): OutboundAnswer => {
    const reported = JSON.parse(body) as Stands["body"];
    const edited = stand.find(({ id }) => url.endsWith(`/messages/${id}`));
    if (method === "PATCH") Object.assign(edited!.body, reported);
    const same = stand.find((one) => reported["enforce_nonce"] === true && one.body["nonce"] === reported["nonce"]);
    const message = edited ?? same ?? { id: String(100 + stand.length), body: reported };
    if (takes && !stand.includes(message)) stand.push(message);
    return answered(200, JSON.stringify({ id: message.id }));
  };

  /** Like Slack: the latest messages with their metadata, for a bot that may read them. */
  const slack =
    (mayRead: boolean) =>
    ({ url, body }: OutboundRequest): OutboundAnswer => {
      if (url.endsWith("conversations.history")) {
        expect(new URLSearchParams(body).get("channel")).toBe("C1");
        const messages = stand.map(({ id, body: { text, metadata } }) => ({ ts: id, text, metadata }));
        return answered(200, JSON.stringify(mayRead ? { ok: true, messages } : { ok: false, error: "missing_scope" }));
      }
      const reported = JSON.parse(body) as Stands["body"];
      if (url.endsWith("chat.update")) {
        Object.assign(stand.find(({ id }) => id === reported["ts"])!.body, reported);
        return answered(200, JSON.stringify({ ok: true, channel: "C1", ts: reported["ts"] }));
      }
      const id = `17000000${stand.length}.000100`;
      if (takes) stand.push({ id, body: reported });
      return answered(200, JSON.stringify({ ok: true, channel: "C1", ts: id }));
    };

  const bots = [
    ["discord-bot", { token: "a.b.c", channelId: "55" }, discord],
    ["slack-bot", { token: "xoxb-1", channel: "C1" }, slack(true)],
  ] as const;

  /** The first attempt arrives, but its answer does not. */
  async function lose(kind: string, settings: Json, receiver: typeof discord): Promise<void> {
    await telling.channel("ch_1", { kind }, settings);
    await telling.tell(T, start("start", "ch_1"));
    answer = (request) => {
      receiver(request);
      return answered(null);
    };
    await run();
    answer = receiver;
  }

  test.each(bots)("%s: found by a lookup, it is not sent twice", async (kind, settings, receiver) => {
    await lose(kind, settings, receiver);
    await run(T + 5 * SECOND);
    expect(stand).toHaveLength(1);
    expect(await telling.row("start")).toMatchObject({ status: "sent" });
    await end("end", "start", "ch_1", T + 60 * SECOND);
    await run(T + 60 * SECOND);
    expect(stand).toHaveLength(1);
    expect(JSON.stringify(stand)).toContain("was live");
  });

  test.each(bots)("%s: later changes are edited in, and nothing outdated remains", async (kind, settings, receiver) => {
    await lose(kind, settings, receiver);
    await end("end", "start", "ch_1", T + SECOND);
    const delivered = await run(T + 5 * SECOND);
    expect(retriesOf(delivered)).toEqual([T + 5 * SECOND]);
    await run(T + 5 * SECOND);
    expect(await statuses()).toEqual({ start: "sent", end: "sent" });
    expect(stand).toHaveLength(1);
    expect(JSON.stringify(stand)).not.toContain("is live");
    expect(JSON.parse(String((await telling.row("start"))["items"]))).toMatchObject([{ updatedAt: T + 5 * SECOND }]);
    expect(JSON.stringify(stand)).toContain("was live");
  });

  test.each(bots)("%s: if it never arrived it is sent, once", async (kind, settings, receiver) => {
    takes = false;
    await lose(kind, settings, receiver);
    takes = true;
    await run(T + 5 * SECOND);
    await run(T + 400 * SECOND);
    expect(stand).toHaveLength(1);
    expect(await telling.row("start")).toMatchObject({ status: "sent" });
  });

  test.each(bots)(
    "%s: the same after a run that died before it stored the answer",
    async (kind, settings, receiver) => {
      await telling.channel("ch_1", { kind }, settings);
      await telling.tell(T, start("start", "ch_1"));
      answer = receiver;
      await run(T, {
        settle: () => new Promise(() => undefined),
        send: async (request) => {
          receiver(request);
          throw new Error("the process is no more");
        },
      });
      telling.clock.wall += LEASE_MS;
      await run(T + LEASE_MS);
      expect(stand).toHaveLength(1);
      expect(await telling.row("start")).toMatchObject({ status: "sent" });
      const attempts = JSON.parse(String((await telling.row("start"))["attempts"])) as { status: number | null }[];
      expect(attempts.map(({ status }) => status)).toEqual([null, 200]);
    },
  );

  test("slack-bot: without permission to look, it is repeated", async () => {
    await lose("slack-bot", { token: "xoxb-1", channel: "C1" }, slack(false));
    await run(T + 5 * SECOND);
    expect(stand).toHaveLength(2);
  });

  test("slack-bot: while Slack does not answer the lookup, nothing is sent again", async () => {
    await lose("slack-bot", { token: "xoxb-1", channel: "C1" }, slack(true));
    answer = ({ url }) => answered(url.endsWith("conversations.history") ? 503 : 200, "{}");
    await run(T + 5 * SECOND);
    expect(sent.slice(1).map(({ url }) => url.split("/").at(-1))).toEqual(["conversations.history"]);
    expect(await telling.row("start")).toMatchObject({ status: "pending", next_attempt_at: T + 20 * SECOND });
  });

  test("a server that failed may have accepted it, so it is looked up", async () => {
    await telling.channel("ch_1", { kind: "slack-bot" }, { token: "xoxb-1", channel: "C1" });
    await telling.tell(T, start("start", "ch_1"));
    answer = (request) => {
      slack(true)(request);
      return answered(502);
    };
    await run();
    answer = slack(true);
    await run(T + 400 * SECOND);
    expect(stand).toHaveLength(1);
    expect(await telling.row("start")).toMatchObject({ status: "sent" });
  });

  test("an edit whose answer was lost is repeated without a lookup", async () => {
    await telling.channel("ch_1", { kind: "slack-bot" }, { token: "xoxb-1", channel: "C1" });
    await telling.tell(T, start("start", "ch_1"));
    answer = slack(true);
    await run();
    await end("end", "start", "ch_1", T + 60 * SECOND);
    answer = () => answered(null);
    await run(T + 60 * SECOND);
    answer = slack(true);
    await run(T + 65 * SECOND);
    expect(sent.map(({ url }) => url.split("/").at(-1))).toEqual(["chat.postMessage", "chat.update", "chat.update"]);
  });

  test("a definite rejection is no lost answer, so nothing is looked up", async () => {
    await telling.channel("ch_1", { kind: "slack-bot" }, { token: "xoxb-1", channel: "C1" });
    await telling.tell(T, start("start", "ch_1"));
    answer = () => answered(200, '{"ok":false,"error":"not_in_channel"}');
    await run();
    await run(T + 5 * SECOND);
    expect(sent.map(({ url }) => url.split("/").at(-1))).toEqual(["chat.postMessage", "chat.postMessage"]);
  });
});
