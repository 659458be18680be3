import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { weekReport } from "../../../test/support/emails.ts";
import { answered, fullNotice, messageOf, startEvent } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import type { Event } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "./body.ts";
import { judge, secretBytes, secretOf, webhook } from "./kind.ts";
import { API_BASES } from "../registry.ts";

describe("kind", () => {
  const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
  const wait = { "retry-after": "120" };

  test.each<[string, OutboundAnswer, object]>([
    ["200", answered(200, "anything"), { kind: "sent", ref: null, pauseSeconds: 0 }],
    ["202", answered(202), { kind: "sent" }],
    ["204", answered(204), { kind: "sent" }],
    ["299", answered(299), { kind: "sent" }],
    ["301", answered(301, "", { location: "https://x/" }), later("delivery")],
    ["304", answered(304), later("delivery")],
    ["400", answered(400, "secret words"), { ...later("delivery"), reason: "answered 400" }],
    ["401", answered(401), later("delivery")],
    ["404", answered(404), later("delivery")],
    ["410", answered(410), { kind: "gone" }],
    ["422", answered(422, "", wait), later("delivery")],
    ["429", answered(429), later("route")],
    ["429 with a time", answered(429, "", wait), later("route", 120)],
    ["500", answered(500, "", wait), later("delivery")],
    ["502 with a time", answered(502, "", wait), later("route", 120)],
    ["503 with a time", answered(503, "", wait), later("route", 120)],
    ["503", answered(503), later("delivery")],
    ["504 with a time", answered(504, "", wait), later("route", 120)],
    ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
  ])("%s", (_, answer, expected) => {
    expect(judge(answer)).toMatchObject(expected);
  });

  const timeout = process.env["LONG"] ? 1_800_000 : 120_000;
  const url = "https://hooks.example.com/in";
  const secret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 60 }));
  const sent = fc.record({
    deliveryId: fc.stringMatching(/^dlv_[0-9a-z]{1,40}$/),
    name: text,
    data: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.double(), fc.constant(null)), { maxKeys: 6 }),
    secret,
    previousSecret: fc.option(secret, { nil: undefined }),
  });

  type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never;

  async function signed({ deliveryId, name, data, ...secrets }: Sent) {
    const event = { ...startEvent, target: { name, kind: "live", params: {} }, data: data as typeof startEvent.data };
    const settings = { url, ...secrets };
    const request = webhook.render({
      settings,
      deliveryId,
      message: { language: "en", items: [{ event, notice: fullNotice }], mentions: [] },
      at: Date.now(),
      edit: null,
      plain: false,
      bases: API_BASES,
    });
    const { headers, body } = await webhook.signing!.sign(request, settings);
    return { headers, body };
  }

  const takes = (key: string, { headers, body }: Awaited<ReturnType<typeof signed>>): boolean => {
    try {
      new Webhook(key).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };

  const parts = ["body", "webhook-id", "webhook-timestamp", "webhook-signature"] as const;

  /** The same request with one changed byte, as its receiver reads it. */
  function mutated(
    request: Awaited<ReturnType<typeof signed>>,
    part: (typeof parts)[number],
    place: number,
    flip: number,
  ) {
    const before = part === "body" ? request.body : request.headers[part]!;
    const bytes = Buffer.from(before);
    const at = place % bytes.length;
    bytes[at] = bytes[at]! ^ flip;
    const after = bytes.toString();
    if (part === "body") return { ...request, body: after, changed: after !== before };
    return { ...request, headers: { ...request.headers, [part]: after }, changed: after !== before };
  }

  test("every body, id and secret verifies, with the newest secret and the previous one", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (provided) => {
        const request = await signed(provided);
        expect(takes(provided.secret, request)).toBe(true);
        expect(request.headers["webhook-signature"]!.split(" ")).toHaveLength(
          provided.previousSecret === undefined || provided.previousSecret === provided.secret ? 1 : 2,
        );
        if (provided.previousSecret !== undefined) expect(takes(provided.previousSecret, request)).toBe(true);
      }),
      { numRuns: runs(100_000, 120) },
    );
  });

  test("no single byte can be changed anywhere", { timeout }, async () => {
    const refused = Object.fromEntries(parts.map((part) => [part, 0]));
    await fc.assert(
      fc.asyncProperty(
        sent,
        fc.constantFrom(...parts),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (provided, part, place, flip) => {
          const request = mutated(await signed({ ...provided, previousSecret: undefined }), part, place, flip);
          // Invalid UTF-8 decodes to the same replacement character, so such a text is unchanged for its reader.
          fc.pre(request.changed);
          expect(takes(provided.secret, request)).toBe(false);
          refused[part]! += 1;
        },
      ),
      { numRuns: runs(100_000, 120) },
    );
    for (const part of parts) expect([part, refused[part]! > runs(100_000, 120) / 6]).toEqual([part, true]);
  });

  test("another secret verifies nothing", { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(sent, secret, async (provided, stranger) => {
        fc.pre(stranger !== provided.secret && stranger !== provided.previousSecret);
        expect(takes(stranger, await signed(provided))).toBe(false);
      }),
      { numRuns: runs(10_000, 120) },
    );
  });

  const secretOf = (length: number) => `whsec_${Buffer.alloc(length, 7).toString("base64")}`;
  const settings = { url: "https://hooks.example.com/in?key=abcdefghijklmnop", secret: secretOf(32) };
  const sending = {
    settings,
    deliveryId: "dlv_1",
    message: messageOf(fullNotice),
    edit: null,
    plain: false,
    bases: API_BASES,
  };

  type Settings = Parameters<typeof webhook.mask>[0];
  const requestOf = (more: { settings?: Settings; at?: number } = {}) => {
    const whole = { ...sending, at: Date.now(), ...more };
    return webhook.signing!.sign(webhook.render(whole), whole.settings);
  };

  test("sends one event, with a new signature under the same id", async () => {
    const at = Date.now();
    const { method, url, headers, body } = await requestOf({ at });
    expect([method, url]).toEqual(["POST", settings.url]);
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": "dlv_1" });
    expect(headers["user-agent"]).toMatch(/^Tallylight\//);
    expect(headers["webhook-timestamp"]).toBe(String(Math.floor(at / 1000)));
    expect(new Webhook(settings.secret).verify(body, headers)).toEqual({
      type: "live.started",
      timestamp: "2026-01-05T12:01:00.000Z",
      data: {
        id: "evt_start",
        type: "live.started",
        targetId: "tgt_maria",
        target: { name: "Maria", kind: "live", params: { handle: "maria" } },
        occurredAt: "2026-01-05T12:00:00.000Z",
        detectedAt: "2026-01-05T12:01:00.000Z",
        window: { from: "2026-01-05T11:59:00.000Z", to: "2026-01-05T12:01:00.000Z" },
        data: { roomId: "7123456789012345678", initial: false },
      },
    });
    const again = await requestOf({ at: at - 2000 });
    expect(again.headers["webhook-id"]).toBe("dlv_1");
    expect(again.headers["webhook-signature"]).not.toBe(headers["webhook-signature"]);
  });

  test.each([24, 32, 64])("signs with a key of %i bytes", async (length) => {
    const secret = secretOf(length);
    const { headers, body } = await requestOf({ settings: { ...settings, secret } });
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secretOf(25)).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });

  test("while a key rotates, both verify, newest first", async () => {
    const [old, fresh] = [secretOf(24), secretOf(40)];
    const whole = { ...settings, secret: fresh, previousSecret: old };
    const { headers, body } = await requestOf({ settings: whole });
    for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    const [first, ...rest] = headers["webhook-signature"]!.split(" ");
    expect(rest).toHaveLength(1);
    expect(() => new Webhook(fresh).verify(body, { ...headers, "webhook-signature": first! })).not.toThrow();
    expect(webhook.mask(whole)).toMatchObject({ secret: "whsec_…", previousSecret: "whsec_…" });
  });

  test("signs with the private key too, which its public key verifies", async () => {
    const { settings: complete } = await webhook.signing!.complete(settings, new Uint8Array(64).fill(5));
    const at = Date.now();
    const { headers, body } = await requestOf({ settings: complete, at });
    expect(() => new Webhook(settings.secret).verify(body, headers)).not.toThrow();
    const [first, second, ...rest] = headers["webhook-signature"]!.split(" ");
    // A channel from before there were keys signs with its secret alone.
    expect([first, rest]).toEqual([(await requestOf({ at })).headers["webhook-signature"], []]);
    expect(second).toMatch(/^v1a,/);
    const { publicKey } = webhook.mask(complete) as { publicKey: string };
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const key = await crypto.subtle.importKey(
      "raw",
      Buffer.from(publicKey.slice("whpk_".length), "base64"),
      "Ed25519",
      false,
      ["verify"],
    );
    const verified = (text: string) =>
      crypto.subtle.verify("Ed25519", key, Buffer.from(second!.slice("v1a,".length), "base64"), Buffer.from(text));
    const text = `dlv_1.${headers["webhook-timestamp"]}.${body}`;
    expect([await verified(text), await verified(`${text} `)]).toEqual([true, false]);
  });

  test("a private key may be given as its seed, and gets the public key that belongs to it", async () => {
    const random = new Uint8Array(64).fill(5);
    const keyOf = async (privateKey?: string) =>
      (await webhook.signing!.complete({ ...settings, privateKey }, random)).settings.privateKey!;
    const whole = await keyOf();
    const bytes = Buffer.from(whole.slice("whsk_".length), "base64");
    expect(bytes).toHaveLength(64);
    expect(await keyOf(`whsk_${bytes.subarray(0, 32).toString("base64")}`)).toBe(whole);
    const invalid = `whsk_${Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(32, 1)]).toString("base64")}`;
    expect(await keyOf(invalid)).toBe(whole);
    const form = webhook.settings(PUBLIC_ONLY);
    for (const privateKey of [whole, invalid]) expect(form.safeParse({ ...settings, privateKey }).success).toBe(true);
    for (const privateKey of ["", "whsk_", secretOf(32), `whsk_${Buffer.alloc(24).toString("base64")}`, `${whole}=`])
      expect(form.safeParse({ ...settings, privateKey }).success).toBe(false);
  });

  const NOW = Date.UTC(2026, 10, 16, 8);
  const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

  test("the previous secret signs for a day, or until the time that is set", () => {
    const [old, fresh] = [secretOf(24), secretOf(40)];
    const whole = webhook.signing!.rotate({ ...settings, secret: old }, { ...settings, secret: fresh }, NOW);
    expect(whole).toEqual({ ...settings, secret: fresh, previousSecret: old, previousSecretUntil: at(24) });
    expect(webhook.mask(whole)).toMatchObject({ previousSecretUntil: at(24) });
    const after = (hours: number) => webhook.signing!.current(whole, NOW + hours * 3_600_000);
    expect(after(23.9)).toEqual(whole);
    expect(after(24)).toEqual({ ...settings, secret: fresh });
    const longer = { ...settings, secret: fresh, previousSecretUntil: at(72) };
    expect(webhook.signing!.rotate({ ...settings, secret: old }, longer, NOW)).toEqual({
      ...longer,
      previousSecret: old,
    });
    const next = webhook.signing!.rotate(whole, { ...whole, secret: secretOf(48) }, NOW + 3_600_000);
    expect(next).toMatchObject({ previousSecret: fresh, previousSecretUntil: at(25) });
    // Whatever else changes takes away what is over, and a secret whose end nobody said stays.
    expect(webhook.signing!.rotate(whole, { ...whole, url: "https://a.example" }, NOW + 90_000_000)).toEqual({
      url: "https://a.example",
      secret: fresh,
    });
    expect(webhook.signing!.rotate(whole, { ...whole, previousSecret: undefined }, NOW)).toEqual({
      ...settings,
      secret: fresh,
    });
    const endless = { ...settings, secret: fresh, previousSecret: old };
    expect(webhook.signing!.current(endless, NOW * 2)).toEqual(endless);
  });

  const [one, two, three] = [secretOf(24), secretOf(32), secretOf(40)];
  test.each<[string, [string?, string?], [string?, string?], string[]]>([
    ["a new secret keeps the one before", [one], [two], [two, one]],
    ["the next one ends the first", [two, one], [three, one], [three, two]],
    ["back to the one before", [two, one], [one, one], [one, two]],
    ["nothing changes", [two, one], [two, one], [two, one]],
    ["the one before is ended", [two, one], [two], [two]],
    ["both are given", [one], [two, three], [two, three]],
    ["there was none", [], [two], [two]],
    ["the same twice signs once", [one], [one, one], [one]],
  ])("%s", async (_, before, after, signing) => {
    const [was, becomes] = [before, after].map(([secret, previousSecret]) => ({ ...settings, secret, previousSecret }));
    const whole = webhook.signing!.rotate(was!, becomes!, NOW);
    const { headers, body } = await requestOf({ settings: whole });
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const expected = signing.map((key) => new Webhook(key).sign("dlv_1", sentAt, body));
    expect(headers["webhook-signature"]).toBe(expected.join(" "));
  });

  test.each<[string, Event["data"]]>([
    ["one long text", { text: "é👍\n".repeat(20_000) }],
    ["many texts", Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`key-${index}`, "x".repeat(90)]))],
    ["a long list", { list: Array.from({ length: 5000 }, (_, index) => ({ index, name: `creator ${index}` })) }],
    ["long keys", { ["k".repeat(50_000)]: 1 }],
    ["lists of lists", { list: Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => "x".repeat(50))) }],
  ])("stays below 20 kB with %s, and says that something is missing", (_, data) => {
    const body = bodyOf({ ...startEvent, data });
    expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
    expect(JSON.parse(body)).toMatchObject({ type: "live.started", data: { id: "evt_start", truncated: true } });
    expect(body.isWellFormed()).toBe(true);
  });

  test("generates a missing secret and shows it once", async () => {
    const { url } = settings;
    const random = Uint8Array.from({ length: 64 }, (_, index) => index * 4);
    const { settings: complete, made: created } = await webhook.signing!.complete({ url }, random);
    expect(webhook.settings(PUBLIC_ONLY).parse(complete)).toEqual({
      url,
      secret: created["secret"],
      privateKey: expect.stringMatching(/^whsk_/),
    });
    expect(Object.keys(created)).toEqual(["secret"]);
    expect(await webhook.signing!.complete(settings, random)).toEqual({
      settings: { ...settings, privateKey: complete.privateKey },
      made: {},
    });
    expect(webhook.mask(settings)).toEqual({ url: "https://hooks.example.com/…mnop", secret: "whsec_…" });
    await expect(requestOf({ settings: { url } })).rejects.toThrow("a stored webhook has a secret");
  });

  test.each([
    "",
    "whsec_",
    "whsec_abc",
    secretOf(23),
    secretOf(65),
    secretOf(32).slice(6),
    `${secretOf(32)}=`,
    "whsec_$$$$",
  ])("refuses the secret %j", (secret) => {
    expect(webhook.settings(PUBLIC_ONLY).safeParse({ ...settings, secret }).success).toBe(false);
  });

  describe("digest", () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const settings = { url: "https://hooks.example.com/in", secret };
    const writtenAt = Date.UTC(2026, 10, 16, 8);
    const facts = {
      digestId: "dgt_1",
      name: "Weekly",
      period: { from: "2026-11-09T08:00:00.000Z", to: "2026-11-16T08:00:00.000Z" },
    };
    const sent = (data: JsonObject, at: number, plain = false) =>
      webhook.report({
        settings,
        deliveryId: "dlv_1",
        report: weekReport,
        data,
        writtenAt,
        at,
        plain,
        bases: API_BASES,
      });

    test("a digest is sent as data, signed like an event", async () => {
      const { method, url, headers, body } = await webhook.signing!.sign(sent(facts, Date.now()), settings);
      expect([method, url, headers["webhook-id"]]).toEqual(["POST", settings.url, "dlv_1"]);
      expect(new Webhook(secret).verify(body, headers)).toEqual({
        type: "digest",
        timestamp: "2026-11-16T08:00:00.000Z",
        data: facts,
      });
      expect(sent(facts, 0, true).body).toBe(body);
    });

    test.each<[string, JsonObject, JsonObject]>([
      ["many rows", { rows: Array.from({ length: 2000 }, (_, place) => ({ name: "Maria", place })) }, facts],
      ["one long text", { note: "é👍\n".repeat(20_000) }, facts],
      [
        "more than can be cut",
        { deep: Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => Array(60).fill("x".repeat(60)))) },
        facts,
      ],
    ])("stays below 20 kB with %s, and says that something is missing", (_, more, stored) => {
      const { body } = sent({ ...facts, ...more }, 0);
      expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
      expect(body.isWellFormed()).toBe(true);
      expect(JSON.parse(body)).toMatchObject({ type: "digest", data: { ...stored, truncated: true } });
    });

    test("a month with too many rows keeps the first rows of each section, its numbers, period and address", () => {
      const rows = (count: number) =>
        Array.from({ length: count }, (_, place) => ({ name: `Creator ${place} ${"x".repeat(80)}`, place }));
      const sections = {
        lives: { count: 900, rows: rows(400) },
        hashtags: { added: 5, fastest: rows(300), fresh: rows(3) },
      };
      const { body } = sent({ ...facts, url: "https://tally.example/digests/dgt_1", sections }, 0);
      expect(new TextEncoder().encode(body).length).toBeLessThan(20_000);
      const { data } = JSON.parse(body);
      expect(data).toMatchObject({ ...facts, url: "https://tally.example/digests/dgt_1", truncated: true });
      expect([data.sections.lives.count, data.sections.hashtags.added]).toEqual([900, 5]);
      expect([data.sections.lives.rows.length, data.sections.hashtags.fastest.length]).toEqual([50, 50]);
      expect(data.sections.lives.rows[7]).toEqual(sections.lives.rows[7]);
      expect(data.sections.hashtags.fresh).toEqual(sections.hashtags.fresh);
    });
  });
});

const bytes = (count: number) => Uint8Array.from({ length: count }, (_, n) => n);

test.each([
  [23, false],
  [24, true],
  [32, true],
  [64, true],
  [65, false],
  [66, false],
])("a secret of %i bytes is one: %s", (count, taken) => {
  expect(secretBytes(secretOf(bytes(count)))).toEqual(taken ? bytes(count) : null);
});

const base64 = Buffer.from(bytes(32)).toString("base64");

test.each([
  ["no prefix", base64],
  ["another prefix", `sk_${base64}`],
  ["no padding", `whsec_${base64.replaceAll("=", "")}`],
  ["characters of base64url", `whsec_${"-_".repeat(22)}`],
  ["a space", `whsec_${base64.slice(0, 20)} ${base64.slice(21)}`],
  ["bits beyond its bytes", `whsec_${base64.replace(/.=$/, "9=")}`],
])("%s is no secret", (_, secret) => {
  expect(secretBytes(secret)).toBeNull();
});
