import { describe, expect, test } from "vitest";
import { emptyReport, pictureOf, weekReport, withPictures } from "../../../test/support/emails.ts";
import {
  answered,
  bareNotice,
  fullNotice,
  HOSTILE,
  liveNotice,
  messageOf,
  STARTED_AT,
} from "../../../test/support/messages.ts";
import type { Mention, Message } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import type { Report } from "../../core/report.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "../limits.ts";
import { slackBot } from "../slack-bot/kind.ts";
import { judge, slack } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

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

describe("slack", () => {
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
});

describe("digest", () => {
  const settings = { url: "https://hooks.slack.com/services/T0001/B0002/abcdefghijkl" };
  const provided = { deliveryId: "dlv_1", data: {}, writtenAt: 0, at: 0, bases: API_BASES };
  const sent = (report: Report, plain = false) => slack.report({ ...provided, settings, report, plain });
  type Block = { type: string; text?: { text: string }; image_url?: string };
  const blocksOf = (report: Report) => bodyOf(sent(report))["blocks"] as Block[];
  const reported = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
  const header = (text: string) => ({ type: "header", text: { type: "plain_text", text, emoji: false } });
  const url = (name: string) => `http://127.0.0.1:8787/charts/${name}.png?a=1&b=2`;
  const pictured = withPictures(weekReport, (name) => pictureOf(name, { url: url(name) }));

  test("a digest has its figures, then each section under its header", () => {
    const request = sent(pictured);
    expect(request).toMatchObject({ method: "POST", url: settings.url });
    expect(request.files).toBeUndefined();
    expect(limits.problems(request)).toEqual([]);
    const blocks = blocksOf(pictured);
    expect(blocks.map(({ type }) => type).join(" ")).toBe(
      "header section context section context divider header section section image context divider header section image",
    );
    expect(blocks.slice(0, 5)).toEqual([
      header("Creators of the house, weekly"),
      { type: "section", text: reported(weekReport.headline!), expand: true },
      { type: "context", elements: [reported(weekReport.period)] },
      {
        type: "section",
        fields: [
          reported("Airtime\n*52 h 10 m*\n+12 % vs. the week before"),
          reported("Lives\n*38*\n17 creators"),
          reported("Best rank\n*#3*\nKenji Plays, Saturday"),
          reported("Price changes\n*6*"),
        ],
      },
      { type: "context", elements: [reported(weekReport.quiet!)] },
    ]);
    expect(blocks[7]!.text!.text).toMatch(
      /^\*Most airtime\*\n```Bigfoot Fitness +12 h 30 m \+20 %\n[^]+\n\+12 more```$/,
    );
    expect(blocks[9]).toEqual({ type: "image", image_url: url("lives"), alt_text: pictureOf("lives").alt });
    expect(bodyOf(request)["text"]).toBe(
      `Creators of the house, weekly\n${weekReport.headline}\n${weekReport.period}\nAirtime: 52 h 10 m (+12 % vs. the week before)\n` +
        "Lives: 38 (17 creators)\nBest rank: #3 (Kenji Plays, Saturday)\nPrice changes: 6\nProducts: No price changed.",
    );
  });

  test("a picture without an address is not shown", () => {
    expect(blocksOf(withPictures(weekReport, (name) => pictureOf(name))).some(({ type }) => type === "image")).toBe(
      false,
    );
  });

  test("tables are shortened first, then alt texts; figures stay", () => {
    const [lives] = pictured.sections;
    const table = {
      ...lives!.tables[0]!,
      rows: Array.from({ length: 10 }, () => lives!.tables[0]!.rows[3]!),
      more: 10_000,
    };
    const full = {
      ...lives!,
      tables: [table, table, table],
      picture: { ...lives!.picture!, alt: "word ".repeat(800) },
    };
    const report = { ...pictured, sections: [full, full, full, full, full, full] };
    expect(limits.problems(sent(report))).toEqual([]);
    const blocks = blocksOf(report);
    expect(blocks[3]).toMatchObject({ fields: [{}, {}, {}, {}] });
    expect(blocks.filter(({ type }) => type === "image")).toHaveLength(6);
  });

  test("an empty digest has only a title", () => {
    expect(blocksOf(emptyReport)).toEqual([header("Quiet week")]);
    expect(bodyOf(sent(emptyReport))["text"]).toBe("Quiet week");
  });

  test("a hostile title stays text", () => {
    expect(blocksOf({ ...emptyReport, title: HOSTILE })[0]!.text!.text).toMatch(
      /^\*bold\* _x_ `code` &lt;!channel&gt; &lt;@\u200b123&gt;/,
    );
  });

  test("plain text", () => {
    const body = bodyOf(sent(pictured, true));
    expect(Object.keys(body).sort()).toEqual(["text", "unfurl_links", "unfurl_media"]);
    expect(body["text"]).toContain("• Bigfoot Fitness: 12 h 30 m (+20 %)");
  });

  test("a bot sends the same in its channel", () => {
    const bot = slackBot.report({
      ...provided,
      settings: { token: "xoxb-1", channel: "C012AB" },
      report: pictured,
      plain: false,
    });
    const metadata = { event_type: "tallylight_delivery", event_payload: { delivery: "dlv_1" } };
    expect(bodyOf(bot)).toEqual({ channel: "C012AB", ...bodyOf(sent(pictured)), metadata });
    expect(bot.url).toBe("https://slack.com/api/chat.postMessage");
    expect(limits.problems(bot)).toEqual([]);
  });
});
