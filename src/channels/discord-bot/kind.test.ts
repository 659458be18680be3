import { expect, test } from "vitest";
import { answered, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Message } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import { discord } from "../discord/kind.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "../limits.ts";
import { discordBot, judge } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

const json = JSON.stringify;
const coded = (status: number, code: number, headers: Record<string, string> = {}) =>
  answered(status, json({ message: "words", code }), headers);
const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "4.2" };

test.each<[string, OutboundAnswer, object]>([
  ["200 with the message", answered(200, json({ id: "777" })), { kind: "sent", ref: "777", pauseSeconds: 0 }],
  ["the last of its window", answered(200, json({ id: "777" }), spent), { kind: "sent", ref: "777", pauseSeconds: 5 }],
  ["200 and a page", answered(200, "<html>"), { kind: "sent", ref: null }],
  ["401", coded(401, 0), { ...later("delivery"), fix: "token" }],
  ["401 and empty", answered(401), { ...later("delivery"), fix: "token" }],
  ["401 and a page", answered(401, "<html>"), { ...later("delivery"), reason: "answered 401" }],
  ["403 missing access", coded(403, 50001), later("delivery")],
  ["403 missing permissions", coded(403, 50013), later("delivery")],
  ["400 archived thread", coded(400, 50083), later("delivery")],
  ["400 locked thread", coded(400, 160005), later("delivery")],
  ["403 for another reason", coded(403, 20009), later("delivery")],
  ["403 and a page", answered(403, "<html>"), later("delivery")],
  ["404 unknown channel", coded(404, 10003), { kind: "gone" }],
  ["404 unknown message", coded(404, 10008), later("delivery")],
  ["404 and a page", answered(404, "<html>10003"), later("delivery")],
  ["400", coded(400, 50035), { kind: "reformat" }],
  ["400 in a forum", coded(400, 220001), { ...later("delivery"), fix: "thread" }],
  ["400 empty message", coded(400, 50006), { kind: "reformat" }],
  ["413", answered(413), { kind: "reformat" }],
  ["429 with a header", answered(429, "", { "retry-after": "3" }), later("thread", 3)],
  ["429 with a body", answered(429, json({ retry_after: 0.35, global: true })), later("channel", 1)],
  ["429 with both", answered(429, json({ retry_after: 64.57 }), { "retry-after": "2" }), later("thread", 65)],
  ["429 with neither", answered(429, json({ message: "slow" })), later("thread")],
  ["429 and empty", answered(429), later("thread")],
  ["429 and a page", answered(429, "<!DOCTYPE html>", { "retry-after": "5" }), later("egress")],
  ["429 and 1015", answered(429, "error code: 1015"), later("egress")],
  ["302", answered(302), later("delivery")],
  ["500", coded(500, 50001), later("delivery")],
  ["502 with a time", answered(502, "", { "retry-after": "9" }), later("route", 9)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { edit: null, plain: false })).toMatchObject(expected);
});

test.each([
  [404, 10008, "vanished"],
  [403, 50005, "vanished"],
  [400, 50083, "vanished"],
  [404, 10003, "vanished"],
  [401, 0, "later"],
  [403, 50001, "later"],
])("an edit: %i with %i is %s", (status, code, kind) => {
  expect(judge(coded(status, code), { edit: "1", plain: false }).kind).toBe(kind);
});

test("a second refusal of the format is final", () => {
  expect(judge(coded(400, 50035), { edit: null, plain: true }).kind).toBe("dead");
});

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
