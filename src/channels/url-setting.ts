import * as z from "zod";
import { isLoopback, refusal, type Addresses } from "../core/public-url.ts";

/** A token for an `Authorization` header, without the scheme. */
export const tokenSetting = () =>
  z
    .string()
    .regex(/^[\w.~+/-]{1,500}=*$/, "must be the token alone, without spaces")
    .max(500, "must be at most 500 characters");

/** What a kind requires of its addresses, besides being public. */
interface OfKind {
  /** Why a public address does not belong to the kind; null if it does. */
  refusal: (url: URL) => string | null;
  /** Where people find the right one. */
  hint?: string;
}

/** A URL that a channel posts to, as people paste it. */
export const urlSetting = (addresses: Addresses, ofKind: OfKind): z.ZodType<string, string> =>
  z
    .string()
    .overwrite(pasted)
    .superRefine((text, context) => {
      const reason = refusal(text, addresses) ?? refusalOfKind(new URL(text), ofKind);
      const hint = ofKind.hint === undefined || namesThisMachine(text) ? "" : `; ${ofKind.hint}`;
      if (reason !== null) context.addIssue({ code: "custom", message: reason + hint });
    });

/** Removes blanks, quotes and brackets around a pasted address, such as Slack's `<https://…|…>`. */
const pasted = (text: string): string =>
  text
    .trim()
    .replace(/^<([^<>|]*)(?:\|[^<>]*)?>$/, "$1")
    .replace(/^(["'`“‘])(.*)["'`”’]$/s, "$2")
    .trim();

const namesThisMachine = (text: string): boolean => URL.canParse(text) && isLoopback(new URL(text).hostname);

const refusalOfKind = (url: URL, ofKind: OfKind): string | null =>
  isLoopback(url.hostname) ? null : ofKind.refusal(url);

/** A URL without its secret: its host, and the last four characters if enough stays hidden. */
export function maskedUrl(text: string): string {
  if (!URL.canParse(text)) return "…";
  const { origin, pathname, search } = new URL(text);
  // What stands last is the secret in most addresses, such as the token of a webhook.
  const [last] = /[^/?&=]*$/.exec(pathname + search)!;
  return `${origin}/…${last!.length >= 12 ? last!.slice(-4) : ""}`;
}
