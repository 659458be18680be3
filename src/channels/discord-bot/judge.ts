import { discordJudge, walled } from "../dialects/discord/answers.ts";
import { untilFixed } from "../outcomes.ts";

/** Judges Discord's answer to a bot. */
export const judge = discordJudge({
  sender: (status, body, text) =>
    status === 401 && !walled(text, body)
      ? untilFixed("token", "Discord says that the bot's token is not valid (401)")
      : null,
  blocked: "Discord blocks the address that we send from (429)",
  alwaysStatesTime: false,
  // A bot has a limit for each thread.
  userLimit: "thread",
});
