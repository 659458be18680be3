import {
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
  problems: (request) => [
    ...discordProblems(bodyOf(request), request.files),
    ...(/^Bot [\w.-]+$/.test(request.headers["authorization"] ?? "") ? [] : ["authorization"]),
    ...(bodyOf(request)["username"] === undefined ? [] : ["a bot has its own name"]),
    ...(/\/api\/v10\/channels\/\d+\/messages(\/\d+)?$/.test(request.url) ? [] : ["path"]),
  ],
  carries: { full: 5000, plain: 1300 },
  ...discordRefusals,
  refusals: [
    ...discordAnswers,
    { ...discordLimit("user"), limits: "thread" },
    { name: "401", status: 401, body: '{"message":"401: Unauthorized","code":0}', means: "state" },
  ],
  uninvited: uninvitedOnDiscord,
  calls: discordCalls,
  standing: discordStanding,
};
