import { expect, test } from "vitest";
import { answered } from "../../../test/support/messages.ts";
import type { OutboundAnswer } from "../kind.ts";
import { judge } from "./judge.ts";
import { removal } from "./kind.ts";

const later = (scope: string, afterSeconds: number | null = null) => ({ kind: "later", scope, afterSeconds });
const reported = (status: number, description: string, more: object = {}, headers: Record<string, string> = {}) =>
  answered(status, JSON.stringify({ ok: false, error_code: status, description, ...more }), headers);
const took = (id: number, type: string) =>
  answered(200, JSON.stringify({ ok: true, result: { message_id: 57, chat: { id, type } } }));
const bad = (description: string, more: object = {}) => reported(400, `Bad Request: ${description}`, more);
const migrated = bad("group chat was upgraded to a supergroup chat", { parameters: { migrate_to_chat_id: -10012 } });

test.each<[string, OutboundAnswer, object]>([
  ["a person's chat", took(77, "private"), { kind: "sent", ref: "77:57", pauseSeconds: 1 }],
  ["a group", took(-10077, "supergroup"), { kind: "sent", ref: "n10077:57", pauseSeconds: 3 }],
  ["ok without a message", answered(200, '{"ok":true,"result":true}'), { kind: "sent", ref: null }],
  ["200 and a page", answered(200, "<html>"), later("delivery")],
  ["200 and not ok", reported(200, "?"), later("delivery")],
  ["401", reported(401, "Unauthorized"), { ...later("delivery"), fix: "token" }],
  ["404", reported(404, "Not Found"), { ...later("delivery"), fix: "token" }],
  ["404 and a page", answered(404, "<html>"), { ...later("delivery"), reason: "answered 404" }],
  ["blocked", reported(403, "Forbidden: bot was blocked by the user"), { ...later("delivery"), fix: "allow" }],
  ["no such chat", bad("chat not found"), { ...later("delivery"), fix: "address" }],
  ["no such topic", bad("message thread not found"), { ...later("delivery"), fix: "address" }],
  ["a closed topic", bad("TOPIC_CLOSED"), { ...later("delivery"), fix: "open" }],
  ["a group that became a supergroup", migrated, { kind: "moved", settings: { chatId: "-10012" } }],
  [
    "a group that became none",
    bad("upgraded", { parameters: { migrate_to_chat_id: 1.5 } }),
    { ...later("delivery"), fix: "refused" },
  ],
  ["no right", bad("not enough rights to send text messages to the chat"), { ...later("delivery"), fix: "allow" }],
  ["CHAT_WRITE_FORBIDDEN", bad("CHAT_WRITE_FORBIDDEN"), { ...later("delivery"), fix: "allow" }],
  ["too long", bad("message is too long"), { kind: "reformat" }],
  ["an entity", bad("can't parse entities"), { kind: "reformat" }],
  ["a button", bad("BUTTON_URL_INVALID"), { kind: "reformat" }],
  ["not modified, of a new message", bad("message is not modified"), { ...later("delivery"), fix: "refused" }],
  ["413 and a page", answered(413, "<html>"), { kind: "reformat" }],
  ["429", reported(429, "Too Many Requests", { parameters: { retry_after: 7 } }), later("route", 7)],
  [
    "429 with both",
    reported(429, "Too Many Requests", { parameters: { retry_after: 7 } }, { "retry-after": "9" }),
    later("route", 9),
  ],
  ["429 and a page", answered(429, "<html>"), later("route")],
  ["302", answered(302), later("delivery")],
  ["502 with a time", answered(502, "", { "retry-after": "9" }), later("route", 9)],
  ["no answer", answered(null), { ...later("delivery"), reason: "timeout" }],
])("%s", (_, answer, expected) => {
  expect(judge(answer, { edit: null, plain: false })).toMatchObject(expected);
});

test.each<[string, OutboundAnswer, object]>([
  ["not found", bad("message to edit not found"), { kind: "vanished" }],
  ["too old", bad("message can't be edited"), { kind: "vanished" }],
  ["MESSAGE_ID_INVALID", bad("MESSAGE_ID_INVALID"), { kind: "vanished" }],
  ["a chat that is no more", bad("chat not found"), { kind: "vanished" }],
  ["a group that became another", migrated, { kind: "vanished" }],
  ["not modified", bad("message is not modified: same"), { kind: "sent", ref: "n1:57" }],
  ["blocked", reported(403, "Forbidden: bot was kicked"), { kind: "later", fix: "allow" }],
  ["too long", bad("message is too long"), { kind: "reformat" }],
])("an edit: %s", (_, answer, expected) => {
  expect(judge(answer, { edit: "n1:57", plain: false })).toMatchObject(expected);
});

test.each<[string, OutboundAnswer, string]>([
  ["done", answered(200, '{"ok":true,"result":true}'), "sent"],
  ["gone already", bad("message to delete not found"), "sent"],
  ["too old", bad("message can't be deleted for everyone"), "dead"],
  ["in a group that became another", migrated, "dead"],
  ["of an unknown failure", bad("something else"), "later"],
  ["blocked", reported(403, "Forbidden: bot was kicked"), "later"],
  ["no answer", answered(null), "later"],
])("a deletion: %s", (_, answer, kind) => {
  expect(removal.judge(answer).kind).toBe(kind);
});

test("a second refusal of the format is final", () => {
  expect(judge(bad("message is too long"), { edit: null, plain: true }).kind).toBe("dead");
});
