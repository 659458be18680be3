import { expect, test } from "vitest";
import { nobody, sent, settings } from "../../../test/support/fake-discord.ts";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { bareNotice, fullNotice, liveNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Message, Notice } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { discord } from "./kind.ts";

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
