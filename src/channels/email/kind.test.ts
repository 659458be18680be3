import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { provided, reported, sent, settingsOf, unsubscribe, weekReport } from "../../../test/support/emails.ts";
import { sending } from "../../../test/support/generated-messages.ts";
import { reporting } from "../../../test/support/generated-reports.ts";
import { answered, bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import { runs } from "../../../test/support/runs.ts";
import { mailRefusal, mailServices } from "../dialects/mail/sim/rules.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf, stringsIn } from "../limits.ts";
import { email, judge } from "./kind.ts";
import { limits, markupProblems } from "./limits.ts";
import { SERVICE_NAMES } from "./settings.ts";
import { API_BASES } from "../registry.ts";

test.each<[string, string, string]>([
  [unsubscribe, `<${unsubscribe}>`, 'href="https://example.com/stop?list=live&amp;who=all"'],
  ["mailto:stop@example.com?subject=stop", "<mailto:stop@example.com?subject=stop>", 'href="mailto:stop@example.com?'],
])("names where to unsubscribe: %s", (address, header, href) => {
  for (const mail of [
    sent(messageOf(fullNotice), { unsubscribe: address }),
    reported(weekReport, { unsubscribe: address }),
  ]) {
    expect(mail.headers).toEqual([["List-Unsubscribe", header]]);
    expect(mail.text.split("\n").at(-1)).toBe(`Unsubscribe: ${address}`);
    expect(mail.html).toContain(href);
  }
  const german = sent({ ...messageOf(fullNotice), language: "de" }, { unsubscribe: address });
  expect(german.text).toContain(`Abmelden: ${address}`);
  const without = sent(messageOf(fullNotice));
  expect([without.headers, without.text.includes("Unsubscribe")]).toEqual([[], false]);
});

test("a repeated request is known to Resend, one with other words is new", () => {
  const key = (more: object) =>
    email.render({ ...provided, settings: settingsOf("resend"), message: messageOf(fullNotice), ...more }).headers[
      "idempotency-key"
    ];
  expect(key({ at: STARTED_AT + 60_000 })).toBe(key({}));
  const rest = [{ plain: true }, { deliveryId: "dlv_2" }, { message: messageOf(fullNotice, bareNotice("Over")) }];
  expect(new Set([{}, ...rest].map(key)).size).toBe(4);
});

test("a second try is text alone", () => {
  const message = messageOf(fullNotice);
  expect([sent(message, {}, true).html, reported(weekReport, {}, true).html]).toEqual(["", ""]);
});

describe.each(SERVICE_NAMES)("whatever is said, %s", (service) => {
  const settings = settingsOf(service, { unsubscribe });
  const problems = (request: ReturnType<typeof email.render>): string[] => {
    const fake = mailServices[service]!;
    const reason = mailRefusal(fake, bodyOf(request));
    const { html } = fake.read(bodyOf(request));
    return [
      ...(reason === undefined ? [] : [reason]),
      ...(fake.knows((name) => request.headers[name]) ? [] : ["key"]),
      ...(html.length <= 102_400 ? [] : ["long HTML"]),
      ...markupProblems(html),
      ...(limits.uninvited!({ html }, []) as string[]),
      ...stringsIn(bodyOf(request)).filter((text) => !text.isWellFormed()),
    ];
  };

  test("takes any message", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(sending(true), (message) => {
        expect(problems(email.render({ ...message, settings, edit: null, bases: API_BASES }))).toEqual([]);
      }),
      { numRuns: runs(10_000, 50) },
    );
  });

  test("takes any digest", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(reporting, (report) => {
        expect(problems(email.report({ ...report, settings, bases: API_BASES }))).toEqual([]);
      }),
      { numRuns: runs(2000, 20) },
    );
  });
});

describe("judge", () => {
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
    [
      "Postmark: inactive recipient",
      reported(422, { ErrorCode: 406, Message: "x" }),
      { kind: "later", fix: "address" },
    ],
    ["Postmark: pending account", reported(422, { ErrorCode: 412, Message: "x" }), { kind: "later", fix: "allow" }],
    ["Postmark: bad request", reported(422, { ErrorCode: 300, Message: "x" }), { kind: "reformat" }],
    ["400", reported(400, { message: "x" }), { kind: "reformat" }],
    ["413", answered(413), { kind: "reformat" }],
    ["422", reported(422, { name: "missing_required_field" }), { kind: "reformat" }],
    ["429", answered(429, "", { "retry-after": "7" }), { kind: "later", scope: "route", afterSeconds: 7 }],
    ["302", answered(302), { kind: "later" }],
    ["500", answered(500), { kind: "later", scope: "delivery" }],
    [
      "503 with a time",
      answered(503, "", { "retry-after": "60" }),
      { kind: "later", scope: "route", afterSeconds: 60 },
    ],
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
});
