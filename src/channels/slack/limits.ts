import { slackCalls, slackProblems, unfurlProblems, uninvitedOnSlack } from "../dialects/slack/limits.ts";
import { bodyOf, type Limits } from "../limits.ts";

export const limits: Limits = {
  problems: (request) => [...slackProblems(bodyOf(request), request.body), ...unfurlProblems(bodyOf(request))],
  carries: { full: 8000, plain: 3300 },
  refuses: { status: 400, body: "invalid_blocks" },
  forbids: { status: 403, body: "action_prohibited" },
  uninvited: uninvitedOnSlack,
  calls: slackCalls,
};
