import { refusal } from "../core/public-url.ts";

/** Limit on the URL of a picture that all chats accept. */
const MAX_PICTURE = 2000;

/**
 * A picture URL that a destination may fetch: https with a public host name, or this machine's if local addresses are
 * allowed; null for others. Only characters that could mention someone are encoded, because some URLs are signed.
 */
export function safePicture(text: string | null | undefined): string | null {
  if (typeof text !== "string" || refusal(text, { local: true, own: null }) !== null) return null;
  const href = new URL(text).href.replace(/[<>|]|@(?=everyone|here)/gi, encoded);
  return href.length > MAX_PICTURE ? null : href;
}

const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * A URL for a link, with everything encoded that could end the link early or mention someone; null if it is not safe.
 */
export function safeLink(text: string): string | null {
  if (text.length > 1000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  const href = url.href.replace(/[\s<>"'()|\\`*~]|@(?=everyone|here)/gi, encoded);
  return href.length > 1000 ? null : href;
}
