import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge } from "./kind.ts";

const sent = { kind: "sent", ref: null, pauseSeconds: 1 };
const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });

test.each<[string, OutboundAnswer, object]>([
  ["200 ok", answered(200, "ok"), sent],
  ["200 ok and a line break", answered(200, "ok\n"), sent],
  ["200 of a workflow", answered(200, '{"ok":true}'), sent],
  ["410 and a page", answered(410, "<html>"), { kind: "gone" }],
  ["404 no_service_id", answered(404, "no_service_id"), { kind: "gone" }],
  ["404 team_disabled", answered(404, "team_disabled"), { kind: "gone" }],
  ["403 and a page", answered(403, "<html>"), later("delivery")],
  ["413", answered(413), { kind: "reformat" }],
  ["200 without ok", answered(200, "<html>"), later("delivery")],
  ["200 and empty", answered(200), later("delivery")],
  ["200 and false", answered(200, '{"ok":false}'), later("delivery")],
  ["200 with a failure", answered(200, '{"ok":false,"error":"invalid_token"}'), { kind: "gone" }],
  ["404 no_service", answered(404, "no_service"), { kind: "gone" }],
  ["404 No service", answered(404, "No service"), { kind: "gone" }],
  ["404 no_active_hooks", answered(404, "no_active_hooks"), { kind: "gone" }],
  ["404 no_team", answered(404, "no_team"), { kind: "gone" }],
  ["404 channel_not_found", answered(404, "channel_not_found"), { kind: "gone" }],
  ["404 and a page", answered(404, "<html>no_service"), later("delivery")],
  [
    "410 channel_is_archived",
    answered(410, "channel_is_archived"),
    { kind: "gone", reason: expect.stringMatching(/_archived/) },
  ],
  ["403 invalid_token", answered(403, "invalid_token"), { kind: "gone" }],
  ["403 action_prohibited", answered(403, "action_prohibited"), { ...later("delivery"), fix: "allow" }],
  ["403 posting_to_general_channel_denied", answered(403, "posting_to_general_channel_denied"), later("delivery")],
  ["400 invalid_payload", answered(400, "invalid_payload"), { kind: "reformat" }],
  ["400 invalid_blocks", answered(400, "invalid_blocks"), { kind: "reformat" }],
  ["400 no_text", answered(400, "no_text"), { kind: "reformat" }],
  ["400 unknown", answered(400, "user_not_found"), { ...later("delivery"), fix: "refused" }],
  ["400 without a code", answered(400, "?"), { kind: "reformat" }],
  ["429", answered(429, "rate_limited", { "retry-after": "7" }), later("route", 7)],
  ["429 without a time", answered(429), later("route")],
  ["301", answered(301), later("delivery")],
  ["500", answered(500, "rollup_error"), later("delivery")],
  ["503 with a time", answered(503, "", { "retry-after": "60" }), later("route", 60)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { plain: false })).toMatchObject(expected);
});

test("a second refusal of the format is final", () => {
  expect(judge(answered(400, "invalid_blocks"), { plain: true })).toEqual({
    kind: "dead",
    reason: "Slack rejected the message format (invalid_blocks)",
  });
});
