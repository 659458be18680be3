import type { MiddlewareHandler } from "hono";
import { delayOf } from "../service/broken.ts";
import type { Faults } from "../service/faults.ts";

/** The names under which the receivers of messages can be given faults; "*" means the polled service alone. */
export const receiverNames: readonly string[] = ["inbox.slack", "inbox.discord", "inbox.webhook"];

/** Lets a receiver fail as the controls ask: late, or with a status in its own words, or with a page. */
export function receiverFault(name: string, faults: Faults, sleep: (ms: number) => Promise<void>): MiddlewareHandler {
  return async (context, next) => {
    const fault = faults.takeExact(name);
    if (!fault) return next();
    const delayMs = delayOf(fault);
    if (delayMs > 0) await sleep(delayMs);
    if (fault.mode === "timeout" || fault.mode === "slow") return next();
    const status = fault.mode === "status" ? (fault.status ?? 500) : 200;
    const bot = context.req.path.startsWith(`/inbox/${name.slice("inbox.".length)}-api/`);
    const headers: Record<string, string> = {};
    if (fault.retryAfter !== undefined) headers["retry-after"] = String(fault.retryAfter);
    return new Response(fault.mode === "garbage" ? "<html></html>" : wordsOf(name, bot, status, fault.retryAfter), {
      status,
      headers,
    });
  };
}

function wordsOf(name: string, bot: boolean, status: number, retryAfter: number | undefined): string {
  if (name === "inbox.slack")
    return bot ? JSON.stringify({ ok: false, error: slackApiError(status) }) : slackWord(status);
  if (name !== "inbox.discord") return "";
  if (status === 404)
    return JSON.stringify(
      bot ? { message: "Unknown Channel", code: 10003 } : { message: "Unknown Webhook", code: 10015 },
    );
  if (status !== 429) return JSON.stringify({ message: `${status}: Error`, code: 0 });
  const wait = retryAfter === undefined ? {} : { retry_after: retryAfter };
  return JSON.stringify({ message: "You are being rate limited.", ...wait, global: false });
}

const slackWord = (status: number): string =>
  status === 404 ? "no_service" : status === 429 ? "rate_limited" : `error_${status}`;

const slackApiError = (status: number): string =>
  ({ 401: "invalid_auth", 403: "not_in_channel", 404: "channel_not_found", 429: "ratelimited" })[status] ??
  "internal_error";
