import * as z from "zod";
import { isLoopback, refusal, type Addresses } from "../core/public-url.ts";

/** A URL that a channel may post to; `kindRefusal` adds what its kind demands of public ones. */
export const urlSetting = (addresses: Addresses, kindRefusal: (url: URL) => string | null): z.ZodType<string> =>
  z.string().superRefine((text, context) => {
    const reason = refusal(text, addresses) ?? refusalOfKind(new URL(text), kindRefusal);
    if (reason !== null) context.addIssue({ code: "custom", message: reason });
  });

const refusalOfKind = (url: URL, kindRefusal: (url: URL) => string | null): string | null =>
  isLoopback(url.hostname) ? null : kindRefusal(url);

/** A URL as it may be shown: its host, and the last four characters where enough of it stays hidden. */
export function maskedUrl(text: string): string {
  if (!URL.canParse(text)) return "…";
  const { origin, pathname, search } = new URL(text);
  const path = pathname + search;
  return `${origin}/…${path.length >= 16 ? path.slice(-4) : ""}`;
}
