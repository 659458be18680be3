import { codeOf } from "../dialects/discord/codes.ts";
import { discordJudge, gone } from "../dialects/discord/answers.ts";

const UNKNOWN_WEBHOOK = 10015;
const INVALID_TOKEN = 50027;

/** Judges Discord's answer to a webhook. */
export const judge = discordJudge({
  sender(status, body) {
    const code = codeOf(body);
    if (status === 404 && code === UNKNOWN_WEBHOOK) return gone("the webhook no longer exists (10015)");
    if ((status === 401 || status === 403) && code === INVALID_TOKEN)
      return gone("the webhook's token is not valid (50027)");
    return null;
  },
  blocked: "Discord blocks the address that we send from (429): a discord-bot channel has its own limit",
  alwaysStatesTime: true,
  // All threads of a webhook share its limit.
  userLimit: "route",
});
