import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sending } from "../../../test/support/generated-messages.ts";
import { reporting } from "../../../test/support/generated-reports.ts";
import { bareNotice, fullNotice, HOSTILE, liveNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import { pictureOf, weekReport, withPictures } from "../../../test/support/reports.ts";
import { runs } from "../../../test/support/runs.ts";
import type { Message } from "../../core/notice.ts";
import { API_BASES } from "../bases.ts";
import { mailRefusal, mailServices, type Received } from "../dialects/mail/sim/rules.ts";
import { bodyOf, stringsIn } from "../limits.ts";
import { email } from "./kind.ts";
import { limits, markupProblems } from "./limits.ts";
import { SERVICE_NAMES, type EmailSettings, type ServiceName } from "./settings.ts";

const unsubscribe = "https://example.com/stop?list=live&who=all";
const settingsOf = (service: ServiceName, more: Partial<EmailSettings> = {}): EmailSettings => ({
  service,
  token: "re_ZaQ1xSw2CdE3vFr4BgT5",
  from: "Tallylight <alerts@example.com>",
  to: "maria@example.com",
  ...(service === "cloudflare" ? { account: "0123456789abcdef0123456789abcdef" } : {}),
  ...(service === "json" ? { url: "https://mail.example.com/send" } : {}),
  ...more,
});
const given = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
const sent = (message: Message, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(email.render({ ...given, plain, settings: settingsOf("resend", more), message })),
  );
const titled = (title: string): Received => sent(messageOf(bareNotice(title)));
const reported = (report = weekReport, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(
      email.report({
        settings: settingsOf("resend", more),
        deliveryId: "dlv_1",
        report,
        data: {},
        writtenAt: 0,
        at: 0,
        plain,
        bases: API_BASES,
      }),
    ),
  );

test("a live alert", () => {
  const { subject, text, html } = sent(messageOf(fullNotice));
  expect(subject).toBe("Maria is live");
  expect(text).toBe(
    "Maria is live\nStarted 12:00 UTC\nWatch https://www.tiktok.com/@maria/live\nRank: #7 → #4\ndefault watchlist",
  );
  expect(html).toContain(">Maria is live</h1>");
  expect(html).toContain('<a href="https://www.tiktok.com/@maria/live">Watch</a><br>\nRank: #7 → <strong>#4</strong>');
  expect(html).not.toContain("<img");
});

test.each<[string, string]>([
  ["a\r\nBcc: b@evil.com", "a Bcc: b@evil.com"],
  ["a\u0000\u2028\u2029\u0085b", "a b"],
  ["\u202eevil\u2066\u200b\u200f\u061c\ufeff", "evil"],
  ["\u200b\u2060 ", "Update"],
  ["a\u2065\u034f\u{e0041}b ❤\ufe0f", "ab ❤\ufe0f"],
  ["\ud800x", "\ufffdx"],
  ["👩‍👩‍👧‍👦 <b>", "👩‍👩‍👧‍👦 <b>"],
])("the subject of %j is one visible line", (title, subject) => {
  const mail = titled(title);
  expect(mail.subject).toBe(subject);
  expect(mail.text).not.toContain("\r");
});

test("the HTML part names all that the text names, and no email hides anyone", () => {
  const names = Array.from({ length: 900 }, (_, n) => `Ana "${n}" & Söhne`);
  const message = messageOf(...names.map(liveNotice));
  const unseen = new Set(names);
  for (let left = message.items; left.length > 0;) {
    const items = email.part!({ ...message, items: left }, { at: STARTED_AT, plain: false });
    const { html, text } = sent({ ...message, items });
    expect([html.includes("+"), markupProblems(html)]).toEqual([false, []]);
    for (const { notice } of items) {
      expect(text).toContain(notice.subject);
      expect(html).toContain(notice.subject.replaceAll('"', "&quot;").replace("& ", "&amp; "));
      unseen.delete(notice.subject);
    }
    left = left.filter((item) => !items.includes(item));
  }
  expect(unseen.size).toBe(0);
});

test("a long title is cut", () => expect(titled("x".repeat(9000)).subject).toHaveLength(200));

test("outside text is escaped, and makes no link and no address", () => {
  const hostile = `${HOSTILE} </p><script>alert(1)</script>" onload="x evil.com a@evil.com www.evil.com &lt;img&gt;`;
  const { html, text } = sent(messageOf({ ...fullNotice, title: hostile, body: [hostile], footer: hostile }));
  expect(markupProblems(html)).toEqual([]);
  expect(html).not.toMatch(/<script|<channel|<img|<http/);
  expect(html).toContain("&lt;/p&gt;&lt;script&gt;");
  expect(html).toContain("&amp;lt;img&amp;gt;");
  expect(limits.uninvited!({ html }, [])).toEqual([]);
  expect(text).not.toMatch(/evil\.com|https?:\/\/e|a@evil/);
});

test("a text makes no address with the time after it", () => {
  const body = ["evil@", { at: STARTED_AT, style: "time" as const }];
  const { html, text } = sent(messageOf({ ...fullNotice, body }));
  expect([html.includes("evil@1"), text.includes("evil@1")]).toEqual([false, false]);
});

test("links and pictures cannot end their attribute", () => {
  const tricky = 'https://example.com/a"><script>x</script>?a=1&b=\'"';
  const { html } = sent(
    messageOf({
      ...fullNotice,
      links: [{ label: '"><b>', url: tricky }],
      pictures: { cover: tricky, avatar: null },
    }),
  );
  expect(markupProblems(html)).toEqual([]);
  expect(html).toContain("?a=1&amp;b=");
  expect(html).toContain('alt="Cover of the stream of Maria"');
  for (const url of ["javascript:alert(1)", "http://10.0.0.1/a.png", "data:image/png;base64,x"])
    expect(sent(messageOf({ ...fullNotice, pictures: { cover: url, avatar: null } })).html).not.toContain("<img");
});

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
    email.render({ ...given, settings: settingsOf("resend"), message: messageOf(fullNotice), ...more }).headers[
      "idempotency-key"
    ];
  expect(key({ at: STARTED_AT + 60_000 })).toBe(key({}));
  const others = [{ plain: true }, { deliveryId: "dlv_2" }, { message: messageOf(fullNotice, bareNotice("Over")) }];
  expect(new Set([{}, ...others].map(key)).size).toBe(4);
});

test("a second try is text alone", () => {
  const message = messageOf(fullNotice);
  expect([sent(message, {}, true).html, reported(weekReport, {}, true).html]).toEqual(["", ""]);
});

test("a digest has tables, charts with their description, and links to the whole", () => {
  const linked = {
    ...weekReport,
    sections: weekReport.sections.map((section) => ({
      ...section,
      links: [{ label: "All rows as CSV", url: "https://tally.example.org/pictures/k-airtime.csv?a=1&b=2" }],
    })),
  };
  const pictured = withPictures(linked, (name) => pictureOf(name, { url: `https://tally.example.org/${name}.png` }));
  const { subject, text, html } = reported(pictured);
  expect(subject).toBe(`${weekReport.title}: ${weekReport.headline}`);
  expect(html).toMatch(
    /<tr><td[^>]*>Bigfoot Fitness<\/td><td[^>]*>12 h 30 m<\/td><td[^>]*>\+20 %<\/td><td[^>]*>[▁-█·]+</,
  );
  expect(html).toContain("+12 more");
  expect(html).toContain('<img src="https://tally.example.org/lives.png" alt="Bars: lives of seven days');
  expect(html).toContain('<a href="https://tally.example.org/pictures/k-airtime.csv?a=1&amp;b=2">All rows as CSV</a>');
  expect(text).toContain("All rows as CSV https://tally.example.org/pictures/k-airtime.csv?a=1&b=2");
  expect(text).toContain("Bars: lives of seven days");
  const unpictured = reported(withPictures(linked, (name) => pictureOf(name)));
  expect(unpictured.html).not.toContain("<img");
  expect(unpictured.html).toContain("Bars: lives of seven days");
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
