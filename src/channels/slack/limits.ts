import { slackCalls, slackProblems, unfurlProblems, uninvitedOnSlack } from "../dialects/slack/limits.ts";
import { bodyOf, slowDown, type Limits, type Refusal } from "../limits.ts";

export const limits: Limits = {
  problems: (request) => [...slackProblems(bodyOf(request), request.body), ...unfurlProblems(bodyOf(request))],
  carries: { full: 8000, plain: 3300 },
  refuses: { status: 400, body: "invalid_blocks" },
  forbids: { status: 403, body: "action_prohibited" },
  refusals: [
    ...["invalid_payload", "invalid_blocks", "no_text"].map((body): Refusal => ({
      name: body,
      status: 400,
      body,
      means: "content",
    })),
    { name: "413", status: 413, body: "", means: "content" },
    ...["action_prohibited", "posting_to_general_channel_denied"].map((body): Refusal => ({
      name: body,
      status: 403,
      body,
      means: "state",
    })),
    { name: "an unknown code", status: 400, body: "user_not_found", means: "state" },
    { name: "a page", status: 400, body: "<html>Bad Request</html>", means: "state" },
    ...["no_service", "channel_not_found", "no_team", "no_active_hooks"].map((body): Refusal => ({
      name: body,
      status: 404,
      body,
      means: "gone",
    })),
    { name: "invalid_token", status: 403, body: "invalid_token", means: "gone" },
    { name: "channel_is_archived", status: 410, body: "channel_is_archived", means: "gone" },
    slowDown("rate_limited"),
  ],
  uninvited: uninvitedOnSlack,
  calls: slackCalls,
};
