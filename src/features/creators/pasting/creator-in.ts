import type { JsonObject } from "../../../core/json.ts";
import { spreadsheetId, type ID_LOSSES } from "../../../core/spreadsheet-id.ts";
import { seen } from "../../../core/unseen.ts";
import { handleIn } from "../../../kinds/live/params.ts";
import { unnamedLive } from "../../../kinds/live/resolve.ts";
import { marked, t } from "../../../ui/words/text.ts";

/** What a text names: a creator, something that cannot be watched with the reason, or nothing; null for nothing. */
export type Found = { params: JsonObject } | { refused: string } | null;

/** Sites whose creators the data service cannot check, by the end of their host names. */
const OTHER_SITES = [
  "bsky.app",
  "discord.com",
  "discord.gg",
  "facebook.com",
  "fb.com",
  "instagram.com",
  "kick.com",
  "linkedin.com",
  "linktr.ee",
  "onlyfans.com",
  "patreon.com",
  "pinterest.com",
  "reddit.com",
  "snapchat.com",
  "spotify.com",
  "t.me",
  "threads.com",
  "threads.net",
  "twitch.tv",
  "twitter.com",
  "vimeo.com",
  "x.com",
  "youtu.be",
  "youtube.com",
];

/** Hosts of short links, which lead to a profile without naming a handle. */
const SHORT_HOST = /^v[mt]\./;

const LINK = /^https?:\/\/\S+$/i;

/** A link whose scheme is missing, as chats and sheets shorten it. */
const BARE_LINK = /^(?:[a-z0-9-]+\.)+[a-z]{2,24}\/\S+$/i;

/** What each handle with an @, link, id and error of a spreadsheet has. */
const HINT = /[@＠/#]|\d{3}|\dE\+/i;

/** An amount with its thousands in groups, which is shorter than an id. */
const AMOUNT = /^\d{1,3}(?:[.,]\d{1,3}){1,3}$/;

const HANDLE = /^[A-Za-z0-9._-]{1,64}$/;

const LONGEST_URL = 500;

const SHORTEST_GROUPED = 13;

/** The same words, which the pages translate. */
const LOST: typeof ID_LOSSES = {
  shortened: marked("lost its last digits in a spreadsheet: format the column as text and enter the ID again"),
  rounded: marked("ends in 0000, as spreadsheets round long numbers: if it is right, put ' before it"),
  error: marked("is an error of the spreadsheet"),
};

/** Quotes around a text, and marks between texts. */
const MARKS = new Set(" \t\n\r\"'`“”„‘’«»‹›,;:|");
const OPENING = new Set("([{");
const CLOSING = new Set(")]}");
const FINAL = new Set(".!");

/** Brackets within brackets that are removed. */
const MOST_NESTED = 8;

/** Bullets, emoji and list numbers before a text. */
const BULLET =
  /^(?:[\s•·‣▪▫■□●○◦◆◇►▶→➜➤✓✔✗✘★☆*+>#–—-]+(?=[\s\p{L}\p{N}@"“„«'])|\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\u200d\p{Extended_Pictographic}]*|[\u{1f1e6}-\u{1f1ff}]{2}|\(?\d{1,4}[.):](?=\s|@|https?:))\s*/u;

/** Returns a line without the bullets, emoji and numbers of a list. */
export function unlisted(line: string): string {
  let [text, before] = [seen(line).trim(), ""];
  while (text !== before) [before, text] = [text, text.replace(BULLET, "")];
  return text;
}

/** Returns a text without the quotes and marks around it, and without brackets around the whole or on one side. */
export function bared(text: string): string {
  let [from, to] = [0, text.length];
  for (let [round, before] = [0, -1]; round < MOST_NESTED && before !== to - from; round++) {
    before = to - from;
    while (from < to && MARKS.has(text[from]!)) from++;
    while (from < to && (MARKS.has(text[to - 1]!) || FINAL.has(text[to - 1]!))) to--;
    const [opens, closes] = [OPENING.has(text[from] ?? ""), CLOSING.has(text[to - 1] ?? "")];
    if (opens && (closes || !hasAny(text, CLOSING, from, to))) from++;
    if (closes && from < to && (opens || !hasAny(text, OPENING, from, to))) to--;
  }
  return text.slice(from, to);
}

function hasAny(text: string, signs: Set<string>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (signs.has(text[at]!)) return true;
  return false;
}

/** Returns the creator that a word names beyond doubt: an @handle, a link or a user id. */
export function creatorIn(word: string): Found {
  if (!HINT.test(word) || AMOUNT.test(word)) return null;
  const text = bared(word);
  const id = spreadsheetId(word) ?? (text === word ? null : spreadsheetId(text));
  if (id !== null && "lost" in id) return { refused: t(LOST[id.lost]) };
  if (id !== null && (/^\d{3,}$/.test(text) || id.id.length >= SHORTEST_GROUPED))
    return /^0+$/.test(id.id) ? { refused: t("is no user ID") } : { params: { userId: id.id } };
  if (/^[@＠]/.test(text)) {
    const handle = text.slice(1);
    return HANDLE.test(handle) ? { params: { handle } } : null;
  }
  if (!LINK.test(text) && !BARE_LINK.test(text)) return null;
  return linkIn(LINK.test(text) ? text : `https://${text}`);
}

function linkIn(text: string): Found {
  const url = URL.parse(text);
  if (url === null || url.username !== "") return { refused: t("isn't a valid link") };
  const site = OTHER_SITES.find((one) => url.hostname === one || url.hostname.endsWith(`.${one}`));
  if (site !== undefined)
    return { refused: t("is on another site ({site}), which your data service can't check", { site }) };
  const handle = handleIn(url.href);
  if (handle !== null) return { params: { handle } };
  url.protocol = "https:";
  url.hash = "";
  if (url.pathname === "/") return { refused: t("is a link to a site, not to a creator") };
  if (url.href.length > LONGEST_URL)
    return { refused: t("is a link of more than {max} characters", { max: LONGEST_URL }) };
  return { params: { url: url.href } };
}

/** Reports whether a link must be followed to know its creator. */
export const isShort = (url: string): boolean => SHORT_HOST.test(URL.parse(url)?.hostname ?? "");

/** Returns a word that stands alone as a possible handle without its @. */
export function possibleHandle(word: string): Found {
  const text = bared(word);
  return HANDLE.test(text) && /[A-Za-z0-9]/.test(text) ? { params: { handle: text } } : null;
}

/** The identity of what was pasted: two texts with the same one name the same creator. */
export function pastedIdentity({ userId, handle, url }: JsonObject): string {
  if (typeof userId === "string") return userId.replace(/^0+/, "");
  return typeof handle === "string" ? `@${handle.toLowerCase()}` : JSON.stringify(url);
}

/** Returns the name of a creator who was pasted without one. */
export function nameOf({ handle, userId, roomId, url }: JsonObject): string {
  if (typeof handle === "string") return unnamedLive(handle, undefined);
  return [userId, roomId, url].find((one) => typeof one === "string") ?? "";
}
