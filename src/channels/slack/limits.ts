import { slackProblems, unfurlProblems, uninvitedOnSlack } from "../dialects/slack/limits.ts";
import { bodyOf, type Limits } from "../limits.ts";

export const limits: Limits = {
  problems: (request) => [...slackProblems(bodyOf(request), request.body), ...unfurlProblems(bodyOf(request))],
  uninvited: uninvitedOnSlack,
};
