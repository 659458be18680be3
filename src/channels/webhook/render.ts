import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Reporting, Sending } from "../kind.ts";
import { bodyOf, digestBody } from "./body.ts";
import { secretsOf, type WebhookSettings } from "./settings.ts";
import { signature } from "./signature.ts";

/** A signed request of Standard Webhooks 1.0: one event, signed afresh at each attempt under the same id. */
export function render(sending: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...others] = sending.message.items;
  if (item === undefined || others.length > 0) throw new Error("a webhook tells one event at a time");
  return signed(sending, bodyOf(item.event));
}

/** The same for a digest: what it found, as data. */
export const report = (reporting: Reporting<WebhookSettings>): OutboundRequest =>
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
