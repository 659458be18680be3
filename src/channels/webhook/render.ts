import { jsonHeaders } from "../headers.ts";
import type { OutboundRequest, Sending } from "../kind.ts";
import { bodyOf } from "./body.ts";
import { secretsOf, type WebhookSettings } from "./settings.ts";
import { signature } from "./signature.ts";

/** A signed request of Standard Webhooks 1.0: one event, signed afresh at each attempt under the same id. */
export function render({ settings, deliveryId, message, at }: Sending<WebhookSettings>): OutboundRequest {
  const [item, ...others] = message.items;
  if (item === undefined || others.length > 0) throw new Error("a webhook tells one event at a time");
  const seconds = Math.floor(at / 1000);
  const body = bodyOf(item.event);
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
