import type { ApiBases, OutboundRequest } from "../kind.ts";
import { jsonHeaders } from "../outbound.ts";

/** A call of Slack's Web API. The body is JSON as text, or a form. */
export const slackCall = (
  method: string,
  token: string,
  bases: ApiBases,
  body: string | URLSearchParams,
): OutboundRequest => ({
  method: "POST",
  url: `${bases["slack-bot"]!.replace(/\/+$/, "")}/${method}`,
  headers: {
    ...jsonHeaders,
    // Without the charset, Slack answers with a warning.
    "content-type": `${typeof body === "string" ? "application/json" : "application/x-www-form-urlencoded"}; charset=utf-8`,
    authorization: `Bearer ${token}`,
  },
  body: body.toString(),
});
