import { bodyObject } from "../body-object.ts";
import { codeOf, discordOutcome, statedSeconds, walled } from "../dialects/discord/answers.ts";
import type { Judged, OutboundAnswer, Outcome } from "../kind.ts";
import { later, passing, untilFixed } from "../outcomes.ts";

/** Missing access, missing permissions, an archived thread, a locked thread. */
const WAITS = [50001, 50013, 50083, 160005];

/** Judges Discord's answer to a bot. */
export function judge(answer: OutboundAnswer, sending: Judged): Outcome {
  const { status, headers } = answer;
  if (status === null || status >= 500) return passing(answer);
  const body = bodyObject(answer.body);
  const code = codeOf(body);
  if (status === 429) {
    if (walled(answer.body, body)) return later("Discord blocks the address that we send from (429)", "egress");
    return later("Discord asked to slow down (429)", "channel", statedSeconds(headers, body));
  }
  if (status === 401 && !walled(answer.body, body))
    return untilFixed("token", "Discord says that the bot's token is not valid (401)");
  if (sending.edit === null && WAITS.includes(code)) return waiting(code);
  return discordOutcome(answer, body, sending) ?? (WAITS.includes(code) ? waiting(code) : passing(answer));
}

const waiting = (code: number): Outcome => untilFixed("allow", `Discord doesn't allow the bot to post (${code})`);
