import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { fullNotice, messageOf, startEvent } from "../../../test/support/messages.ts";
import type { Event } from "../../core/event.ts";
import { API_BASES } from "../bases.ts";
import { bodyOf } from "./body.ts";
import { signature, webhook } from "./kind.ts";
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

test("sends one event, with a new signature under the same id", () => {
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

test("while a key rotates, both verify, newest first", () => {
  const [old, fresh] = [secretOf(24), secretOf(40)];
  const whole = { ...settings, secret: fresh, previousSecret: old };
  const { headers, body } = webhook.render({ ...sending, settings: whole, at: Date.now() });
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  const [first, ...rest] = headers["webhook-signature"]!.split(" ");
  expect(rest).toHaveLength(1);
  expect(() => new Webhook(fresh).verify(body, { ...headers, "webhook-signature": first! })).not.toThrow();
  expect(webhook.mask(whole)).toMatchObject({ secret: "whsec_…", previousSecret: "whsec_…" });
});

test("signs with the private key too, which its public key verifies", async () => {
  const { settings: complete } = await webhook.complete!(settings, new Uint8Array(64).fill(5));
  const request = webhook.render({ ...sending, settings: complete, at: Date.now() });
  const { headers, body } = await webhook.sign!(request, complete);
  expect(() => new Webhook(settings.secret).verify(body, headers)).not.toThrow();
  const [first, second, ...rest] = headers["webhook-signature"]!.split(" ");
  expect([first, rest]).toEqual([request.headers["webhook-signature"], []]);
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
  expect(await webhook.sign!(request, settings), "a channel from before there were keys").toBe(request);
});

test("a private key may be given as its seed, and gets the public key that belongs to it", async () => {
  const random = new Uint8Array(64).fill(5);
  const keyOf = async (privateKey?: string) =>
    (await webhook.complete!({ ...settings, privateKey }, random)).settings.privateKey!;
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
  const whole = webhook.rotate!({ ...settings, secret: old }, { ...settings, secret: fresh }, NOW);
  expect(whole).toEqual({ ...settings, secret: fresh, previousSecret: old, previousSecretUntil: at(24) });
  expect(webhook.mask(whole)).toMatchObject({ previousSecretUntil: at(24) });
  const after = (hours: number) => webhook.current!(whole, NOW + hours * 3_600_000);
  expect(after(23.9)).toEqual(whole);
  expect(after(24)).toEqual({ ...settings, secret: fresh });
  const longer = { ...settings, secret: fresh, previousSecretUntil: at(72) };
  expect(webhook.rotate!({ ...settings, secret: old }, longer, NOW)).toEqual({ ...longer, previousSecret: old });
  const next = webhook.rotate!(whole, { ...whole, secret: secretOf(48) }, NOW + 3_600_000);
  expect(next).toMatchObject({ previousSecret: fresh, previousSecretUntil: at(25) });
  // Whatever else changes takes away what is over, and a secret whose end nobody said stays.
  expect(webhook.rotate!(whole, { ...whole, url: "https://a.example" }, NOW + 90_000_000)).toEqual({
    url: "https://a.example",
    secret: fresh,
  });
  expect(webhook.rotate!(whole, { ...whole, previousSecret: undefined }, NOW)).toEqual({ ...settings, secret: fresh });
  const endless = { ...settings, secret: fresh, previousSecret: old };
  expect(webhook.current!(endless, NOW * 2)).toEqual(endless);
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
  const whole = webhook.rotate!(was!, becomes!, NOW);
  const { headers, body } = webhook.render({ ...sending, settings: whole, at: Date.now() });
  const seconds = Number(headers["webhook-timestamp"]);
  expect(headers["webhook-signature"]).toBe(signature(signing, "dlv_1", seconds, body));
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
  const { settings: complete, made: created } = await webhook.complete!({ url }, random);
  expect(webhook.settings(PUBLIC_ONLY).parse(complete)).toEqual({
    url,
    secret: created["secret"],
    privateKey: expect.stringMatching(/^whsk_/),
  });
  expect(Object.keys(created)).toEqual(["secret"]);
  expect(await webhook.complete!(settings, random)).toEqual({
    settings: { ...settings, privateKey: complete.privateKey },
    made: {},
  });
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
