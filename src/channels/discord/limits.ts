import {
  discordCalls,
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
  uninvited: uninvitedOnDiscord,
  calls: discordCalls,
  standing: discordStanding,
};
