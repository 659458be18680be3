import { isObject, type JsonObject } from "../../core/json.ts";
import { bodyObject } from "../body-object.ts";
import type { Judged, OutboundAnswer, Outcome } from "../kind.ts";
import { retryAfterSeconds, waitSeconds } from "../retry-after.ts";
import { messageRef } from "./api.ts";
import { later, passing, refusedForm, unclearRefusal, unknownRefusal, untilFixed } from "../outcome.ts";

/** Telegram accepts twenty messages a minute in a group, and about one a second for a person. */
const GROUP_SECONDS = 3;
const PERSON_SECONDS = 1;

/** Descriptions of messages that can no longer be edited. */
const PAST_EDITING = /message to edit not found|message can't be edited|message_id_invalid|message identifier/;
const NOWHERE = /chat not found|chat_id is empty|(peer|chat|channel)_(id_)?invalid/;
const NO_TOPIC = /message thread not found|topic_deleted|(topic|thread)_(id_)?invalid/;
const CLOSED_TOPIC = /topic_closed/;
const NOT_ALLOWED = /\brights\b|forbidden|admin_required|chat_restricted|chat_send_\w+_forbidden/;

/** Descriptions that reject what a message contains: its text, entities, buttons, pictures, or JSON. */
const BODY = [
  /message (is too long|text is empty)|text must be non-empty|message_(too_long|empty)/,
  /can't parse (entities|message|reply|inline|keyboard|media)|entit(y|ies)_\w+|strings must be encoded/,
  /(reply_markup|button)_\w+|(inline keyboard|button).*invalid/,
  /media_\w+|webpage_\w+|wrong (file identifier|http url)|failed to get http url/,
];

/** Judges Telegram's answer. Failures have a status and a description. */
export function judge(answer: OutboundAnswer, sending: Judged): Outcome {
  const { status } = answer;
  if (status === null || status >= 500) return passing(answer);
  const body = bodyObject(answer.body);
  if (status === 429) return later("Telegram asked to slow down (429)", "route", statedSeconds(answer, body));
  if (status >= 200 && status < 300) return body?.["ok"] === true ? sent(body) : later("Telegram did not say ok");
  if (status === 413) return refusedForm(sending.plain, "Telegram rejected the message format (413)");
  if (body?.["ok"] !== false) return unclearRefusal(answer, sending.plain);
  if (status === 401 || status === 404)
    return untilFixed("token", `Telegram says that the bot's token is not valid (${status})`);
  if (status === 403)
    return untilFixed("allow", "Telegram does not let the bot post: it was blocked or removed, or lacks a right (403)");
  return status === 400 ? refused(body, sending) : unknownRefusal(answer);
}

function refused(body: JsonObject, { edit, plain }: Judged): Outcome {
  const reported = reportedIn(body);
  const moved = parametersIn(body)["migrate_to_chat_id"];
  // The edit has the same content as the message.
  if (edit !== null && reported.includes("message is not modified"))
    return { kind: "sent", ref: edit, pauseSeconds: PERSON_SECONDS };
  // The message may be in an earlier chat of the settings.
  if (edit !== null && (PAST_EDITING.test(reported) || NOWHERE.test(reported) || moved !== undefined))
    return { kind: "vanished", reason: "Telegram says that the message can no longer be edited (400)" };
  if (typeof moved === "number" && Number.isSafeInteger(moved))
    return {
      kind: "moved",
      settings: { chatId: String(moved) },
      reason: `Telegram says that the group's chat ID has changed to ${moved}`,
    };
  if (NOWHERE.test(reported))
    return untilFixed("address", "Telegram says that there is no such chat, or that the bot is not in it (400)");
  if (CLOSED_TOPIC.test(reported)) return untilFixed("open", "Telegram says that the topic is closed (400)");
  if (NO_TOPIC.test(reported)) return untilFixed("address", "Telegram says that there is no such topic (400)");
  if (NOT_ALLOWED.test(reported)) return untilFixed("allow", "Telegram doesn't allow the bot to post (400)");
  if (BODY.some((form) => form.test(reported))) return refusedForm(plain, "Telegram rejected the message format (400)");
  return untilFixed("refused", "Telegram doesn't accept the message (400)");
}

/** The description of a failure in lower case; "" if missing. */
export const reportedIn = (body: JsonObject | null): string =>
  typeof body?.["description"] === "string" ? body["description"].toLowerCase() : "";

const parametersIn = (body: JsonObject | null): JsonObject =>
  isObject(body?.["parameters"]) ? body["parameters"] : {};

function sent({ result }: JsonObject): Outcome {
  const message = isObject(result) ? result : {};
  const chat = isObject(message["chat"]) ? message["chat"] : {};
  return {
    kind: "sent",
    ref: messageRef(chat["id"], message["message_id"]),
    pauseSeconds: chat["type"] === "private" ? PERSON_SECONDS : GROUP_SECONDS,
  };
}

/** How long a 429 asks to wait, by its headers or body, whichever is longer; null if neither tells. */
function statedSeconds({ headers }: OutboundAnswer, body: JsonObject | null): number | null {
  const stated = parametersIn(body)["retry_after"];
  const waits = [retryAfterSeconds(headers), typeof stated === "number" ? waitSeconds(stated) : null];
  const known = waits.filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
}
