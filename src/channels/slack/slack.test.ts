import { expect, test } from "vitest";
import { bodyOf } from "../../../test/support/limits.ts";
import { bareNotice, fullNotice, HOSTILE, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Mention, Message } from "../../core/notice.ts";
import { API_BASES } from "../api-bases.ts";
import { slack } from "./kind.ts";
import { PUBLIC_ONLY } from "../public-url.ts";

const settings = { url: "https://hooks.slack.com/services/T0001/B0002/abcdefghijkl" };
const sent = (message: Message, plain = false) =>
  slack.render({ settings, message, deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain, bases: API_BASES });
const said = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const section = (text: string) => ({ type: "section", text: said(text) });
const when = "<!date^1767614400^{date_short_pretty} at {time}|2026-01-05 12:00 UTC>";
const watch = "https://www.tiktok.com/@maria/live";
const calm = { unfurl_links: false, unfurl_media: false };

test("a live alert", () => {
  const request = sent({ ...messageOf(fullNotice), mentions: [{ kind: "here" }] });
  expect([request.method, request.url]).toEqual(["POST", settings.url]);
  expect(bodyOf(request)).toEqual({
    text: "<!here> Maria is live",
    blocks: [section(`<!here> *<${watch}|Maria is live>*`)],
    attachments: [
      {
        color: "#e5383b",
        blocks: [
          section(`Started ${when}`),
          { type: "section", fields: [said("*Rank*\n#7 → *#4*")] },
          section(`<${watch}|Watch>`),
          { type: "context", elements: [said("default watchlist")] },
        ],
      },
    ],
    ...calm,
  });
});

test("a notice with nothing but a title", () => {
  expect(bodyOf(sent(messageOf(bareNotice("News"))))).toEqual({ text: "News", blocks: [section("*News*")], ...calm });
});

test("text alone", () => {
  expect(bodyOf(sent(messageOf(fullNotice), true))).toEqual({
    text: `Maria is live\nStarted ${when}\n<${watch}|Watch>\nRank: #7 → #4\ndefault watchlist`,
    ...calm,
  });
});

test("many lives in one message", () => {
  const line = `• <${watch}|Maria> is live · started ${when}`;
  expect(bodyOf(sent(messageOf(fullNotice, fullNotice, fullNotice)))).toEqual({
    text: "3 creators are live",
    blocks: [section("*3 creators are live*"), section([line, line, line].join("\n"))],
    ...calm,
  });
});

test("more than 25 are counted", () => {
  const notices = Array.from({ length: 60 }, (_, index) => bareNotice(`News ${index}`));
  const [title, list] = bodyOf(sent(messageOf(...notices)))["blocks"] as [object, { text: { text: string } }];
  expect(title).toEqual(section("*60 updates*"));
  expect(list.text.text.split("\n")).toHaveLength(26);
  expect(list.text.text).toMatch(/• News 24\n\+35 more$/);
});

test("a hostile name neither calls, links nor formats", () => {
  const zero = "\u200b";
  expect(bodyOf(sent(messageOf(bareNotice(HOSTILE))))["text"]).toBe(
    `∗bold∗ ˍxˍ ˋcodeˋ &lt;!channel&gt; &lt;@${zero}123&gt; &lt;http:${zero}//evil.com|click&gt; @${zero}everyone ` +
      `[a](https:${zero}//e.com) maria_b`,
  );
});

test.each<[Mention, string]>([
  [{ kind: "here" }, "<!here> News"],
  [{ kind: "everyone" }, "<!channel> News"],
  [{ kind: "user", id: "U012AB" }, "<@U012AB> News"],
  [{ kind: "subteam", id: "S012AB" }, "<!subteam^S012AB> News"],
  [{ kind: "role", id: "1234" }, "News"],
  [{ kind: "user", id: "U1> <!channel" }, "News"],
])("%j", (mention, text) => {
  expect(bodyOf(sent({ ...messageOf(bareNotice("News")), mentions: [mention, mention] }))["text"]).toBe(text);
});

test.each<[string, boolean]>([
  ["https://hooks.slack.com/services/T0/B0/x", true],
  ["https://hooks.slack-gov.com/services/T0/B0/x", true],
  ["https://hooks.slack.com/workflows/T0/A0/1/x", true],
  ["https://hooks.slack.com/", false],
  ["https://hooks.slack.com/other/T0/B0/x", false],
  ["https://hooks.slack.com/services/../x", false],
  ["https://hooks.slack.com.evil.com/services/T0/B0/x", false],
  ["https://evil.com/services/T0/B0/x", false],
  ["http://hooks.slack.com/services/T0/B0/x", false],
])("the URL %s: %s", (url, taken) => {
  expect(slack.settings(PUBLIC_ONLY).safeParse({ url }).success).toBe(taken);
  expect(slack.settings({ local: true, own: null }).safeParse({ url }).success).toBe(taken);
});

test("the mask shows four characters at most", () => {
  expect(slack.mask(settings)).toEqual({ url: "https://hooks.slack.com/…ijkl" });
  expect(slack.mask({ url: "http://127.0.0.1:8787/short" })).toEqual({ url: "http://127.0.0.1:8787/…" });
});
