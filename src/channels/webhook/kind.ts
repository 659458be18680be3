import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { judge } from "./judge.ts";
import { asymmetricSignature, completedKey, privateKeyOf } from "./key-pair.ts";
import { secretOf } from "./secret.ts";
import { current, maskedSettings, rotated, webhookSettings, type WebhookSettings, secretsOf } from "./settings.ts";
import { jsonHeaders } from "../headers.ts";
import { bodyOf, digestBody } from "./body.ts";
import { signature, signedText } from "./signature.ts";

/** A signed request (Standard Webhooks 1.0) for one event. Each attempt has the same id and a new signature. */
function render(sending: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...rest] = sending.message.items;
  if (item === undefined || rest.length > 0) throw new Error("a webhook tells one event at a time");
  return signed(sending, bodyOf(item.event));
}

/** The same for a digest, as data. */
const report = (reporting: Reporting<WebhookSettings>): OutboundRequest =>
  signed(reporting, digestBody(reporting.data, reporting.writtenAt));

function signed(
  { settings, deliveryId, at }: Pick<Sending<WebhookSettings>, "settings" | "deliveryId" | "at">,
  body: string,
): OutboundRequest {
  const seconds = Math.floor(at / 1000);
  return {
    method: "POST",
    url: settings.url,
    headers: {
      ...jsonHeaders,
      "webhook-id": deliveryId,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature(secretsOf(settings), deliveryId, seconds, body),
    },
    body,
  };
}

/** Adds the signature by private key, which receivers check with the public key alone. */
async function withKeySignature(request: OutboundRequest, { privateKey }: WebhookSettings): Promise<OutboundRequest> {
  if (privateKey === undefined) return request;
  const { headers, body } = request;
  const text = signedText(headers["webhook-id"]!, headers["webhook-timestamp"]!, body);
  const own = await asymmetricSignature(privateKey, text);
  return { ...request, headers: { ...headers, "webhook-signature": `${headers["webhook-signature"]} ${own}` } };
}

/** A signed webhook for programs, with one request per event. */
export const webhook: ChannelKind<WebhookSettings> = {
  kind: "webhook",
  title: "Signed webhook",
  named: "Webhook",
  where: "the address of a program of yours that takes POST requests",
  labels: { url: "URL", secret: "Signing secret" },
  example: {
    settings: {
      url: "https://hooks.example.com/in/ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      previousSecret: "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=",
      privateKey: "whsk_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQn9FyQ4WqDHW2T7eM1gL6HZkf3r92sTxY7XAurINen2GA==",
    },
    secrets: [
      "ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=",
      "whsk_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQn9FyQ4WqDHW2T7eM1gL6HZkf3r92sTxY7XAurINen2GA==",
    ],
    took: { status: 204, body: "" },
  },
  recognizes: (_, local) => local,
  secret: /whs(?:ec|k)_[\w+/=]+/,
  settings: webhookSettings,
  async complete(settings, random) {
    const secret = settings.secret ?? secretOf(random.subarray(0, 32));
    const privateKey = await (settings.privateKey === undefined
      ? privateKeyOf(random.subarray(32, 64))
      : completedKey(settings.privateKey));
    return { settings: { ...settings, secret, privateKey }, made: settings.secret === undefined ? { secret } : {} };
  },
  rotate: rotated,
  current,
  sign: withKeySignature,
  destination: ({ url }) => url,
  shared: ["secret", "previousSecret", "previousSecretUntil"],
  mask: maskedSettings,
  edits: false,
  groups: false,
  pictures: "none",
  render,
  report,
  judge,
};
