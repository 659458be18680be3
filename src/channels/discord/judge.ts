import { bodyObject } from "../body-object.ts";
import { codeOf, discordOutcome, gone, statedSeconds, walled } from "../dialects/discord/answers.ts";
import type { Judged, OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing } from "../outcomes.ts";

const UNKNOWN_WEBHOOK = 10015;
const INVALID_TOKEN = 50027;
const BLOCKED = "Discord blocks the address that we send from (429): a discord-bot channel has its own limit";

/** Judges Discord's answer to a webhook. */
export function judge(answer: OutboundAnswer, sending: Judged): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500) return passing(answer);
  const body = bodyObject(answer.body);
  const code = codeOf(body);
  if (status === 429) {
    const wait = statedSeconds(headers, body);
    if (wait === null || walled(answer.body, body)) return later(BLOCKED, "egress");
    return later("Discord asked to slow down (429)", "channel", wait);
  }
  if (status === 404 && code === UNKNOWN_WEBHOOK) return gone("the webhook no longer exists (10015)");
  if ((status === 401 || status === 403) && code === INVALID_TOKEN)
    return gone("the webhook's token is not valid (50027)");
  return discordOutcome(answer, body, sending) ?? passing(answer);
}
