import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { fullNotice, messageOf, startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import { API_BASES } from "../bases.ts";
import { bodyOf } from "./body.ts";
import { webhook } from "./kind.ts";
import { signature } from "./signature.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";

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

test("sends one event, signed afresh under the same id", () => {
  const at = Date.now();
  const { method, url, headers, body } = webhook.render({ ...sending, at });
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
  const again = webhook.render({ ...sending, at: at - 2000 });
  expect(again.headers["webhook-id"]).toBe("dlv_1");
  expect(again.headers["webhook-signature"]).not.toBe(headers["webhook-signature"]);
});

test.each([24, 32, 64])("signs with a key of %i bytes", (length) => {
  const secret = secretOf(length);
  const { headers, body } = webhook.render({ ...sending, settings: { ...settings, secret }, at: Date.now() });
  expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(secretOf(25)).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

test("while a key rotates, the old and the new one both verify, the newest first", () => {
  const [old, fresh] = [secretOf(24), secretOf(40)];
  const whole = { ...settings, secret: fresh, previousSecret: old };
  const { headers, body } = webhook.render({ ...sending, settings: whole, at: Date.now() });
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  const [first, ...others] = headers["webhook-signature"]!.split(" ");
  expect(others).toHaveLength(1);
  expect(() => new Webhook(fresh).verify(body, { ...headers, "webhook-signature": first! })).not.toThrow();
  expect(webhook.mask(whole)).toMatchObject({ secret: "whsec_…", previousSecret: "whsec_…" });
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
])("%s", (_, before, after, signing) => {
  const [was, becomes] = [before, after].map(([secret, previousSecret]) => ({ ...settings, secret, previousSecret }));
  const whole = webhook.rotate!(was!, becomes!);
  const { headers, body } = webhook.render({ ...sending, settings: whole, at: Date.now() });
  const at = Number(headers["webhook-timestamp"]);
  expect(headers["webhook-signature"]).toBe(signature(signing, "dlv_1", at, body));
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

test("makes the secret that a person leaves out, and shows it once", () => {
  const { url } = settings;
  const random = Uint8Array.from({ length: 32 }, (_, index) => index * 8);
  const { settings: complete, made: created } = webhook.complete!({ url }, random);
  expect(webhook.settings(PUBLIC_ONLY).parse(complete)).toEqual({ url, secret: created["secret"] });
  expect(webhook.complete!(settings, random)).toEqual({ settings, made: {} });
  expect(webhook.mask(settings)).toEqual({ url: "https://hooks.example.com/…mnop", secret: "whsec_…" });
  expect(() => webhook.render({ ...sending, settings: { url }, at: 0 })).toThrow("a stored webhook has a secret");
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
