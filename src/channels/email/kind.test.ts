import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { provided, reported, sent, settingsOf, unsubscribe } from "../../../test/support/emails.ts";
import { sending } from "../../../test/support/generated-messages.ts";
import { reporting } from "../../../test/support/generated-reports.ts";
import { bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import { weekReport } from "../../../test/support/reports.ts";
import { runs } from "../../../test/support/runs.ts";
import { API_BASES } from "../bases.ts";
import { mailRefusal, mailServices } from "../dialects/mail/sim/rules.ts";
import { bodyOf, stringsIn } from "../limits.ts";
import { email } from "./kind.ts";
import { limits, markupProblems } from "./limits.ts";
import { SERVICE_NAMES } from "./settings.ts";

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
      { numRuns: runs(10_000, 100) },
    );
  });

  test("takes any digest", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(reporting, (report) => {
        expect(problems(email.report({ ...report, settings, bases: API_BASES }))).toEqual([]);
      }),
      { numRuns: runs(2000, 40) },
    );
  });
});
