import { expect, test } from "vitest";
import { bodyOf } from "../limits.ts";
import { limits } from "./limits.ts";
import { bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../test/support/messages.ts";
import type { Message } from "../../core/notice.ts";
import { API_BASES } from "../bases.ts";
import { slack } from "../slack/kind.ts";
import { slackBot } from "./kind.ts";
import { PUBLIC_ONLY } from "../../core/public-url.ts";

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
