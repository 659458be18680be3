import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "../../packages/client/src/index.ts";
import { webhook } from "../../src/channels/webhook/kind.ts";
import { fullNotice, messageOf } from "../support/messages.ts";
import { API_BASES } from "../../src/channels/registry.ts";

const NOW = Date.UTC(2026, 10, 16, 8);
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const [old, secret, other] = [secretOf(1), secretOf(2), secretOf(3)] as [string, string, string];

/** A request as a channel sends it. */
async function sent(more: { previousSecret?: string } = {}, at = NOW) {
  const random = new Uint8Array(64).fill(9);
  const { settings } = await webhook.signing!.complete({ url: "https://a.example", secret, ...more }, random);
  const message = messageOf(fullNotice);
  const sending = { settings, deliveryId: "dlv_1", message, edit: null, plain: false, bases: API_BASES, at };
  const { headers, body } = await webhook.signing!.sign(webhook.render(sending), settings);
  return { headers, body, publicKey: String(webhook.mask(settings)["publicKey"]) };
}

const reasonOf = async (call: Promise<unknown>): Promise<string> => {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof WebhookError ? thrown.reason : String(thrown);
};

test("what a channel sends is verified by its secret, the one before, and its public key", async () => {
  const { headers, body, publicKey } = await sent({ previousSecret: old });
  for (const key of [{ secret }, { secret: old }, { secret: [other, secret] }, { publicKey }]) {
    const verified = await verifyWebhook({ headers, body, now: NOW, ...key });
    expect(verified).toMatchObject({ id: "dlv_1", sentAt: new Date(NOW), message: { type: "live.started" } });
    const { message } = verified;
    if (message.type === "live.started") expect(message.data.target?.name).toBe("Maria");
  }
  const { "webhook-id": id, ...rest } = headers;
  const node = { ...rest, "Webhook-Id": id };
  expect((await verifyWebhook({ headers: node, body, now: NOW, secret })).id).toBe("dlv_1");
  const whole = { headers: new Headers(headers), body: Buffer.from(body), now: NOW, secret };
  expect((await verifyWebhook(whole)).id).toBe("dlv_1");
});

test("what another library signs is verified too", async () => {
  const body = '{"type":"live.ended"}';
  const headers = {
    "webhook-id": "dlv_2",
    "webhook-timestamp": String(NOW / 1000),
    "webhook-signature": `v2,abc v1,${"A".repeat(43)}= ${new Webhook(secret).sign("dlv_2", new Date(NOW), body)}`,
  };
  expect((await verifyWebhook({ headers, body, now: NOW, secret })).message.type).toBe("live.ended");
});

test("what is changed, old, early, unsigned or signed by another is refused", async () => {
  const { headers, body, publicKey } = await sent();
  const foreign = (await sent()).publicKey.replace(/whpk_.{4}/, "whpk_AAAA");
  const tried = (more: object) => reasonOf(verifyWebhook({ headers, body, now: NOW, secret, ...more }));
  expect(await tried({})).toBe("null");
  expect(await tried({ secret: other })).toBe("signature");
  expect(await tried({ body: `${body} ` })).toBe("signature");
  expect(await tried({ headers: { ...headers, "webhook-id": "dlv_2" } })).toBe("signature");
  expect(await tried({ secret: [], publicKey: foreign })).not.toBe("null");
  expect(await tried({ now: NOW + 299_000 })).toBe("null");
  for (const now of [NOW + 301_000, NOW - 301_000]) expect(await tried({ now })).toBe("timestamp");
  expect(await tried({ now: NOW + 301_000, toleranceSeconds: 600 })).toBe("null");
  for (const name of Object.keys(headers).filter((one) => one.startsWith("webhook-")))
    expect(await tried({ headers: { ...headers, [name]: undefined } })).toBe("headers");
  for (const timestamp of ["", "1e9", "-5", "1772388005.5", "9".repeat(400)])
    expect(await tried({ headers: { ...headers, "webhook-timestamp": timestamp } })).toBe("headers");
  // A signature counts by its own kind of key only.
  const [v1, v1a] = headers["webhook-signature"]!.split(" ") as [string, string];
  expect(await tried({ headers: { ...headers, "webhook-signature": v1a } })).toBe("signature");
  const requested = { secret: [], publicKey, headers: { ...headers, "webhook-signature": v1 } };
  expect(await tried(requested)).toBe("signature");
  const swapped = v1a.replace("v1a,", "v1,");
  expect(await tried({ ...requested, headers: { ...headers, "webhook-signature": swapped } })).toBe("signature");
});

test("a hostile header costs little, and a wrong key is reported without being repeated", async () => {
  const { headers, body } = await sent();
  const many = `${"v1,AAAA ".repeat(100_000)}${headers["webhook-signature"]}`;
  const flooded = verifyWebhook({ headers: { ...headers, "webhook-signature": many }, body, now: NOW, secret });
  expect(await reasonOf(flooded)).toBe("signature");
  for (const key of [{}, { secret: "whsec_" }, { secret: "my secret" }, { publicKey: "whpk_§" }]) {
    const reported = await reasonOf(verifyWebhook({ headers, body, now: NOW, ...key }));
    expect(reported).toMatch(/^TypeError: /);
    expect(reported).not.toContain("my secret");
  }
});
