import { describe, expect, test, vi } from "vitest";
import { exampleOf } from "../support/channel-kinds.ts";
import { channelWorld as world, START, type Answer, channelWorld } from "../support/channel-world.ts";
import { fakeTime } from "../support/platform.ts";

describe("channel outages", () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  fakeTime(START);

  const json = (value: object) => JSON.stringify(value);
  const down = (): Answer => ({ status: 503, body: "no healthy upstream" });
  const unreachable = (): Answer => {
    throw new Error("connection refused");
  };

  /** Failures that a message outlasts, by kind: what the destination answers, and what the report says. */
  const WAITED: [kind: string, name: string, how: () => Answer, reason: RegExp, fix: RegExp][] = [
    ["webhook", "503", down, /no healthy upstream/, /Sending is retried/],
    ["webhook", "no answer", unreachable, /connection failed/, /Sending is retried/],
    ["webhook", "404", () => ({ status: 404, body: "<html>" }), /answered 404/, /address/],
    ["slack", "403", () => ({ status: 403, body: "action_prohibited" }), /action_prohibited/, /Allow/],
    [
      "discord",
      "forum",
      () => ({
        status: 400,
        body: json({ code: 220001, message: "Webhooks posted to forum channels must have a thread_name" }),
      }),
      /220001.*must have a thread_name/,
      /thread/,
    ],
    [
      "discord",
      "429",
      () => ({ status: 429, body: json({ retry_after: 70 }), headers: { "retry-after": "70" } }),
      /slow down/,
      /resumes/,
    ],
    [
      "slack-bot",
      "not_in_channel",
      () => ({ status: 200, body: json({ ok: false, error: "not_in_channel" }) }),
      /not_in_channel/,
      /member/,
    ],
    [
      "discord-bot",
      "401",
      () => ({ status: 401, body: json({ code: 0, message: "401: Unauthorized" }) }),
      /Unauthorized/,
      /token/,
    ],
  ];

  /** Failures whose ten minutes the short run takes too: one that is tried again, and one that says when. */
  const BRIEF = ["503", "429"];

  /** One failure of each kind of channel. */
  const SHORT = [...BRIEF, "not_in_channel", "forum"];

  /**
   * The short run takes ten minutes or half an hour of some failures; `channel failing` below takes days of one kind, the
   * long run of all.
   */
  const lengthsOf = (name: string): [string, number][] =>
    process.env["LONG"]
      ? [
          ["10 min", 10 * MINUTE],
          ["2 h", 2 * HOUR],
          ["2 days", 2 * DAY],
          ["6 days", 6 * DAY],
        ]
      : BRIEF.includes(name)
        ? [["10 min", 10 * MINUTE]]
        : [["30 min", 30 * MINUTE]];

  describe.each(WAITED.filter(([, name]) => process.env["LONG"] || SHORT.includes(name)))(
    "%s, %s",
    (kind, name, how, reason, fix) => {
      test.each(lengthsOf(name))(
        "for %s: reported on other channels, and all waiting messages arrive once, soon after",
        async (_, length) => {
          const one = await world(kind);
          one.fail(how);
          const from = START + 3 * MINUTE;
          const end = from + length;
          // Every minute for two hours, every ten for a day, then every half hour: six days are long.
          let at = from;
          let notified: number | null = null;
          for (let n = 0; at < end; n++) {
            await one.tick(at, n < 12 || n % 47 === 0);
            if (notified === null && one.news.length > 0) notified = at;
            at += at - from < 2 * HOUR ? MINUTE : at - from < DAY ? 10 * MINUTE : 30 * MINUTE;
          }
          expect(one.arrived).toEqual([]);
          const isShort = length < 15 * MINUTE;
          if (!isShort || notified !== null) {
            expect(one.news[0]).toMatchObject({ type: "channel.failing", data: { channelId: one.id } });
            expect(one.news[0]!.data["reason"]).toMatch(reason);
            expect(notified! - from).toBeLessThanOrEqual(16 * MINUTE);
            expect((await one.cloud.health(at - MINUTE)).reasons).toContain("channel_failing");
            const { failing } = await one.channel();
            const { pending } = await one.statuses();
            expect(failing).toMatchObject({ since: expect.any(String), waiting: pending });
            expect(failing.reason).toMatch(reason);
            expect(failing.mend).toMatch(fix);
          }
          const { pending, dead = 0 } = await one.statuses();
          expect(pending).toBeGreaterThan(0);
          expect(dead).toBe(0);
          one.fail(null);
          for (let n = 0; n < 11; n++) await one.tick((at += MINUTE));
          expect(await one.statuses()).toEqual({ sent: pending });
          expect(one.arrived).toHaveLength(pending!);
          expect(new Set(one.arrived.map(({ body }) => body)).size).toBe(pending!);
          expect(await one.channel()).toMatchObject({ enabled: true, disabledReason: null, failing: null });
          const types = one.news.map(({ type }) => type).filter((type) => type !== "channel.disabled");
          expect(types).toEqual(notified === null ? [] : ["channel.failing", "channel.recovered"]);
          expect((await one.cloud.health(at)).reasons).not.toContain("channel_failing");
        },
      );
    },
  );
});

describe("channel failing", () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  fakeTime(START);

  const down = (): Answer => ({ status: 503, body: "" });
  const refused = (): Answer => ({ status: 400, body: "invalid_blocks" });
  const minute = (n: number) => START + n * MINUTE;

  test("rejected messages are dead, and the second in a row is reported on other channels", async () => {
    const one = await channelWorld("slack");
    one.fail(refused);
    await one.tick(minute(3), true);
    expect(await one.channel()).toMatchObject({ failing: null });
    expect(one.news).toEqual([]);
    await one.tick(minute(4), true);
    const failing = { reason: "Slack rejected the message format (invalid_blocks)", waiting: 0 };
    expect(await one.channel()).toMatchObject({
      failing: { ...failing, since: new Date(minute(3)).toISOString(), mend: expect.stringContaining("test message") },
    });
    const since = new Date(minute(3)).toISOString();
    expect(one.news).toEqual([
      {
        at: minute(4),
        type: "channel.failing",
        data: { ...failing, channelId: one.id, name: "subject", since, fix: "message" },
      },
    ]);
    expect(await one.statuses()).toEqual({ dead: 2 });
    for (let n = 5; n < 30; n++) await one.tick(minute(n));
    expect(one.news).toHaveLength(1);
    const { reasons } = (await one.cloud.api("GET", "/v1/status")).body;
    expect(reasons).toMatchObject([
      { reason: "channel_failing", since, detail: expect.stringContaining("invalid_blocks") },
    ]);
    one.fail(null);
    for (let n = 30; n < 33; n++) await one.tick(minute(n), n === 32);
    expect(one.news.slice(1)).toMatchObject([{ type: "channel.recovered", data: { channelId: one.id, since } }]);
    expect(await one.channel()).toMatchObject({ failing: null });
    expect((await one.cloud.health(minute(32))).status).toBe("ok");
  });

  test("one rejection between arrivals is no failure of the channel", async () => {
    const one = await channelWorld("slack");
    for (let n = 3; n < 9; n++) {
      one.fail(n % 2 === 0 ? refused : null);
      await one.tick(minute(n), true);
      expect(await one.channel()).toMatchObject({ failing: null });
    }
    for (let n = 9; n < 40; n++) await one.tick(minute(n));
    expect(one.news).toEqual([]);
  });

  test("the destination's answer is shown in one line, without secrets and without pinging anyone", async () => {
    const one = await channelWorld("webhook");
    const reported = "<b>no\u202e</b>";
    const hostile = {
      message: `  @everyone\n\u202esee ${exampleOf("webhook").settings["url"]}?key=1 ` + "x".repeat(500),
    };
    one.fail(() => ({ status: 403, body: JSON.stringify(hostile) }));
    await one.tick(minute(3), true);
    await one.tick(minute(4), true);
    const { reason } = (await one.channel()).failing;
    expect(reason).toMatch(/^answered 403: @everyone see …/);
    expect(reason).not.toMatch(/hooks\.example|\n|\u202e/);
    expect(reason.length).toBeLessThanOrEqual(200);
    one.fail(() => ({ status: 403, body: reported }));
    for (let n = 5; n < 20; n++) await one.tick(minute(n));
    expect((await one.channel()).failing.reason).toBe("answered 403");
  });

  test("after hours one message is tried every ten minutes, and all arrive once it is back", async () => {
    const one = await channelWorld("webhook");
    one.fail(down);
    for (let n = 3; n < 10; n++) await one.tick(minute(n), true);
    const { pending } = await one.statuses();
    // Minute by minute only while calls are counted.
    for (let n = 10; n < 200; n += 5) await one.tick(minute(n));
    const from = one.calls.length;
    for (let n = 200; n < 260; n++) await one.tick(minute(n));
    const calls = one.calls.slice(from);
    const gaps = calls.slice(1).map((at, n) => at - calls[n]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10 * MINUTE);
    // By the schedule each message has its own time, some hours apart.
    expect(calls.length).toBeLessThanOrEqual(6 + 3 * pending!);
    expect(calls.length).toBeGreaterThan(4);
    one.fail(null);
    for (let n = 260; n <= 270; n++) await one.tick(minute(n));
    expect(await one.statuses()).toEqual({ sent: pending });
  });

  test.each<[string, (one: Awaited<ReturnType<typeof channelWorld>>) => Promise<{ status: number }>]>([
    ["enabled", (one) => one.cloud.api("PATCH", `/v1/channels/${one.id}`, { enabled: true })],
    [
      "given other settings",
      (one) =>
        one.cloud.api("PATCH", `/v1/channels/${one.id}`, { settings: { url: "https://subject.example.com/other" } }),
    ],
    ["told to replay", (one) => one.cloud.api("POST", `/v1/channels/${one.id}/replay-dead`)],
  ])("waiting deliveries are due at once when a channel is %s", async (_, repair) => {
    const one = await channelWorld("webhook");
    one.fail(down);
    for (let n = 3; n < 40; n++) await one.tick(minute(n), n < 8);
    const { pending } = await one.statuses();
    one.fail(null);
    expect((await repair(one)).status).toBe(200);
    const { results } = await one.cloud.db
      .prepare("SELECT 1 FROM deliveries WHERE channel_id = ?1 AND status = 'pending' AND next_attempt_at > made_at")
      .bind(one.id)
      .all();
    expect(results).toEqual([]);
    await one.tick(minute(40));
    expect(await one.statuses()).toEqual({ sent: pending });
    expect(one.news.map(({ type }) => type).filter((type) => type !== "channel.changed")).toEqual([
      "channel.failing",
      "channel.recovered",
    ]);
  });

  test("deliveries that wait for a disabled channel are sent when it is enabled, and later ones are suppressed", async () => {
    const one = await channelWorld("webhook");
    one.fail(down);
    await one.tick(minute(3), true);
    const off = await one.cloud.api("PATCH", `/v1/channels/${one.id}`, { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, disabledReason: null, failing: null });
    one.fail(null);
    for (let n = 4; n < 400; n += 18) await one.tick(minute(n), n === 22);
    expect(one.arrived).toEqual([]);
    expect(await one.statuses()).toEqual({ pending: 1, suppressed: 1 });
    expect((await one.cloud.api("PATCH", `/v1/channels/${one.id}`, { enabled: true })).status).toBe(200);
    await one.tick(minute(400));
    expect(await one.statuses()).toEqual({ sent: 1, suppressed: 1 });
    expect(JSON.parse(one.arrived[0]!.body).data.detectedAt).toBe(new Date(minute(3)).toISOString());
  });

  test("after 120 hours it is disabled and reported, its deliveries keep waiting, and an arrival enables it again", async () => {
    const one = await channelWorld("webhook");
    one.fail(down);
    let at = minute(3);
    // What waits is more than one run sends.
    for (let n = 0; at < START + 121 * HOUR; n++, at += (n < 144 ? 10 : 60) * MINUTE) await one.tick(at, n % 2 === 0);
    const channel = { enabled: false, disabledReason: expect.stringContaining("nothing arrived for 120 hours") };
    expect(await one.channel()).toMatchObject({ ...channel, failing: { waiting: expect.any(Number) } });
    expect(one.news.map(({ type }) => type)).toEqual(["channel.failing", "channel.disabled"]);
    const { pending, suppressed } = await one.statuses();
    expect(suppressed).toBeUndefined();
    expect(pending).toBeGreaterThan(60);
    one.fail(null);
    for (let n = 0; n < 11; n++) await one.tick((at += MINUTE));
    expect(await one.statuses()).toEqual({ sent: pending });
    expect(await one.channel()).toMatchObject({ enabled: true, disabledReason: null, failing: null });
    expect(one.news.at(-1)).toMatchObject({ type: "channel.recovered" });
  });

  test("a message that is itself at fault is dead after 120 hours if others arrive, and blocks nothing", async () => {
    const one = await channelWorld("webhook");
    let bad: string | null = null;
    one.fail((body) => {
      bad ??= body;
      return body === bad ? down() : null;
    });
    let at = minute(3);
    for (let n = 0; at < START + 125 * HOUR; n++, at += HOUR) await one.tick(at, n < 2 || n % 7 === 0);
    expect(await one.statuses()).toMatchObject({ dead: 1, sent: one.arrived.length });
    expect(one.calls.length - one.arrived.length).toBeLessThan(3 * 121 + 30);
    expect((await one.channel()).enabled).toBe(true);
  });

  test("a report that could not be stored is still made only once", async () => {
    const one = await channelWorld("slack");
    one.fail(refused);
    await one.tick(minute(3), true);
    let losses = 0;
    one.cloud.database = (statements) => {
      if (statements.some(({ text }) => text.includes("UPDATE channels SET failure")) && losses++ < 2)
        throw new Error("lost");
    };
    const ticked: boolean[] = [];
    for (let n = 4; n < 8; n++) {
      const live = n === 4;
      await one.tick(minute(n), live).then(
        () => ticked.push(true),
        () => ticked.push(false),
      );
    }
    expect(ticked).toEqual([false, false, true, true]);
    expect(one.news.map(({ type }) => type)).toEqual(["channel.failing"]);
  });

  test("without a key waiting deliveries are reported, and sent when the key is back", async () => {
    const one = await channelWorld("slack");
    const stored = await one.cloud.db
      .prepare("SELECT sealed FROM channels WHERE id = ?1")
      .bind(one.id)
      .first<{ sealed: string }>();
    await one.cloud.db.prepare("UPDATE channels SET sealed = 'k9.AAAA.AAAA' WHERE id = ?1").bind(one.id).run();
    for (let n = 3; n < 9; n++) await one.tick(minute(n), n < 6);
    expect(await one.statuses()).toEqual({ pending: 3 });
    expect((await one.channel()).failing).toMatchObject({
      mend: expect.stringContaining("Restore the key"),
      waiting: 3,
    });
    expect(one.news).toMatchObject([{ type: "channel.failing" }]);
    await one.cloud.db.prepare("UPDATE channels SET sealed = ?2 WHERE id = ?1").bind(one.id, stored!.sealed).run();
    for (let n = 9; n < 12; n++) await one.tick(minute(n));
    expect(await one.statuses()).toEqual({ sent: 3 });
    expect(one.news.at(-1)).toMatchObject({ type: "channel.recovered" });
  });

  test("an attempt with a clock ahead of the ticks neither hides the failure nor ends the probes", async () => {
    const one = await channelWorld("webhook");
    one.fail(down);
    await one.tick(minute(3), true);
    vi.setSystemTime(START + 48 * HOUR);
    const [delivery] = (await one.cloud.api("GET", `/v1/deliveries?channelId=${one.id}`)).body.items;
    expect((await one.cloud.api("POST", `/v1/deliveries/${delivery.id}/replay`)).status).toBe(201);
    for (let n = 4; n < 30; n++) await one.tick(minute(n));
    expect(one.news).toMatchObject([{ type: "channel.failing" }]);
    one.fail(null);
    for (let n = 30; n < 41; n++) await one.tick(minute(n));
    expect(await one.statuses()).toEqual({ sent: 2 });
  });
});
