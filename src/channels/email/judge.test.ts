import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge } from "./judge.ts";

const reported = (status: number, body: object) => answered(status, JSON.stringify(body));

test.each<[string, OutboundAnswer, object]>([
  ["taken by Resend", reported(200, { id: "49a3999c" }), { kind: "sent", ref: null }],
  ["taken by SendGrid", answered(202), { kind: "sent" }],
  ["taken by Brevo", reported(201, { messageId: "<1@x>" }), { kind: "sent" }],
  ["taken by Postmark", reported(200, { ErrorCode: 0, Message: "OK" }), { kind: "sent" }],
  ["taken by Cloudflare", reported(200, { success: true, result: { delivered: ["a@b.c"] } }), { kind: "sent" }],
  ["200 that says no", reported(200, { success: false, errors: [] }), { kind: "later" }],
  ["still being taken", reported(409, { name: "concurrent_idempotent_requests" }), { kind: "later" }],
  ["401", reported(401, { message: "API key is invalid" }), { kind: "later", fix: "token" }],
  ["400 for a key", reported(400, { name: "validation_error", message: "API key is invalid" }), { fix: "token" }],
  ["402", reported(402, { code: "not_enough_credits" }), { kind: "later", fix: "limit" }],
  ["403", reported(403, { message: "The domain is not verified" }), { kind: "later", fix: "allow" }],
  ["404", answered(404), { kind: "later", fix: "address" }],
  ["410", answered(410), { kind: "gone" }],
  ["Postmark: unknown sender", reported(422, { ErrorCode: 400, Message: "x" }), { kind: "later", fix: "allow" }],
  ["Postmark: no credits", reported(422, { ErrorCode: 405, Message: "x" }), { kind: "later", fix: "limit" }],
  ["Postmark: inactive recipient", reported(422, { ErrorCode: 406, Message: "x" }), { kind: "later", fix: "address" }],
  ["Postmark: pending account", reported(422, { ErrorCode: 412, Message: "x" }), { kind: "later", fix: "allow" }],
  ["Postmark: bad request", reported(422, { ErrorCode: 300, Message: "x" }), { kind: "reformat" }],
  ["400", reported(400, { message: "x" }), { kind: "reformat" }],
  ["413", answered(413), { kind: "reformat" }],
  ["422", reported(422, { name: "missing_required_field" }), { kind: "reformat" }],
  ["429", answered(429, "", { "retry-after": "7" }), { kind: "later", scope: "route", afterSeconds: 7 }],
  ["302", answered(302), { kind: "later" }],
  ["500", answered(500), { kind: "later", scope: "delivery" }],
  ["503 with a time", answered(503, "", { "retry-after": "60" }), { kind: "later", scope: "route", afterSeconds: 60 }],
  ["no answer", answered(null), { kind: "later", reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { plain: false })).toMatchObject(expected);
});

test("a second refusal of the content is final, any other waits", () => {
  expect(judge(answered(422), { plain: true })).toMatchObject({ kind: "later", fix: "refused" });
  expect(judge(reported(422, { name: "invalid_attachment" }), { plain: true })).toEqual({
    kind: "dead",
    reason: "the service rejected the message format (422)",
  });
});
