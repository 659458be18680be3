import { expect, test } from "vitest";
import { discordSettings } from "./discord/kind.ts";
import { PUBLIC_ONLY } from "../core/public-url.ts";
import { slackSettings } from "./slack/kind.ts";

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
