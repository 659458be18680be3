import fc from "fast-check";
import { IncomingWebhook } from "@slack/webhook";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drive } from "../../sim/testing/driver.ts";
import type { OutboundAnswer, OutboundRequest, Reporting, Sending } from "../../src/channels/kind.ts";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import { slack } from "../../src/channels/slack/kind.ts";
import { SEQ_PER_MS } from "../../src/core/event.ts";
import type { Message } from "../../src/core/notice.ts";
import { outboundSender } from "../../src/engine/outbound/sender.ts";
import { readCooling } from "../../src/engine/route/route-store.ts";
import { fakeReceiver, type FakeReceiver } from "../support/fake-upstream.ts";
import { junk, sending } from "../support/generated-messages.ts";
import { reporting } from "../support/generated-reports.ts";
import { bodyOf, stringsIn } from "../../src/channels/limits.ts";
import { basesAt, everyKind, exampleOf, isChat, limitsOf, receiverOf, uninvited } from "../support/channel-kinds.ts";
import { bareNotice, fullNotice, messageOf } from "../support/messages.ts";
import { runs } from "../support/runs.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { migratedSqlite } from "../support/sqlite-d1.ts";

describe("channels", () => {
  const numRuns = runs(40_000, 80);
  const timeout = process.env["LONG"] ? 3_600_000 : 60_000;
  const reportRuns = runs(5_000, 40);
  const without = (settings: object, name: string) =>
    Object.fromEntries(Object.entries(settings).filter(([one]) => one !== name));

  describe.each(everyKind)("the channel kind %s", (name, kind) => {
    const { settings, secrets, ref = null } = exampleOf(name);

    test("has its name, accepts its example and rejects unknown settings", () => {
      expect(kind.kind).toBe(name);
      expect(kind.settings(PUBLIC_ONLY).parse(settings)).toEqual(settings);
      expect(kind.settings(PUBLIC_ONLY).safeParse({ ...settings, more: 1 }).success).toBe(false);
    });

    test("is declared completely in its own folder", () => {
      expect(limitsOf(name).problems).toBeTypeOf("function");
      expect(receiverOf(name).path).toMatch(/^[a-z-]+$/);
      expect(kind.page.where).toMatch(/\S/);
      for (const setting of Object.keys(settings))
        if (kind.page.labels[setting] === undefined)
          expect(kind.settings(PUBLIC_ONLY).safeParse(without(settings, setting)).success).toBe(true);
      expect(kind.judge({ ...kind.example.took, headers: {}, error: null }, { edit: null, plain: false }).kind).toBe(
        "sent",
      );
    });

    test("names the messages that it can edit", () => expect(ref !== null).toBe(kind.editing !== undefined));

    test("shows no secret in its mask", () => {
      const displayed = JSON.stringify(kind.mask(settings));
      for (const secret of secrets) expect(displayed).not.toContain(secret);
      for (const secret of secrets) expect(displayed).not.toContain(secret.slice(-6));
    });

    test("stays within every limit, pings nobody unasked and stays readable, whatever the message", { timeout }, () => {
      fc.assert(
        fc.property(sending(kind.groups), ({ editing, ...given }) => {
          const edit = editing ? ref : null;
          const whole: Sending<unknown> = { ...given, settings, edit, bases: API_BASES };
          const request = kind.render(whole);
          const body = bodyOf(request);
          expect(limitsOf(name).problems(request)).toEqual([]);
          for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
          if (!isChat(name)) return;
          for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
          expect(uninvited(name)(body, edit === null ? given.message.mentions : [])).toEqual([]);
        }),
        { numRuns },
      );
    });

    test("renders the same message equally, apart from the wall clock", { timeout }, () => {
      fc.assert(
        fc.property(sending(kind.groups), ({ editing, ...given }) => {
          const whole: Sending<unknown> = { ...given, settings, edit: editing ? ref : null, bases: API_BASES };
          expect(kind.render(whole)).toEqual(kind.render(structuredClone(whole)));
        }),
        { numRuns: Math.ceil(numRuns / 10) },
      );
    });

    test("renders any digest within every limit, pinging nobody and leaking nothing", { timeout }, () => {
      const hidden = secrets.filter((secret) => secret.length > 8);
      fc.assert(
        fc.property(reporting, (provided) => {
          const whole: Reporting<unknown> = { ...provided, settings, bases: API_BASES };
          const request = kind.report(whole);
          const body = bodyOf(request);
          expect(request.method).toBe("POST");
          expect(limitsOf(name).problems(request)).toEqual([]);
          expect(request.files === undefined || (kind.pictures === "file" && !provided.plain)).toBe(true);
          for (const secret of hidden) expect(request.body).not.toContain(secret);
          for (const part of stringsIn(body)) expect(part.isWellFormed()).toBe(true);
          if (!isChat(name)) return;
          for (const part of stringsIn(body)) expect(part).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
          expect(uninvited(name)(body, [])).toEqual([]);
          expect(kind.report(whole).body).toBe(request.body);
        }),
        { numRuns: reportRuns },
      );
    });

    test("evaluates any answer", { timeout }, () => {
      fc.assert(
        fc.property(junk, fc.constantFrom(null, ref), fc.boolean(), (answer: OutboundAnswer, edit, plain) => {
          const outcome = kind.judge(answer, { edit, plain });
          if (outcome.kind === "sent") expect(outcome.pauseSeconds).toBeGreaterThanOrEqual(0);
          if (outcome.kind === "sent") expect(answer.status).toBeGreaterThanOrEqual(200);
          else expect(outcome.reason).toMatch(/^[\w ():',.-]{1,120}$/);
          if (outcome.kind === "later" && outcome.afterSeconds !== null) {
            expect(outcome.afterSeconds).toBeGreaterThanOrEqual(0);
            expect(outcome.afterSeconds).toBeLessThanOrEqual(86_400);
          }
          if (outcome.kind === "sent" && outcome.ref !== null) expect(outcome.ref).toMatch(/^[\w:.]{1,60}$/);
          if (outcome.kind === "vanished") expect(edit).not.toBe(null);
          if (plain) expect(outcome.kind).not.toBe("reformat");
        }),
        { numRuns },
      );
    });
  });

  const withUrl = Object.keys(channelKinds).filter((name) => "url" in exampleOf(name).settings);

  test.each(withUrl)("%s accepts a URL of this machine where that is allowed, and no other private one", (name) => {
    const taken = (local: boolean, url: string) =>
      channelKinds[name]!.settings({ local, own: null }).safeParse({ ...exampleOf(name).settings, url }).success;
    expect(taken(false, "http://127.0.0.1:9/x")).toBe(false);
    expect(taken(true, "http://127.0.0.1:9/x")).toBe(true);
    expect(taken(true, "http://192.168.0.1:9/x")).toBe(false);
  });

  test.each(withUrl)("%s: a pasted address is recognized as this kind, also on this machine", (name) => {
    const { pasted } = channelKinds[name]!;
    const known = (address: string, local: boolean) =>
      everyKind.find(([, kind]) => kind.pasted?.recognizes(new URL(address), local) === true)?.[0];
    const { url } = exampleOf(name).settings;
    if (isChat(name)) expect(known(url!, false)).toBe(name);
    expect(known(receiverOf(name).settings("http://127.0.0.1:8788")["url"]!, true)).toBe(name);
    expect(pasted).toBeDefined();
  });

  const home = "http://sim.test";
  const bases = basesAt(home);
  const kinds = everyKind.filter(([, { editing, base }]) => editing !== undefined && base !== undefined);

  test.each(kinds)(
    "%s: the receiver accepts a message, and an edit of the message that its answer named",
    async (name, kind) => {
      const { settings } = exampleOf(name);
      const simulator = drive();
      const send = async ({ url, method, headers, body }: OutboundRequest) => {
        const {
          status,
          text,
          headers: notified,
        } = await simulator.send(url.slice(home.length), { method, headers, body });
        return { status, body: text, headers: Object.fromEntries(notified), error: null };
      };
      const notify = async (message: Message, edit: string | null) => {
        const sending = { settings: settings as never, deliveryId: "dlv_1", message, at: 0, edit, plain: false, bases };
        return kind.judge(await send(kind.render(sending)), sending);
      };
      const first = await notify(messageOf(fullNotice), null);
      const ref = first.kind === "sent" ? first.ref : null;
      expect(ref).toEqual(expect.any(String));
      expect(await notify(messageOf(bareNotice("Maria was live")), ref)).toMatchObject({ kind: "sent" });
      const [posted, edited] = (await simulator.send("/inbox.json")).json();
      expect(posted).toMatchObject({ channelKind: kind.kind, text: expect.stringContaining("Maria is live") });
      expect(edited).toMatchObject({ channelKind: kind.kind, editOf: posted.id });
      expect(edited.text).toContain("Maria was live");
      expect(edited.text).not.toContain("Watch");
      expect(await notify(messageOf(fullNotice), "1:1.1")).toMatchObject({ kind: "vanished" });
    },
  );

  describe("cooling", () => {
    const HOUR = 3_600_000;
    const NOW = Date.UTC(2026, 0, 5, 12);

    let db: D1Database;
    let created = 0;
    beforeEach(async () => {
      db = await migratedSqlite();
    });

    /** An event, and the message about it at the same instant. */
    async function notified(
      id: string,
      at: number,
      over: { target?: string | null; type?: string; channel?: string; status?: string; summary?: string } = {},
    ): Promise<void> {
      const { target = "tgt_1", type = "live.started", channel = "ch_1", status = "sent", summary = null } = over;
      await db.batch([
        db
          .prepare(
            `INSERT INTO events (seq, id, type, target_id, occurred_at, detected_at, window_to, data, commit_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?5, '{}', 'c')`,
          )
          .bind(at * SEQ_PER_MS + created++, id, type, target, at),
        message(`dlv_${id}`, at, channel, status, [id], summary),
      ]);
    }

    const message = (id: string, at: number, channel: string, status: string, of: string[], summary: string | null) =>
      db
        .prepare(
          `INSERT INTO deliveries (id, channel_id, status, items, made_at, open_until, summary) VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)`,
        )
        .bind(id, channel, status, JSON.stringify(of.map((event) => ({ event, mentions: [] }))), at, summary);

    const requested = (over: Partial<Parameters<typeof readCooling>[1][number]> = {}) => ({
      channelId: "ch_1",
      targetId: "tgt_1",
      type: "live.started",
      after: NOW - HOUR,
      alone: false,
      ...over,
    });

    const places = async (...questions: ReturnType<typeof requested>[]) =>
      [...(await readCooling(db, questions))].toSorted();

    test("a message within the cooldown suppresses that type of that target on that channel, and nothing else", async () => {
      await notified("evt_a", NOW - HOUR + 1);
      const rest = [{ channelId: "ch_2" }, { targetId: "tgt_2" }, { type: "live.ended" }, { after: NOW - HOUR + 1 }];
      expect(await places(...rest.map(requested), requested(), requested({ targetId: null }), requested())).toEqual([
        4, 6,
      ]);
    });

    test("suppressed events start no cooldown, and neither do events without a message", async () => {
      await notified("evt_a", NOW - 1000, { status: "suppressed" });
      await notified("evt_b", NOW - 1000, { channel: "ch_2" });
      expect(await places(requested())).toEqual([]);
      await notified("evt_c", NOW - 2000, { status: "pending" });
      expect(await places(requested())).toEqual([0]);
    });

    test("held events count from the summary that sent them", async () => {
      await notified("evt_a", NOW - 9 * HOUR, { status: "held", summary: "dlv_sum" });
      expect(await places(requested())).toEqual([]);
      await message("dlv_sum", NOW - HOUR / 2, "ch_1", "sent", ["evt_a"], null).run();
      expect(await places(requested(), requested({ after: NOW - HOUR / 2 }))).toEqual([0]);
    });

    test("the cooldown also applies to system events, which have no target", async () => {
      await notified("evt_a", NOW - 1000, { target: null, type: "upstream.degraded" });
      expect(await places(requested({ targetId: null, type: "upstream.degraded" }), requested())).toEqual([0]);
    });
  });
});

describe("slack webhook", () => {
  let receiver: FakeReceiver;
  let url: string;
  const send = outboundSender({ local: true, own: null }, 5000, fetch);

  beforeAll(async () => {
    receiver = await fakeReceiver();
    url = `${receiver.url}/slack/services/T1/B1/secret`;
  });
  afterAll(() => receiver.close());

  const rendered = () =>
    slack.render({
      settings: { url },
      deliveryId: "dlv_1",
      message: messageOf(fullNotice),
      at: 0,
      edit: null,
      plain: false,
      bases: API_BASES,
    });

  test("Slack's own client sends our message to the same receiver with byte-identical JSON", async () => {
    const ours = await send(rendered());
    expect(slack.judge(ours, { edit: null, plain: false })).toMatchObject({ kind: "sent" });
    const theirs = await new IncomingWebhook(url).send(JSON.parse(rendered().body));
    expect(theirs.text).toBe("ok");
    const [first, second] = receiver.received;
    expect(first!.body).toEqual(second!.body);
    expect(first!.headers["content-type"]).toMatch(/^application\/json/);
  });

  test.each([
    [400, "invalid_payload"],
    [403, "action_prohibited"],
    [404, "no_service"],
    [410, "channel_is_archived"],
    [429, "rate_limited"],
    [500, "rollup_error"],
  ])("where Slack's client sees a failure (%s %s), so do we", async (status, body) => {
    receiver.interfere = () => ({ status, body });
    const outcome = slack.judge(await send(rendered()), { edit: null, plain: true });
    expect(outcome.kind).not.toBe("sent");
    await expect(new IncomingWebhook(url).send({ text: "x" })).rejects.toThrow(String(status));
  });
});
