import { expect, test } from "vitest";
import { sent, titled } from "../../../test/support/emails.ts";
import { fullNotice, HOSTILE, liveNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import { email } from "./kind.ts";
import { limits, markupProblems } from "./limits.ts";

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
