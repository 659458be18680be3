import { expect, test } from "vitest";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { HOSTILE } from "../../../test/support/messages.ts";
import { emptyReport, pictureOf, weekReport, withPictures } from "../../../test/support/emails.ts";
import type { Report } from "../../core/report.ts";
import { API_BASES } from "../bases.ts";
import { discordBot } from "../discord-bot/kind.ts";
import { discord } from "./kind.ts";

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
    { name: "Airtime", value: "**52 h 10 m**\n+12 % on the week before", inline: true },
    { name: "Lives", value: "**38**\n17 creators", inline: true },
    { name: "Best rank", value: "**#3**\nKenji Plays, Saturday", inline: true },
    { name: "Price changes", value: "**6**", inline: true },
  ]);
  expect(lives).toMatchObject({ title: "Lives" });
  expect(lives!.description).toMatch(/^\*\*Most airtime\*\*\n```\nBigfoot Fitne… 12 h 30 m \+20 % ▂▄·▁▅█▇\n/);
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
