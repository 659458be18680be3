import { refusal } from "../core/public-url.ts";

/** The longest address of a picture that every chat takes. */
const MAX_PICTURE = 2000;

/**
 * The address of a picture that a destination may fetch: https to a public name, or this machine's where that was taken in;
 * null for any other. It stands by itself, so only what calls people is encoded: some addresses are signed as they are.
 */
export function safePicture(text: string | null | undefined): string | null {
  if (typeof text !== "string" || refusal(text, { local: true, own: null }) !== null) return null;
  const href = new URL(text).href.replace(/[<>|]|@(?=everyone|here)/gi, encoded);
  return href.length > MAX_PICTURE ? null : href;
}

const encoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A URL that a message may lead to, with all encoded that could end a link early or call people; null for any other. */
export function safeLink(text: string): string | null {
  if (text.length > 1000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  const href = url.href.replace(/[\s<>"'()|\\`*~]|@(?=everyone|here)/gi, encoded);
  return href.length > 1000 ? null : href;
}
