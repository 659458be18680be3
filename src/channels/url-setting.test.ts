import { expect, test } from "vitest";
import { discordSettings } from "./discord/kind.ts";
import { PUBLIC_ONLY } from "../core/public-url.ts";
import { slackSettings } from "./slack/kind.ts";
import { safeLink, safePicture } from "./link.ts";
import { maskedUrl } from "./url-setting.ts";

test.each<[string, string | null]>([
  ["https://www.tiktok.com/@maria/live", "https://www.tiktok.com/@maria/live"],
  ["http://127.0.0.1:8787/dashboard?a=1&b=2#c", "http://127.0.0.1:8787/dashboard?a=1&b=2#c"],
  ["https://www.tiktok.com/@everyone/live", "https://www.tiktok.com/%40everyone/live"],
  ["https://a.com/(b)|<c> d`*~'\"\\?\\", "https://a.com/%28b%29%7C%3Cc%3E%20d%60%2A%7E%27%22/?%5C"],
  ["https://user@a.com/", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["no url", null],
  [`https://a.com/${"a".repeat(1000)}`, null],
  [`https://a.com/${"é".repeat(400)}`, null],
])("%s", (url, expected) => {
  expect(safeLink(url)).toBe(expected);
});

test.each<[string | null, string | null]>([
  ["https://p16.tiktokcdn.com/a~tplv:1:1.webp?x=a%2Bb", "https://p16.tiktokcdn.com/a~tplv:1:1.webp?x=a%2Bb"],
  ["http://127.0.0.1:8788/pictures/cover/1.png", "http://127.0.0.1:8788/pictures/cover/1.png"],
  ["http://p16.tiktokcdn.com/a.png", null],
  ["https://10.0.0.1/a.png", null],
  ["https://cdn.internal/a.png", null],
  ["attachment://a.png", null],
  [`https://p16.tiktokcdn.com/${"é".repeat(400)}.png`, null],
  [null, null],
])("picture %s", (address, expected) => {
  expect(safePicture(address)).toBe(expected);
});

const DISCORD = "https://discord.com/api/webhooks/12/a_-B";
const SLACK = "https://hooks.slack.com/services/T1/B1/abc";

test.each([
  [` ${DISCORD}\n`, { url: DISCORD }],
  [`"${DISCORD}"`, { url: DISCORD }],
  [`<${DISCORD}>`, { url: DISCORD }],
  [`${DISCORD}/?wait=true`, { url: DISCORD }],
  [`${DISCORD}?thread_id=77&wait=true`, { url: DISCORD, threadId: "77" }],
  [
    DISCORD.replace("discord.com", "canary.discordapp.com"),
    { url: DISCORD.replace("discord.com", "canary.discordapp.com") },
  ],
])("a Discord address as it is pasted: %s", (url, settings) => {
  expect(discordSettings(PUBLIC_ONLY).parse({ url })).toEqual(settings);
});

test("a thread in the settings takes precedence over one in the address", () => {
  const url = `${DISCORD}?thread_id=77`;
  expect(discordSettings(PUBLIC_ONLY).parse({ url, threadId: "5" })).toEqual({ url: DISCORD, threadId: "5" });
});

test.each([[SLACK], [`<${SLACK}|hooks.slack.com>`], [`'${SLACK}/'`]])("a Slack address as it is pasted: %s", (url) => {
  expect(slackSettings(PUBLIC_ONLY).parse({ url })).toEqual({ url: SLACK });
});

test.each([
  [discordSettings, "https://discord.com/channels/1/2", "must be a webhook", "Copy Webhook URL"],
  [discordSettings, "#live", "must be an https URL", "Copy Webhook URL"],
  [discordSettings, `${DISCORD}?thread_id=x`, "digits", "Copy Webhook URL"],
  [discordSettings, `${DISCORD}?x=1`, "nothing but a thread_id", "Copy Webhook URL"],
  [slackSettings, `${SLACK}?x=1`, "must be an incoming webhook", "Incoming Webhooks"],
  [slackSettings, "https://team.slack.com/archives/C1", "must be on hooks.slack.com", "api.slack.com/apps"],
  [slackSettings, "https://app.slack.com/client/T1/C1", "must be on hooks.slack.com", "Incoming Webhooks"],
])("what is none says where the right one is: %#", (settings, url, ...words) => {
  const [issue] = settings(PUBLIC_ONLY).safeParse({ url }).error!.issues;
  expect(issue!.path).toEqual(["url"]);
  for (const word of words) expect(issue!.message).toContain(word);
});

test.each([
  ["https://discord.com/api/webhooks/123456/abc", "https://discord.com/…"],
  ["https://discord.com/api/webhooks/123456/abcdefghijkl", "https://discord.com/…ijkl"],
  ["https://example.com/a/long/path/to/it?key=abc", "https://example.com/…"],
  ["nowhere", "…"],
])("the mask of %s shows no secret as a whole", (address, masked) => expect(maskedUrl(address)).toBe(masked));
