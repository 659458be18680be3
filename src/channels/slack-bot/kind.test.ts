import { expect, test } from "vitest";
import { answered, bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Message } from "../../core/notice.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";
import type { OutboundAnswer } from "../kind.ts";
import { bodyOf } from "../limits.ts";
import { slack } from "../slack/kind.ts";
import { judge, messageRef, slackBot } from "./kind.ts";
import { limits } from "./limits.ts";
import { API_BASES } from "../registry.ts";

const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
const notified = (body: object, headers: Record<string, string> = {}) => answered(200, JSON.stringify(body), headers);
const failed = (error: unknown, headers: Record<string, string> = {}) => notified({ ok: false, error }, headers);
const posted = { ok: true, channel: "C012AB", ts: "1767614400.000100" };

test.each<[string, OutboundAnswer, object]>([
  ["ok", notified(posted), { kind: "sent", ref: "C012AB:1767614400.000100", pauseSeconds: 1 }],
  ["ok with a warning", notified({ ...posted, warning: "superfluous_charset" }), { kind: "sent" }],
  ["ok without a channel", notified({ ok: true, ts: "1.2" }), { kind: "sent", ref: ":1.2" }],
  ["ok without a time", notified({ ok: true, channel: "C012AB" }), { kind: "sent", ref: null }],
  ["the bare word ok", answered(200, "ok"), later("delivery")],
  ["a page", answered(200, "<html>"), later("delivery")],
  ["nothing", answered(200), later("delivery")],
  ["ok that is not true", notified({ ...posted, ok: "true" }), later("delivery")],
  ["no name", notified({ ok: false }), later("delivery")],
  [
    "a failure of Slack",
    failed("fatal_error"),
    { ...later("delivery"), reason: "Slack's answer was not ok (fatal_error)" },
  ],
  ["an unknown name", failed("unheard_of"), { ...later("delivery"), fix: "refused" }],
  ["a name that is none", failed("xoxb-1-SECRET"), { ...later("delivery"), reason: "Slack's answer was not ok" }],
  ["invalid_auth", failed("invalid_auth"), { kind: "gone" }],
  ["invalid_auth and 401", answered(401, '{"ok":false,"error":"invalid_auth"}'), { kind: "gone" }],
  ["not_authed", failed("not_authed"), { kind: "gone" }],
  ["account_inactive", failed("account_inactive"), { kind: "gone" }],
  ["token_revoked", failed("token_revoked"), { kind: "gone" }],
  ["token_expired", failed("token_expired"), { kind: "gone" }],
  ["channel_not_found", failed("channel_not_found"), { kind: "gone" }],
  ["is_archived", failed("is_archived"), { kind: "gone" }],
  ["not_in_channel", failed("not_in_channel"), { ...later("delivery"), fix: "allow" }],
  ["missing_scope", failed("missing_scope"), later("delivery")],
  ["restricted_action", failed("restricted_action"), later("delivery")],
  ["invalid_blocks", failed("invalid_blocks"), { kind: "reformat" }],
  ["invalid_payload", failed("invalid_payload"), { kind: "reformat" }],
  ["invalid_json", failed("invalid_json"), { kind: "reformat" }],
  ["msg_too_long", failed("msg_too_long"), { kind: "reformat" }],
  ["no_text", failed("no_text"), { kind: "reformat" }],
  ["400 and a page", answered(400, "<html>"), { kind: "reformat" }],
  ["413", answered(413), { kind: "reformat" }],
  ["message_not_found of a new message", failed("message_not_found"), later("delivery")],
  ["ratelimited", failed("ratelimited", { "retry-after": "30" }), later("route", 30)],
  ["rate_limited without a time", failed("rate_limited"), later("route")],
  ["429", answered(429, '{"ok":false,"error":"ratelimited"}', { "retry-after": "7" }), later("route", 7)],
  ["429 without a time", answered(429), later("route")],
  ["302", answered(302), later("delivery")],
  ["404 and a page", answered(404, "<html>"), later("delivery")],
  ["500", answered(500, '{"ok":false,"error":"invalid_auth"}'), later("delivery")],
  ["503 with a time", answered(503, "", { "retry-after": "60" }), later("route", 60)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { edit: null, plain: false })).toMatchObject(expected);
});

test.each([
  ["message_not_found", "vanished"],
  ["cant_update_message", "vanished"],
  ["edit_window_closed", "vanished"],
  ["is_inactive", "vanished"],
  ["channel_not_found", "vanished"],
  ["is_archived", "vanished"],
  ["invalid_auth", "gone"],
  ["missing_scope", "later"],
  ["invalid_blocks", "reformat"],
])("an edit: %s is %s", (error, kind) => {
  expect(judge(failed(error), { edit: "C012AB:1.2", plain: false }).kind).toBe(kind);
});

test("a second refusal of the format is final", () => {
  expect(judge(failed("invalid_blocks"), { edit: null, plain: true })).toEqual({
    kind: "dead",
    reason: "Slack rejected the message format (invalid_blocks)",
  });
});

test.each<[unknown, unknown, string | null]>([
  ["C1", "1700000000.000100", "C1:1700000000.000100"],
  ["c1", "1700000000.000100", ":1700000000.000100"],
  ["C".repeat(41), "1700000000.000100", ":1700000000.000100"],
  [7, "1700000000.000100", ":1700000000.000100"],
  [undefined, "1700000000.000100", ":1700000000.000100"],
  ["C1", 1_700_000_000.0001, null],
  ["C1", "1700000000", null],
  ["C1", "1700000000.0001000000", null],
])("a message of %o at %o is %s", (channel, ts, ref) => {
  expect(messageRef(channel, ts)).toBe(ref);
});

const settings = { token: "xoxb-1111-2222-abcdefghijkl", channel: "C012AB" };
const provided = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
const pinging: Message = { ...messageOf(fullNotice), mentions: [{ kind: "here" }] };

test("posts what a webhook posts, with channel and token", () => {
  const request = slackBot.render({ ...provided, settings, message: pinging });
  const webhook = slack.render({
    ...provided,
    settings: { url: "https://hooks.slack.com/services/T/B/x" },
    message: pinging,
  });
  expect(request).toMatchObject({
    method: "POST",
    url: "https://slack.com/api/chat.postMessage",
    headers: { "content-type": "application/json; charset=utf-8", authorization: `Bearer ${settings.token}` },
  });
  const metadata = { event_type: "tallylight_delivery", event_payload: { delivery: "dlv_1" } };
  expect(bodyOf(request)).toEqual({ channel: "C012AB", ...bodyOf(webhook), metadata });
  expect(limits.problems(request)).toEqual([]);
});

test("edits the message of the reference, without mentions, and clears missing parts", () => {
  const message = { ...messageOf(bareNotice("Maria was live")), mentions: pinging.mentions };
  const request = slackBot.render({ ...provided, settings, message, edit: "C777:1767614400.000100" });
  expect([request.method, request.url]).toEqual(["POST", "https://slack.com/api/chat.update"]);
  expect(bodyOf(request)).toEqual({
    channel: "C777",
    ts: "1767614400.000100",
    text: "Maria was live",
    blocks: [{ type: "section", text: { type: "mrkdwn", text: "*Maria was live*", verbatim: true } }],
    attachments: [],
  });
  const plain = bodyOf(slackBot.render({ ...provided, settings, message, edit: ":1.2", plain: true }));
  expect(plain).toEqual({ channel: "C012AB", ts: "1.2", text: "Maria was live", blocks: [], attachments: [] });
});

test("the reference of an answer can be edited", () => {
  const outcome = slackBot.judge(
    { status: 200, headers: {}, body: '{"ok":true,"channel":"C777","ts":"5.000001"}', error: null },
    provided,
  );
  const edit = outcome.kind === "sent" ? outcome.ref : null;
  expect(bodyOf(slackBot.render({ ...provided, settings, message: pinging, edit }))).toMatchObject({
    channel: "C777",
    ts: "5.000001",
  });
});

test("calls the configured base URL", () => {
  const bases = { ...API_BASES, "slack-bot": "http://127.0.0.1:8788/inbox/slack-api/" };
  expect(slackBot.render({ ...provided, bases, settings, message: pinging }).url).toBe(
    "http://127.0.0.1:8788/inbox/slack-api/chat.postMessage",
  );
});

test.each<[object, boolean]>([
  [settings, true],
  [{ ...settings, channel: "#live-alerts" }, true],
  [{ ...settings, channel: "live_alerts.ü" }, true],
  [{ ...settings, channel: "" }, false],
  [{ ...settings, channel: "live alerts" }, false],
  [{ ...settings, channel: "<!channel>" }, false],
  [{ ...settings, token: "" }, false],
  [{ ...settings, token: "Bearer xoxb-1" }, false],
  [{ ...settings, token: "xoxb-1\r\nx: y" }, false],
  [{ ...settings, token: "https://hooks.slack.com/services/T/B/x" }, false],
  [{ token: settings.token }, false],
])("the settings %j: %s", (candidate, taken) => {
  expect(slackBot.settings(PUBLIC_ONLY).safeParse(candidate).success).toBe(taken);
});

test("the mask shows the type of token and nothing else", () => {
  expect(slackBot.mask(settings)).toEqual({ token: "xoxb-…", channel: "C012AB" });
  expect(slackBot.mask({ ...settings, token: "abcdefghijkl" })).toEqual({ token: "…", channel: "C012AB" });
});

test.each<[string, number | null, object, object]>([
  ["no answer", null, {}, { kind: "later", scope: "delivery" }],
  ["an outage", 503, {}, { kind: "later" }],
  ["too many requests", 429, {}, { kind: "later", scope: "route" }],
  ["a rate limit under 200", 200, { ok: false, error: "ratelimited" }, { kind: "later", scope: "route" }],
  ["a scope that it lacks", 200, { ok: false, error: "missing_scope" }, { ref: null }],
  ["a channel without it", 200, { ok: true, channel: "C7", messages: [{ ts: "1.2" }] }, { ref: null }],
])("whether an earlier message stands, with %s", (_, status, reported, expected) => {
  const recall = slackBot.recall as Exclude<typeof slackBot.recall, "repeat" | undefined>;
  const answer = { status, headers: {}, body: JSON.stringify(reported), error: status === null ? "timeout" : null };
  expect(recall.found(answer, "dlv_1")).toMatchObject(expected);
});
