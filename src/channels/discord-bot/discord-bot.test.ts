import { expect, test } from "vitest";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Message } from "../../core/notice.ts";
import { API_BASES } from "../bases.ts";
import { discord } from "../discord/kind.ts";
import { discordBot } from "./kind.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";

const settings = { token: "MTIz.abc.defghijklmnop", channelId: "55" };
const provided = {
  deliveryId: "dlv_abcdefghijklmnopqrstuvwxyz",
  at: STARTED_AT,
  edit: null,
  plain: false,
  bases: API_BASES,
};
const message: Message = { ...messageOf(fullNotice), mentions: [{ kind: "role", id: "12" }] };

test.each([null, "777"])("sends what a webhook sends, under its own name, and only once (edit: %s)", (edit) => {
  const request = discordBot.render({ ...provided, settings, message, edit });
  const url = "https://discord.com/api/webhooks/1/abc";
  const { username: _, ...said } = bodyOf(discord.render({ ...provided, settings: { url }, message, edit }));
  const once = edit === null ? { nonce: "bcdefghijklmnopqrstuvwxyz", enforce_nonce: true } : {};
  expect(bodyOf(request)).toEqual({ ...said, ...once });
  expect(limits.problems(request)).toEqual([]);
  expect(request).toMatchObject({
    method: edit === null ? "POST" : "PATCH",
    url: `https://discord.com/api/v10/channels/55/messages${edit === null ? "" : "/777"}`,
    headers: { "content-type": "application/json", authorization: `Bot ${settings.token}` },
  });
});

test.each([
  ["https://discord.com", "https://discord.com/api/v10/channels/99/messages"],
  ["https://discord.com/", "https://discord.com/api/v10/channels/99/messages"],
  ["https://discord.com/api", "https://discord.com/api/v10/channels/99/messages"],
  ["https://discord.com/api/v9/", "https://discord.com/api/v10/channels/99/messages"],
  ["http://127.0.0.1:8788/inbox/discord-api", "http://127.0.0.1:8788/inbox/discord-api/api/v10/channels/99/messages"],
])("at %s a thread is %s", (base, url) => {
  const bases = { ...API_BASES, "discord-bot": base };
  expect(discordBot.render({ ...provided, bases, settings: { ...settings, threadId: "99" }, message }).url).toBe(url);
});

test.each<[object, boolean]>([
  [settings, true],
  [{ ...settings, threadId: "99" }, true],
  [{ ...settings, token: "Bot abc" }, false],
  [{ ...settings, token: "" }, false],
  [{ ...settings, channelId: "general" }, false],
  [{ ...settings, threadId: "../1" }, false],
  [{ token: settings.token }, false],
])("the settings %j: %s", (candidate, taken) => {
  expect(discordBot.settings(PUBLIC_ONLY).safeParse(candidate).success).toBe(taken);
});

test("the mask shows nothing of the token", () => {
  expect(discordBot.mask({ ...settings, threadId: "99" })).toEqual({ token: "…", channelId: "55", threadId: "99" });
});
