import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { secretOf } from "./secret.ts";
import { rotated, webhookSettings, type WebhookSettings, secretsOf } from "./settings.ts";
import { jsonHeaders } from "../headers.ts";
import { bodyOf, digestBody } from "./body.ts";
import { signature } from "./signature.ts";

/** A signed request of Standard Webhooks 1.0: one event, signed afresh at each attempt under the same id. */
function render(sending: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...others] = sending.message.items;
  if (item === undefined || others.length > 0) throw new Error("a webhook tells one event at a time");
  return signed(sending, bodyOf(item.event));
}

/** The same for a digest: what it found, as data. */
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

/** A signed webhook: one request an event, for programs. */
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
    },
    secrets: [
      "ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      "whsec_b2xkIG9sZCBvbGQgb2xkIG9sZCBvbGQgb2xkIG9sZCE=",
    ],
    took: { status: 204, body: "" },
  },
  recognizes: (_, local) => local,
  secret: /whsec_[\w+/=]+/,
  settings: webhookSettings,
  complete(settings, random) {
    if (settings.secret !== undefined) return { settings, made: {} };
    const secret = secretOf(random);
    return { settings: { ...settings, secret }, made: { secret } };
  },
  rotate: rotated,
  destination: ({ url }) => url,
  shared: ["secret", "previousSecret"],
  mask: ({ url, secret, previousSecret }) => ({
    url: maskedUrl(url),
    ...(secret === undefined ? {} : { secret: "whsec_…" }),
    ...(previousSecret === undefined ? {} : { previousSecret: "whsec_…" }),
  }),
  edits: false,
  groups: false,
  pictures: "none",
  render,
  report,
  judge,
};
