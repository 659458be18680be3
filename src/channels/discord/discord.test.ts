import { expect, test } from "vitest";
import { bodyOf, limits } from "../../../test/support/limits.ts";
import { bareNotice, fullNotice, HOSTILE, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Mention, Message, Notice } from "../../core/notice.ts";
import { API_BASES } from "../api-bases.ts";
import { discord } from "./kind.ts";
import { PUBLIC_ONLY } from "../public-url.ts";

const settings = { url: "https://discord.com/api/webhooks/123/abcdefghijkl" };
const sent = (message: Message, { edit = null as string | null, plain = false, threadId = "" } = {}) =>
  discord.render({
    settings: threadId === "" ? settings : { ...settings, threadId },
    message,
    deliveryId: "dlv_1",
    at: STARTED_AT,
    edit,
    plain,
    bases: API_BASES,
  });
const watch = "https://www.tiktok.com/@maria/live";
const nobody = { parse: [], roles: [], users: [] };
const ended: Notice = {
  ...fullNotice,
  tone: "over",
  title: "Maria was live",
  url: null,
  body: ["Streamed for 3 h 42 m"],
  fields: [],
  links: [],
  footer: null,
};

test("a live alert", () => {
  const request = sent({ ...messageOf(fullNotice), mentions: [{ kind: "here" }] });
  expect([request.method, request.url]).toEqual(["POST", `${settings.url}?wait=true&with_components=true`]);
  expect(limits["discord"]!(request)).toEqual([]);
  expect(bodyOf(request)).toEqual({
    username: "Tallylight",
    content: "@here Maria is live",
    embeds: [
      {
        title: "Maria is live",
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

test("its end, edited into the same message: grey, without buttons, pinging nobody", () => {
  const message: Message = { ...messageOf(ended), mentions: [{ kind: "here" }, { kind: "role", id: "1" }] };
  const request = sent(message, { edit: "777", threadId: "42" });
  expect([request.method, request.url]).toEqual([
    "PATCH",
    `${settings.url}/messages/777?with_components=true&thread_id=42`,
  ]);
  expect(bodyOf(request)).toEqual({
    content: "Maria was live",
    embeds: [{ title: "Maria was live", description: "Streamed for 3 h 42 m", color: 0x80848e }],
    components: [],
    allowed_mentions: nobody,
  });
});

test("text alone, new and edited", () => {
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

test.each<[Notice[], string, number]>([
  [[fullNotice, fullNotice], "2 creators are live", 0xe5383b],
  [[fullNotice, fullNotice, ended], "2 creators are live, 1 no longer", 0x5865f2],
  [[ended, ended], "2 creators are no longer live", 0x80848e],
  [[fullNotice, bareNotice("News")], "2 updates", 0x5865f2],
])("many in one message: %#", (notices, title, color) => {
  const { content, embeds } = bodyOf(sent(messageOf(...notices)));
  expect(content).toBe(title);
  expect(embeds).toMatchObject([{ title, color }]);
});

test("more than 25 are counted, fewer where they are long", () => {
  const listed = (line: string) => {
    const notices = Array.from({ length: 60 }, () => ({ ...bareNotice("News"), line: [line] }));
    const [embed] = bodyOf(sent(messageOf(...notices)))["embeds"] as { description: string }[];
    return embed!.description.split("\n");
  };
  expect(listed("short")).toHaveLength(26);
  expect(listed("short").at(-1)).toBe("+35 more");
  const long = listed("x".repeat(300));
  expect(long.at(-1)).toBe(`+${60 - (long.length - 1)} more`);
  expect(long.length).toBeLessThan(20);
});

test("a hostile name neither calls, links nor formats", () => {
  const zero = "\u200b";
  const { content } = bodyOf(sent({ ...messageOf(bareNotice(HOSTILE)), mentions: [{ kind: "here" }] }));
  expect(content).toBe(
    `@here \\*bold\\* \\_x\\_ \\\`code\\\` \\<!channel\\> \\<@${zero}123\\> \\<http:${zero}//evil.com\\|click\\> ` +
      `@${zero}everyone \\[a\\](https:${zero}//e.com) maria\\_b`,
  );
});

test("a hostile name cannot leave the label of its link", () => {
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
  [[{ kind: "here" }], "@here News", { parse: ["everyone"], roles: [], users: [] }],
  [[{ kind: "everyone" }, { kind: "here" }], "@everyone News", { parse: ["everyone"], roles: [], users: [] }],
  [
    [
      { kind: "role", id: "12" },
      { kind: "role", id: "12" },
    ],
    "<@&12> News",
    { parse: [], roles: ["12"], users: [] },
  ],
  [[{ kind: "user", id: "34" }], "<@34> News", { parse: [], roles: [], users: ["34"] }],
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

test.each<[string, boolean]>([
  ["https://discord.com/api/webhooks/1/a-b_c", true],
  ["https://discordapp.com/api/webhooks/1/abc", true],
  ["https://ptb.discord.com/api/webhooks/1/abc", true],
  ["https://canary.discord.com/api/v10/webhooks/1/abc", true],
  ["https://discord.com/api/webhooks/1", false],
  ["https://discord.com/api/webhooks/1/abc/slack", false],
  ["https://discord.com/api/webhooks/1/abc?wait=true", false],
  ["https://evil.discord.com/api/webhooks/1/abc", false],
  ["https://discord.com.evil.com/api/webhooks/1/abc", false],
  ["https://discord.com:444/api/webhooks/1/abc", false],
])("the URL %s: %s", (url, taken) => {
  expect(discord.settings(PUBLIC_ONLY).safeParse({ url }).success).toBe(taken);
});
