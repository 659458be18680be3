import {
  coded,
  discordAnswers,
  discordCalls,
  discordLimit,
  discordProblems,
  discordRefusals,
  discordStanding,
  uninvitedOnDiscord,
} from "../dialects/discord/limits.ts";
import { bodyOf, type Limits } from "../limits.ts";

export const limits: Limits = {
  problems: (request) => discordProblems(bodyOf(request), request.files),
  carries: { full: 5000, plain: 1300 },
  ...discordRefusals,
  refusals: [
    ...discordAnswers,
    { ...discordLimit("user"), name: "429 of the webhook" },
    { ...coded(404, 10015, "Unknown Webhook"), means: "gone" },
    { ...coded(401, 50027, "Invalid Webhook Token"), means: "gone" },
  ],
  uninvited: uninvitedOnDiscord,
  calls: discordCalls,
  standing: discordStanding,
};
