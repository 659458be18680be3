import {
  discordCalls,
  discordProblems,
  discordRefusals,
  discordStanding,
  uninvitedOnDiscord,
} from "../dialects/discord/limits.ts";
import { bodyOf, type Limits } from "../limits.ts";

export const limits: Limits = {
  problems: (request) => [
    ...discordProblems(bodyOf(request), request.files),
    ...(/^Bot [\w.-]+$/.test(request.headers["authorization"] ?? "") ? [] : ["authorization"]),
    ...(bodyOf(request)["username"] === undefined ? [] : ["a bot has its own name"]),
    ...(/\/api\/v10\/channels\/\d+\/messages(\/\d+)?$/.test(request.url) ? [] : ["path"]),
  ],
  carries: { full: 5000, plain: 1300 },
  ...discordRefusals,
  uninvited: uninvitedOnDiscord,
  calls: discordCalls,
  standing: discordStanding,
};
