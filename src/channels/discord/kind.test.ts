import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge } from "./kind.ts";

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
