import { isObject, type JsonObject } from "../../core/json.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, refusedForm } from "../outcomes.ts";
import { retryAfterSeconds, waitSeconds } from "../retry-after.ts";

const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_MESSAGE = 10008;
const UNKNOWN_WEBHOOK = 10015;
const INVALID_TOKEN = 50027;

/** What Discord's answer means. */
export function judge(answer: OutboundAnswer, { edit, plain }: { edit: string | null; plain: boolean }): Outcome {
  const { status } = answer;
  if (status === null || status >= 500) return passing(answer);
  const body = objectOf(answer.body);
  if (status >= 200 && status < 300)
    return { kind: "sent", ref: refOf(body), pauseSeconds: pauseSeconds(answer.headers) };
  if (status === 429) return slowed(answer, body);
  const code = body?.["code"];
  if (status === 404 && code === UNKNOWN_WEBHOOK) return gone("the webhook is no more (10015)");
  if (status === 404 && code === UNKNOWN_CHANNEL) return gone("the channel or thread is no more (10003)");
  if (status === 404 && code === UNKNOWN_MESSAGE && edit !== null)
    return { kind: "vanished", reason: "Discord says that the message is not there any more (10008)" };
  if ((status === 401 || status === 403) && code === INVALID_TOKEN)
    return gone("the webhook's token is not valid (50027)");
  if (status === 400 || status === 413)
    return refusedForm(plain, `Discord refused the message's form (${typeof code === "number" ? code : status})`);
  return passing(answer);
}

const gone = (words: string): Outcome => ({ kind: "gone", reason: `Discord says that ${words}` });

/** A page instead of JSON, or no word on how long, comes from the wall in front: it shuts out our address. */
function slowed({ headers, body: text }: OutboundAnswer, body: JsonObject | null): Outcome {
  const told = body?.["retry_after"];
  const waits = [retryAfterSeconds(headers), typeof told === "number" ? waitSeconds(told) : null];
  const known = waits.filter((wait) => wait !== null);
  const walled = body === null && /^\s*<|\b1015\b/.test(text);
  if (walled || known.length === 0) return later("Discord blocks the address that we send from (429)", "egress");
  return later("Discord asked to slow down (429)", "channel", Math.max(...known));
}

function pauseSeconds(headers: Record<string, string>): number {
  if (headers["x-ratelimit-remaining"]?.trim() !== "0") return 0;
  return waitSeconds(Number.parseFloat(headers["x-ratelimit-reset-after"] ?? "")) ?? 0;
}

function refOf(body: JsonObject | null): string | null {
  const id = body?.["id"];
  return typeof id === "string" && /^\d{1,25}$/.test(id) ? id : null;
}

function objectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
