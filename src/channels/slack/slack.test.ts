import { expect, test } from "vitest";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { bareNotice, fullNotice, HOSTILE, liveNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Mention, Message } from "../../core/notice.ts";
import { API_BASES } from "../bases.ts";
import { slack } from "./kind.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";

const settings = { url: "https://hooks.slack.com/services/T0001/B0002/abcdefghijkl" };
const sent = (message: Message, plain = false) =>
  slack.render({ settings, message, deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain, bases: API_BASES });
const reported = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
const section = (text: string) => ({ type: "section", text: reported(text) });
const when = "<!date^1767614400^{time}|12:00 UTC>";
const watch = "https://www.tiktok.com/@maria/live";
const calm = { unfurl_links: false, unfurl_media: false };

test("a live alert", () => {
  const request = sent({ ...messageOf(fullNotice), mentions: [{ kind: "here" }] });
  expect([request.method, request.url]).toEqual(["POST", settings.url]);
  expect(bodyOf(request)).toEqual({
    text: "Maria is live <!here>",
    blocks: [section(`*<${watch}|Maria is live>* <!here>`)],
    attachments: [
      {
        color: "#e5383b",
        blocks: [
          section(`Started ${when}`),
          { type: "section", fields: [reported("*Rank*\n#7 → *#4*")] },
          section(`<${watch}|Watch>`),
          { type: "context", elements: [reported("default watchlist")] },
        ],
      },
    ],
    ...calm,
  });
});

test("a single notice shows cover and avatar in formats that Slack supports; plain text and lists show neither", () => {
  const cover = "https://p16.tiktokcdn.com/cover~tplv-1.jpeg?x-expires=1";
  const avatar = "https://p16.tiktokcdn.com/avatar.png";
  const image = (image_url: string, alt_text: string) => ({ type: "image", image_url, alt_text });
  const notice = { ...fullNotice, pictures: { cover, avatar } };
  expect((bodyOf(sent(messageOf(notice))) as any).blocks).toEqual([
    { ...section(`*<${watch}|Maria is live>*`), accessory: image(avatar, "Picture of Maria") },
    image(cover, "Cover of the stream of Maria"),
  ]);
  expect(limits.problems(sent(messageOf(notice)))).toEqual([]);
  for (const request of [sent(messageOf(notice), true), sent(messageOf(notice, notice))])
    expect(JSON.stringify(bodyOf(request))).not.toContain("tiktokcdn");
  for (const name of ["a.webp", "a~tplv.image", "a", "a.heic"]) {
    const other = { cover: `https://p16.tiktokcdn.com/${name}`, avatar: null };
    expect(JSON.stringify(bodyOf(sent(messageOf({ ...fullNotice, pictures: other }))))).not.toContain("tiktokcdn");
  }
});

test("a notice with only a title", () => {
  expect(bodyOf(sent(messageOf(bareNotice("News"))))).toEqual({ text: "News", blocks: [section("*News*")], ...calm });
});

test("plain text", () => {
  expect(bodyOf(sent(messageOf(fullNotice), true))).toEqual({
    text: `Maria is live\nStarted ${when}\n<${watch}|Watch>\nRank: #7 → #4\ndefault watchlist`,
    ...calm,
  });
});

test("many starts in one message", () => {
  const line = (name: string) => `• *${name}* is live · started ${when}`;
  expect(bodyOf(sent(messageOf(...["Maria", "Suna", "Kenji"].map(liveNotice))))).toEqual({
    text: "Maria, Suna and Kenji are live",
    blocks: [section("*Maria, Suna and Kenji are live*"), section(["Maria", "Suna", "Kenji"].map(line).join("\n"))],
    ...calm,
  });
});

test("sixty items have a line each, a thousand are names under common headings", () => {
  const reported = (count: number) => {
    const request = sent(messageOf(...Array.from({ length: count }, (_, n) => liveNotice(`Ana ${n}`))));
    expect(limits.problems(request)).toEqual([]);
    const [, ...list] = bodyOf(request)["blocks"] as { text: { text: string } }[];
    return list.map(({ text }) => text.text);
  };
  expect(reported(60).join("\n").split("\n")).toHaveLength(60);
  expect(reported(1000).join(", ")).toMatch(/^\*Live:\* Ana 0, Ana 1, .*, Ana 999$/);
});

test("a time on another day has its date", () => {
  const at = STARTED_AT - 86_400_000;
  const notice = { ...fullNotice, body: [{ at, style: "relative" as const }] };
  expect(JSON.stringify(bodyOf(sent(messageOf(notice))))).toContain(
    "<!date^1767528000^{date_short_pretty} at {time}|2026-01-04 12:00 UTC>",
  );
});

test("a hostile name cannot mention, link or format", () => {
  const zero = "\u200b";
  expect(bodyOf(sent(messageOf(bareNotice(HOSTILE))))["text"]).toBe(
    `∗bold∗ ˍxˍ ˋcodeˋ &lt;!channel&gt; &lt;@${zero}123&gt; &lt;http:${zero}//evil.com|click&gt; @${zero}everyone ` +
      `[a](https:${zero}//e.com) maria_b`,
  );
});

test.each<[Mention, string]>([
  [{ kind: "here" }, "News <!here>"],
  [{ kind: "everyone" }, "News <!channel>"],
  [{ kind: "user", id: "U012AB" }, "News <@U012AB>"],
  [{ kind: "subteam", id: "S012AB" }, "News <!subteam^S012AB>"],
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

test("the mask shows at most four characters", () => {
  expect(slack.mask(settings)).toEqual({ url: "https://hooks.slack.com/…ijkl" });
  expect(slack.mask({ url: "http://127.0.0.1:8787/short" })).toEqual({ url: "http://127.0.0.1:8787/…" });
});
