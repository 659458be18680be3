import type { Fix } from "../../../core/channel-failure.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";

/**
 * Codes that reject the body of a message, as text too: empty, an invalid form or JSON, or too large. All other codes
 * are about the destination, known or not, so messages wait.
 */
const BODY = [50006, 50035, 50109, 40005, 50045, 50046];

/** What has to be done first about other codes. */
const FIXES: Partial<Record<number, Fix>> = {
  // A forum requires a thread, a name for it, or a tag.
  220001: "thread",
  220002: "thread",
  220003: "thread",
  220004: "thread",
  40066: "thread",
  40067: "thread",
  // The thread is archived or locked, or the forum has too many of them.
  50083: "open",
  160005: "open",
  160006: "open",
  160007: "open",
  // A channel of another type.
  50008: "address",
  50024: "address",
  // Missing access or permissions.
  50001: "allow",
  50013: "allow",
  // Filters: AutoMod, explicit content, harmful links.
  200000: "allow",
  200001: "allow",
  20009: "allow",
  240000: "allow",
};

/** Messages that can no longer be edited: unknown, with their channel, from another author, or in an archived thread. */
const PAST_EDITING = [10003, 10008, 50005, 50083];

/** Fields of a request that are settings of the channel, not content. */
const SETTINGS = ["thread_id", "channel_id", "webhook_id", "webhook_token", "applied_tags"];

/** Discord's error code; 0 if there is none. */
export const codeOf = (body: JsonObject | null): number => (typeof body?.["code"] === "number" ? body["code"] : 0);

/** Reports whether Discord rejects what the message contains. */
export function rejectsBody(status: number, body: JsonObject | null): boolean {
  if (status === 413) return true;
  if (status !== 400 || !BODY.includes(codeOf(body))) return false;
  const fields = isObject(body?.["errors"]) ? Object.keys(body["errors"]) : [];
  return fields.length === 0 || fields.some((field) => !SETTINGS.includes(field));
}

export const isPastEditing = (code: number): boolean => PAST_EDITING.includes(code);

/** What has to be done about a code; "refused" for an unknown one. */
export const fixOf = (code: number): Fix => (BODY.includes(code) ? "address" : (FIXES[code] ?? "refused"));
