import { objects, str, type JsonObject } from "../../../../../sim/inbox/json.ts";

const MAX_TEXT = 4096;

/** The error with which Telegram would refuse a message's format; undefined if it would accept it. */
export function telegramRefusal(body: JsonObject): string | undefined {
  const text = str(body["text"]);
  if (text.trim() === "") return "message text is empty";
  if (text.length > MAX_TEXT) return "message is too long";
  const inside = objects(body["entities"]).every(
    ({ type, offset, length }) =>
      typeof type === "string" &&
      Number.isInteger(offset) &&
      Number.isInteger(length) &&
      Number(offset) >= 0 &&
      Number(length) > 0 &&
      Number(offset) + Number(length) <= text.length,
  );
  if (!inside) return "can't parse entities: an entity is outside of the text";
  const { inline_keyboard: rows } = (body["reply_markup"] ?? {}) as JsonObject;
  const buttons = (Array.isArray(rows) ? rows : []).flatMap(objects);
  if (buttons.some(({ text: label, url }) => str(label) === "" || !URL.canParse(str(url)))) return "BUTTON_URL_INVALID";
  return undefined;
}

/** The visible text of a message: its text and buttons. */
export function telegramText(body: JsonObject): string {
  const { inline_keyboard: rows } = (body["reply_markup"] ?? {}) as JsonObject;
  const buttons = (Array.isArray(rows) ? rows : []).flatMap(objects).map(({ text }) => str(text));
  return [str(body["text"]), ...buttons].join("\n");
}

const MINUTE = 60_000;
const SECOND = 1000;

/**
 * Returns a limiter of messages: twenty a minute for a group, thirty a second in total. It returns the seconds to wait,
 * or null.
 */
export function telegramPace(wallNow: () => number): (chat: number) => number | null {
  let sent: { chat: number; at: number }[] = [];
  return (chat) => {
    const now = wallNow();
    sent = sent.filter(({ at }) => now - at < MINUTE);
    const there = sent.filter((one) => one.chat === chat);
    if (chat < 0 && there.length >= 20) return Math.ceil((there[0]!.at + MINUTE - now) / SECOND);
    if (sent.filter(({ at }) => now - at < SECOND).length >= 30) return 1;
    sent.push({ chat, at: now });
    return null;
  };
}
