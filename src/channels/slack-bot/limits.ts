import { slackCalls, slackProblems, unfurlProblems, uninvitedOnSlack } from "../dialects/slack/limits.ts";
import type { OutboundRequest } from "../kind.ts";
import { bodyOf, slowDown, type Limits, type Refusal } from "../limits.ts";

const named = (means: Refusal["means"], ...errors: string[]): Refusal[] =>
  errors.map((error) => ({ name: error, status: 200, body: JSON.stringify({ ok: false, error }), means }));

export const limits: Limits = {
  problems,
  carries: { full: 8000, plain: 3300 },
  refuses: { status: 200, body: '{"ok":false,"error":"no_text"}' },
  forbids: { status: 200, body: '{"ok":false,"error":"not_in_channel"}' },
  refusals: [
    ...named("content", "invalid_blocks", "no_text", "msg_too_long", "invalid_payload"),
    ...named("state", "not_in_channel", "missing_scope", "restricted_action", "message_limit_exceeded", "unheard_of"),
    ...named("gone", "invalid_auth", "account_inactive", "token_revoked"),
    // The message to edit may be in an earlier channel of the settings.
    ...named("gone", "channel_not_found", "is_archived").map((one) => ({ ...one, of: "posts" as const })),
    ...named("state", "channel_not_found", "is_archived", "message_not_found", "edit_window_closed").map((one) => ({
      ...one,
      of: "edits" as const,
    })),
    { ...named("fault", "fatal_error")[0]!, name: "its own failure" },
    {
      ...slowDown('{"ok":false,"error":"ratelimited"}'),
      name: "200 and ratelimited",
      status: 200,
    },
    { name: "413", status: 413, body: "", means: "content" },
    { name: "400 and a page", status: 400, body: "<html>", means: "state" },
    slowDown('{"ok":false,"error":"ratelimited"}'),
  ],
  missing: { status: 200, body: '{"ok":false,"error":"message_not_found"}' },
  uninvited: uninvitedOnSlack,
  calls: slackCalls,
  standing: {
    answer: (number) => ({
      status: 200,
      body: JSON.stringify({ ok: true, channel: "C012AB", ts: `${number}.1` }),
    }),
    edited: ({ url, body }) =>
      url.endsWith("/chat.update") ? Number.parseInt((JSON.parse(body) as { ts: string }).ts, 10) : null,
  },
};

function problems(request: OutboundRequest): string[] {
  const body = bodyOf(request);
  const problems = slackProblems(body, request.body);
  if (!/^Bearer [\w-]+$/.test(request.headers["authorization"] ?? "")) problems.push("authorization");
  if (request.headers["content-type"] !== "application/json; charset=utf-8") problems.push("content type");
  if (typeof body["channel"] !== "string" || body["channel"] === "") problems.push("no channel");
  if (request.url.endsWith("/chat.postMessage")) return [...problems, ...unfurlProblems(body)];
  if (!request.url.endsWith("/chat.update")) problems.push("unknown method");
  if (!/^\d+\.\d+$/.test(String(body["ts"]))) problems.push("ts");
  if (!Array.isArray(body["blocks"]) || !Array.isArray(body["attachments"])) problems.push("what was sent stays");
  return problems;
}
