import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import worker from "../../src/worker.ts";
import { addCreators, userIds } from "../support/creators.ts";
import { engineOnD1, notifyDiscord, userIdOf, watchMany, type Spent } from "../support/engine-on-d1.ts";
import type { Received } from "../support/fake-upstream.ts";
import { dice } from "../support/mutations.ts";
import { allPages, startSystem, subscribeAll, type System } from "../support/system.ts";

describe("live", () => {
  describe("live", () => {
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
          system.upstream.interfere = () => ({
            status,
            body: '{"code":0,"data":{"data":[{"alive":false,"room_id":0}]}}',
          });
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
        expect(
          [...system.receiver.messages.values()].filter((one) => JSON.stringify(one).includes("Maria")),
        ).toHaveLength(1);
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
          for (const userId of userIds(28))
            expect(JSON.stringify(received(kind)[0]!.body)).toContain(`Creator ${userId}`);
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
        system.receiver.interfere = ({ kind }) =>
          kind === "webhook" && refused++ < 1 ? { status: 500, body: "" } : null;
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
  });

  describe("flips", () => {
    const MINUTE = 60_000;
    const STORED = 3000;
    const START = Date.UTC(2026, 0, 5, 12);

    type Rows = Pick<Spent, "read" | "written">;

    /** Rows that each of so many flips in one tick takes, beyond what the tick takes by itself: starts, then ends; and a tick with one. */
    async function perFlip(flips: number, LIMITS: string): Promise<Record<"starts" | "ends" | "one", Rows>> {
      const engine = await engineOnD1(worker, { LIMITS });
      try {
        // Where half of those that are polled together flip, that is suspect and waits.
        await watchMany(engine, 4 * flips);
        await notifyDiscord(engine);
        const tick = async (minute: number) => {
          engine.spent();
          await engine.tick(START + minute * MINUTE);
          return engine.spent();
        };
        // What was told before is nothing that telling has to read.
        await engine.db
          .prepare(
            `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until)
         WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${STORED})
         SELECT 'dlv_' || i, (SELECT id FROM channels), 'sent', '[]', ?1, 0 FROM n`,
          )
          .bind(START - MINUTE)
          .run();
        await tick(0);
        // The next one looks for what is old.
        await tick(1);
        const quiet = await tick(2);
        const each = (spent: Spent) => ({
          read: (spent.read - quiet.read) / flips,
          written: (spent.written - quiet.written) / flips,
        });
        for (let n = 0; n < flips; n++) engine.live.set(userIdOf(n), "72");
        const starts = each(await tick(3));
        engine.live.clear();
        await tick(4);
        await tick(5);
        const ends = each(await tick(8));
        const { results } = await engine.db.prepare("SELECT type, count(*) AS n FROM events GROUP BY type").all();
        expect(results).toEqual(["live.ended", "live.started"].map((type) => ({ type, n: flips })));
        // Two, because one in the tick's own batch reads other rows than one in a queued batch. A later tick cleans up.
        const single: Spent[] = [];
        for (const minute of [9, 10]) {
          engine.live.set(userIdOf(minute), "72");
          single.push(await tick(minute));
        }
        const most = (what: keyof Rows) => Math.max(...single.map((spent) => spent[what]));
        return { starts, ends, one: { read: most("read"), written: most("written") } };
      } finally {
        await engine.stop();
      }
    }

    test("a flip takes at most thirty rows read and six written, however many there are in one tick", async () => {
      const few = await perFlip(25, "tight");
      const many = await perFlip(100, "paid");
      console.table({ few, many });
      // A hundred polls in batches of forty: two rows each, and five for what a tick looks up beside: whether a burst waits to be sent, and to whom.
      // And one where a channel is claimed: the language of the team.
      expect(few.one.read).toBeLessThanOrEqual(206);
      for (const what of ["starts", "ends"] as const) {
        expect(many[what].read).toBeLessThan(30);
        expect(many[what].written).toBeLessThan(6);
        expect(many[what].read).toBeLessThan(1.25 * few[what].read);
      }
    });
  });
});

describe("flat", () => {
  const DAY = 86_400_000;
  const DAYS = 30;
  const TICKS_A_DAY = process.env["LONG"] ? 4 : 1;
  const START = Date.UTC(2026, 0, 5);
  /** A million polls at the full count; they take minutes. */
  const TARGETS = process.env["LONG"] ? Math.ceil(1_000_000 / (DAYS * TICKS_A_DAY)) : 60;

  let system: System;
  afterAll(() => system.stop());

  test("thirty days of polls leave the database as large as the first few did", { timeout: 2_400_000 }, async () => {
    system = await startSystem({ RETENTION_DAYS: "2" });
    const ids = userIds(TARGETS);
    const settings = { confirmOff: 1, graceSeconds: 0 };
    // As often as ticks come, so that nothing is unknown in between.
    const intervalSeconds = DAY / TICKS_A_DAY / 1000;
    const targets = ids.map((userId) => ({
      kind: "live",
      name: `Creator ${userId}`,
      params: { userId },
      settings,
      intervalSeconds,
    }));
    await system.api("POST", "/v1/targets/import", targets);
    await subscribeAll(system, ["webhook", "discord"]);
    const { body } = await system.api("GET", "/v1/channels");
    for (const { id } of body.items)
      await system.api("POST", "/v1/digests", { name: "Daily", channelId: id, schedule: "0 12 * * *", period: "P1D" });
    const roll = dice(7);
    const sizes: number[] = [];
    const rows: number[] = [];
    for (let tick = 0; tick < DAYS * TICKS_A_DAY; tick++) {
      // One in fifty goes on or off the air.
      for (let flips = Math.ceil(TARGETS / 50); flips > 0; flips--) {
        const id = ids[Math.floor(roll() * ids.length)]!;
        if (!system.upstream.live.delete(id)) system.upstream.live.set(id, "7457312345678901234");
      }
      system.upstream.calls.length = 0;
      system.receiver.received.length = 0;
      await system.tick(START + (tick * DAY) / TICKS_A_DAY);
      if (tick % TICKS_A_DAY !== 0) continue;
      const counted = await system.db
        .prepare(
          `SELECT (SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()) AS bytes,
           (SELECT count(*) FROM events) + (SELECT count(*) FROM deliveries) + (SELECT count(*) FROM series)
           + (SELECT count(*) FROM editions) + (SELECT count(*) FROM tally) AS n`,
        )
        .all<{ n: number; bytes: number }>();
      rows.push(counted.results[0]!.n);
      sizes.push(counted.results[0]!.bytes);
    }
    const { body: status } = await system.api("GET", "/v1/status");
    expect(status.counts.events).toBeGreaterThan(DAYS * TICKS_A_DAY);
    const early = (all: number[]): number => Math.max(...all.slice(4, 10));
    const late = (all: number[]): number => Math.max(...all.slice(-5));
    console.log(
      `${TARGETS * DAYS * TICKS_A_DAY} polls: ${early(rows)} rows and ${early(sizes)} bytes by day 10, ` +
        `${late(rows)} rows and ${late(sizes)} bytes by day ${DAYS}`,
    );
    expect(late(rows)).toBeLessThanOrEqual(early(rows) * 1.15);
    expect(late(sizes)).toBeLessThanOrEqual(early(sizes) * 1.1);
  });
});
