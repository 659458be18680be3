import { describe, expect, test } from "vitest";
import { emptyReport, pictureOf, weekReport, withPictures } from "../../../test/support/emails.ts";
import { nobody, sent, settings } from "../../../test/support/fake-discord.ts";
import {
  answered,
  bareNotice,
  fullNotice,
  HOSTILE,
  liveNotice,
  messageOf,
  STARTED_AT,
} from "../../../test/support/messages.ts";
import type { Mention, Message, Notice } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import type { Report } from "../../core/report.ts";
import { discordBot } from "../discord-bot/kind.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "../limits.ts";
import { discord, judge } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

const json = JSON.stringify;
const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "1.3" };

test.each<[string, OutboundAnswer, object]>([
  [
    "200 with the message",
    answered(200, json({ id: "12345678901234567890" })),
    { kind: "sent", ref: "12345678901234567890", pauseSeconds: 0 },
  ],
  ["204", answered(204), { kind: "sent", ref: null, pauseSeconds: 0 }],
  ["the last of its window", answered(200, json({ id: "1" }), spent), { kind: "sent", ref: "1", pauseSeconds: 2 }],
  [
    "calls left",
    answered(200, json({ id: "1" }), { ...spent, "x-ratelimit-remaining": "3" }),
    { kind: "sent", pauseSeconds: 0 },
  ],
  ["404 unknown webhook", answered(404, json({ code: 10015 })), { kind: "gone" }],
  ["400 in a forum", answered(400, json({ code: 220001 })), { ...later("delivery"), fix: "thread" }],
  ["404 unknown thread", answered(404, json({ code: 10003 })), { kind: "gone" }],
  ["404 unknown message", answered(404, json({ code: 10008 })), later("delivery")],
  ["404 and a page", answered(404, "<html>10015</html>"), later("delivery")],
  ["401 invalid token", answered(401, json({ code: 50027 })), { kind: "gone" }],
  ["403 invalid token", answered(403, json({ code: 50027 })), { kind: "gone" }],
  ["403 missing permissions", answered(403, json({ code: 50013 })), { ...later("delivery"), fix: "allow" }],
  ["429 with a header", answered(429, "", { "retry-after": "3" }), later("thread", 3)],
  ["429 with a body", answered(429, json({ retry_after: 0.35, global: false })), later("thread", 1)],
  [
    "429 with both: the longer",
    answered(429, json({ retry_after: 64.57 }), { "retry-after": "2" }),
    later("thread", 65),
  ],
  ["429 with neither", answered(429, json({ message: "slow" })), later("egress")],
  ["429 and empty", answered(429), later("egress")],
  ["429 and a page", answered(429, "<!DOCTYPE html>", { "retry-after": "5" }), later("egress")],
  ["429 and 1015", answered(429, "error code: 1015", { "retry-after": "5" }), later("egress")],
  ["413", answered(413), { kind: "reformat" }],
  ["400 empty message", answered(400, json({ code: 50006 })), { kind: "reformat" }],
  ["401 for another reason", answered(401, json({ code: 0 })), later("delivery")],
  ["503", answered(503), later("delivery")],
  ["400", answered(400, json({ code: 50035 })), { kind: "reformat" }],
  ["302", answered(302), later("delivery")],
  ["500", answered(500), later("delivery")],
  ["502 with a time", answered(502, "", { "retry-after": "9" }), later("route", 9)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { edit: null, plain: false })).toMatchObject(expected);
});

test("a second refusal of the format is final", () => {
  expect(judge(answered(400, json({ code: 50035 })), { edit: null, plain: true })).toEqual({
    kind: "dead",
    reason: "Discord rejected the message format (50035)",
  });
});

test("the message to edit may be gone while the webhook exists", () => {
  const edit = { edit: "1", plain: false };
  expect(judge(answered(404, json({ code: 10008 })), edit).kind).toBe("vanished");
  expect(judge(answered(403, json({ code: 50005 })), edit).kind).toBe("vanished");
  expect(judge(answered(400, json({ code: 50083 })), edit).kind).toBe("vanished");
  expect(judge(answered(404, json({ code: 10015 })), edit).kind).toBe("gone");
});

test("a blocked address suggests a bot", () => {
  expect(judge(answered(429), { edit: null, plain: false })).toMatchObject({
    reason: "Discord blocks the address that we send from (429): a discord-bot channel has its own limit",
  });
});

const watch = "https://www.tiktok.com/@maria/live";
const ended: Notice = {
  ...fullNotice,
  tone: "over",
  title: "Maria was live",
  url: null,
  body: ["Streamed for 3 h 42 m"],
  fields: [],
  among: { who: "Maria", together: "were live", heading: "Was live", brief: "Maria" },
  links: [],
  footer: null,
};

test("a live alert", () => {
  const request = sent({ ...messageOf(fullNotice), mentions: [{ kind: "here" }] });
  expect([request.method, request.url]).toEqual(["POST", `${settings.url}?wait=true&with_components=true`]);
  expect(limits.problems(request)).toEqual([]);
  expect(bodyOf(request)).toEqual({
    username: "Tallylight",
    content: "Maria is live @here",
    embeds: [
      {
        title: "Maria",
        url: watch,
        description: "Started <t:1767614400:R>",
        color: 0xe5383b,
        fields: [{ name: "Rank", value: "#7 → **#4**", inline: true }],
        footer: { text: "default watchlist" },
      },
    ],
    components: [{ type: 1, components: [{ type: 2, style: 5, label: "Watch", url: watch }] }],
    allowed_mentions: { parse: ["everyone"], roles: [], users: [] },
  });
});

const pictures = {
  cover: "https://p16.tiktokcdn.com/cover~tplv-1.webp?x-expires=1",
  avatar: "https://p16.tiktokcdn.com/avatar.jpeg",
};

test("a single notice shows cover and avatar; plain text and lists show neither", () => {
  const notice = { ...fullNotice, pictures };
  const { embeds } = bodyOf(sent(messageOf(notice))) as any;
  expect(embeds[0]).toMatchObject({ image: { url: pictures.cover }, thumbnail: { url: pictures.avatar } });
  expect(limits.problems(sent(messageOf(notice)))).toEqual([]);
  for (const request of [sent(messageOf(notice), { plain: true }), sent(messageOf(notice, notice))])
    expect(JSON.stringify(bodyOf(request))).not.toContain("tiktokcdn");
  const inner = { cover: "https://169.254.169.254/latest", avatar: "http://p16.tiktokcdn.com/a.jpeg" };
  expect(JSON.stringify(bodyOf(sent(messageOf({ ...fullNotice, pictures: inner }))))).not.toMatch(/169|http:/);
});

test("the end is edited into the same message: grey, without buttons, without mentions", () => {
  const message: Message = { ...messageOf(ended), mentions: [{ kind: "here" }, { kind: "role", id: "1" }] };
  const request = sent(message, { edit: "777", threadId: "42" });
  expect([request.method, request.url]).toEqual([
    "PATCH",
    `${settings.url}/messages/777?with_components=true&thread_id=42`,
  ]);
  expect(bodyOf(request)).toEqual({
    content: "Maria was live",
    embeds: [{ description: "Streamed for 3 h 42 m", color: 0x80848e }],
    components: [],
    allowed_mentions: nobody,
  });
});

test("plain text, new and edited", () => {
  const content = `Maria is live\nStarted <t:1767614400:R>\nWatch <${watch}>\nRank: #7 → #4\ndefault watchlist`;
  const fresh = sent(messageOf(fullNotice), { plain: true });
  expect(fresh.url).toBe(`${settings.url}?wait=true`);
  expect(bodyOf(fresh)).toEqual({ username: "Tallylight", content, allowed_mentions: nobody });
  expect(bodyOf(sent(messageOf(fullNotice), { plain: true, edit: "7" }))).toEqual({
    content,
    embeds: [],
    components: [],
    allowed_mentions: nobody,
  });
});

const [maria, suna, kenji, ana] = ["Maria", "Suna", "Kenji", "Ana"].map(liveNotice) as [Notice, Notice, Notice, Notice];

test.each<[Notice[], string, number]>([
  [[maria, suna], "Maria and Suna are live", 0xe5383b],
  [[maria, suna, kenji], "Maria, Suna and Kenji are live", 0xe5383b],
  [[maria, suna, kenji, ana], "Maria, Suna and Kenji are live · 1 more", 0xe5383b],
  [[maria, suna, kenji, ana, ended], "Maria, Suna and Kenji are live · 2 more updates", 0x5865f2],
  [[maria, ended], "Maria is live · 1 more update", 0x5865f2],
  [[maria, bareNotice("News"), bareNotice("More")], "Maria is live · 2 more updates", 0x5865f2],
  [[bareNotice("News"), bareNotice("More")], "News · 1 more update", 0x5865f2],
  [[liveNotice("x".repeat(200)), suna], `${"x".repeat(39)}… and Suna are live`, 0xe5383b],
])("many in one message: %#", (notices, title, color) => {
  const { content, embeds } = bodyOf(sent(messageOf(...notices)));
  expect(content).toBe(title);
  expect(embeds).toMatchObject([{ color }]);
  expect((embeds as object[])[0]).not.toHaveProperty("title");
});

const embedsOf = (notices: Notice[], edit: string | null = null) =>
  bodyOf(sent(messageOf(...notices), { edit }))["embeds"] as { description: string }[];

test("a line each as long as they fit, then names under common headings", () => {
  const live = (count: number) => Array.from({ length: count }, (_, n) => liveNotice(`Creator ${n}`));
  const lines = embedsOf(live(60)).flatMap(({ description }) => description.split("\n"));
  expect(lines).toHaveLength(60);
  expect(lines[59]).toBe("• **Creator 59** is live · started <t:1767614400:R>");
  const [names, ...rest] = embedsOf([...live(200), bareNotice("News"), ...live(1)]);
  expect(rest).toEqual([]);
  expect(names!.description).toMatch(/^\*\*Live:\*\* Creator 0, Creator 1, .*, Creator 199, Creator 0\n• News$/);
});

test("items that do not fit go into another message; an edit that must hold them counts them", () => {
  const { part } = discord as { part: NonNullable<typeof discord.part> };
  const form = { at: STARTED_AT, plain: false };
  const all = messageOf(...Array.from({ length: 2000 }, (_, n) => liveNotice(`Creator ${n}`)));
  const named = part(all, form);
  expect(named.length).toBeGreaterThan(400);
  expect(named).toEqual(all.items.slice(0, named.length));
  expect(JSON.stringify(bodyOf(sent({ ...all, items: named }))["embeds"])).not.toContain(" more");
  expect(
    embedsOf(
      all.items.map(({ notice }) => notice),
      "7",
    ).at(-1)!.description,
  ).toMatch(/Creator \d+\n\+1\d{3} more$/);
  expect(part(messageOf(fullNotice), form)).toHaveLength(1);
});

test.each<[string, boolean]>([
  ["https://discord.com/api/webhooks/1/a-b_c", true],
  ["https://discordapp.com/api/webhooks/1/abc", true],
  ["https://ptb.discord.com/api/webhooks/1/abc", true],
  ["https://canary.discord.com/api/v10/webhooks/1/abc", true],
  ["https://discord.com/api/webhooks/1", false],
  ["https://discord.com/api/webhooks/1/abc/slack", false],
  ["https://discord.com/api/webhooks/1/abc?wait=true", true],
  ["https://evil.discord.com/api/webhooks/1/abc", false],
  ["https://discord.com.evil.com/api/webhooks/1/abc", false],
  ["https://discord.com:444/api/webhooks/1/abc", false],
])("the URL %s: %s", (url, taken) => {
  expect(discord.settings(PUBLIC_ONLY).safeParse({ url }).success).toBe(taken);
});

describe("digest", () => {
  const settings = { url: "https://discord.com/api/webhooks/123/abcdefghijkl", threadId: "42" };
  const provided = { deliveryId: "dlv_1", data: {}, writtenAt: 0, at: 0, bases: API_BASES };
  const sent = (report: Report, plain = false) => discord.report({ ...provided, settings, report, plain });
  type Embed = { title?: string; description?: string; fields?: object[]; image?: { url: string } };
  const embedsOf = (report: Report) => bodyOf(sent(report))["embeds"] as Embed[];

  test("a digest has its figures, then an embed per section", () => {
    const request = sent(weekReport);
    expect([request.method, request.url]).toEqual(["POST", `${settings.url}?wait=true&thread_id=42`]);
    expect(request.files).toBeUndefined();
    const { embeds, ...rest } = bodyOf(request);
    expect(rest).toEqual({
      username: "Tallylight",
      content: `**Creators of the house, weekly**\n${weekReport.headline}`,
      allowed_mentions: { parse: [], roles: [], users: [] },
    });
    const [head, lives, ranking] = embeds as Embed[];
    expect(head).toMatchObject({ description: `${weekReport.period}\n*${weekReport.quiet}*` });
    expect(head!.fields).toEqual([
      { name: "Airtime", value: "**52 h 10 m**\n+12 % vs. the week before", inline: true },
      { name: "Lives", value: "**38**\n17 creators", inline: true },
      { name: "Best rank", value: "**#3**\nKenji Plays, Saturday", inline: true },
      { name: "Price changes", value: "**6**", inline: true },
    ]);
    expect(lives).toMatchObject({ title: "Lives" });
    expect(lives!.description).toMatch(/^\*\*Most airtime\*\*\n```\nBigfoot Fitness +12 h 30 m \+20 %\n/);
    expect(lives!.description).toMatch(/\n\*Watched for 6 of 7 days: .+\*$/);
    expect(ranking).not.toHaveProperty("image");
  });

  test("pictures are attached as files with alt text", () => {
    const request = sent(withPictures(weekReport, (name) => pictureOf(name)));
    expect(limits.problems(request)).toEqual([]);
    expect(request.files!.map(({ name, type }) => [name, type])).toEqual([
      ["lives.png", "image/png"],
      ["ranking.png", "image/png"],
    ]);
    expect(bodyOf(request)).toMatchObject({
      attachments: [
        { id: 0, filename: "lives.png", description: pictureOf("lives").alt },
        { id: 1, filename: "ranking.png", description: pictureOf("ranking").alt },
      ],
      embeds: [{}, { image: { url: "attachment://lives.png" } }, { image: { url: "attachment://ranking.png" } }],
    });
  });

  test("a picture without a file is linked, one without an address is left out", () => {
    const url = "https://tallylight.example/charts/lives.png?key=1";
    const request = sent(
      withPictures(weekReport, (name) => (name === "lives" ? pictureOf(name, { url, file: false }) : null)),
    );
    expect(request.files).toBeUndefined();
    expect((bodyOf(request)["embeds"] as Embed[]).map(({ image }) => image?.url)).toEqual([undefined, url, undefined]);
  });

  test("duplicate and unusual file names are replaced", () => {
    const file = { name: "a b/c.png", bytes: new Uint8Array(3) };
    const request = sent(withPictures(weekReport, () => ({ legend: null, alt: "", url: null, file })));
    expect(request.files!.map(({ name }) => name)).toEqual(["a_b_c.png", "a_b_c-1.png"]);
    expect(bodyOf(request)["attachments"]).toEqual([
      { id: 0, filename: "a_b_c.png" },
      { id: 1, filename: "a_b_c-1.png" },
    ]);
  });

  test("tables are shortened before figures", () => {
    const [lives] = weekReport.sections;
    const table = {
      ...lives!.tables[0]!,
      rows: Array.from({ length: 10 }, () => lives!.tables[0]!.rows[1]!),
      more: 10_000,
    };
    const full = { ...lives!, tables: [table, table, table] };
    const report = { ...weekReport, sections: [full, full, full, full, full] };
    const embeds = embedsOf(report);
    expect(limits.problems(sent(report))).toEqual([]);
    expect(embeds[0]!.fields).toHaveLength(4);
    expect(embeds.slice(1).map(({ description }) => description!.match(/\+1000\d more/g)!.length)).toEqual([
      3, 3, 3, 3, 3,
    ]);
  });

  test("an empty digest has only a title", () => {
    expect(bodyOf(sent(emptyReport))).toMatchObject({ content: "**Quiet week**", embeds: [] });
    expect(limits.problems(sent(emptyReport))).toEqual([]);
  });

  test("plain text has neither embeds nor files", () => {
    const request = sent(
      withPictures({ ...weekReport, title: HOSTILE }, (name) => pictureOf(name)),
      true,
    );
    expect(request.files).toBeUndefined();
    expect(Object.keys(bodyOf(request)).sort()).toEqual(["allowed_mentions", "content", "username"]);
    expect(bodyOf(request)["content"]).toMatch(/^\\\*bold\\\* .+\n.+\n.+\nAirtime: 52 h 10 m/);
  });

  test("a bot sends what a webhook sends, under its own name", () => {
    const report = withPictures(weekReport, (name) => pictureOf(name));
    const bot = discordBot.report({ ...provided, settings: { token: "a.b.c", channelId: "55" }, report, plain: false });
    const { username: _, ...said } = bodyOf(sent(report));
    expect(bodyOf(bot)).toEqual({ ...said, nonce: "dlv_1", enforce_nonce: true });
    expect(bot.files!.map(({ name }) => name)).toEqual(["lives.png", "ranking.png"]);
    expect(limits.problems(bot)).toEqual([]);
    expect(bot.url).toBe("https://discord.com/api/v10/channels/55/messages");
  });
});

test("a hostile name cannot mention, link or format", () => {
  const zero = "\u200b";
  const { content } = bodyOf(sent({ ...messageOf(bareNotice(HOSTILE)), mentions: [{ kind: "here" }] }));
  expect(content).toBe(
    `\\*bold\\* \\_x\\_ \\\`code\\\` \\<!channel\\> \\<@${zero}123\\> \\<http:${zero}//evil.com\\|click\\> ` +
      `@${zero}everyone \\[a\\](https:${zero}//e.com) maria\\_b @here`,
  );
});

test("a hostile name cannot escape the label of its link", () => {
  const line = [{ link: "a](https://evil.com) [b", url: "https://x.com/(a)?b=)" }];
  const [embed] = bodyOf(sent(messageOf({ ...fullNotice, line }, fullNotice)))["embeds"] as { description: string }[];
  expect(embed!.description.split("\n")[0]).toBe("• [a)(https:\u200b//evil.com) (b](https://x.com/%28a%29?b=%29)");
});

test.each<[string, string]>([
  ["# big", "\\# big"],
  ["-# small", "\\-# small"],
  ["> quote", "\\> quote"],
  ["- list", "\\- list"],
  ["1. list", "1\\. list"],
  [":smile:", "\\:smile:"],
  ["12:30", "12:30"],
  ["discord.gg/evil", "discord.gg\u200b/evil"],
  ["<t:1:R>", "\\<t\\:1:R\\>"],
])("the body %j", (body, description) => {
  const [embed] = bodyOf(sent(messageOf({ ...bareNotice("News"), body: [`a\n${body}`] })))["embeds"] as object[];
  expect(embed).toMatchObject({ description: `a\n${description}` });
});

test.each<[Mention[], string, object]>([
  [[{ kind: "here" }], "News @here", { parse: ["everyone"], roles: [], users: [] }],
  [[{ kind: "everyone" }, { kind: "here" }], "News @everyone", { parse: ["everyone"], roles: [], users: [] }],
  [
    [
      { kind: "role", id: "12" },
      { kind: "role", id: "12" },
    ],
    "News <@&12>",
    { parse: [], roles: ["12"], users: [] },
  ],
  [[{ kind: "user", id: "34" }], "News <@34>", { parse: [], roles: [], users: ["34"] }],
  [
    [
      { kind: "subteam", id: "S1" },
      { kind: "user", id: "U1" },
    ],
    "News",
    nobody,
  ],
])("%j", (mentions, content, allowed) => {
  expect(bodyOf(sent({ ...messageOf(bareNotice("News")), mentions }))).toMatchObject({
    content,
    allowed_mentions: allowed,
  });
});
