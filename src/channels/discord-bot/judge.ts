import { discordOutcome, gone, objectOf, toldSeconds, walled } from "../dialects/discord/answers.ts";
import type { OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing } from "../outcomes.ts";

const MISSING_ACCESS = 50001;
const MISSING_PERMISSIONS = 50013;
const ARCHIVED_THREAD = 50083;
const LOCKED_THREAD = 160005;
const WAITS: unknown[] = [MISSING_ACCESS, MISSING_PERMISSIONS, ARCHIVED_THREAD, LOCKED_THREAD];

/** What Discord's answer to a bot means. */
export function judge(answer: OutboundAnswer, sending: { edit: string | null; plain: boolean }): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500) return passing(answer);
  const body = objectOf(answer.body);
  const code = body?.["code"];
  if (status === 429) {
    if (walled(answer.body, body)) return later("Discord blocks the address that we send from (429)", "egress");
    return later("Discord asked to slow down (429)", "channel", toldSeconds(headers, body));
  }
  if (status === 401 && !walled(answer.body, body)) return gone("the bot's token is not valid (401)");
  if (status >= 400 && WAITS.includes(code))
    return later(`Discord does not let the bot post until somebody allows it (${String(code)})`);
  return discordOutcome(answer, body, sending) ?? passing(answer);
}
