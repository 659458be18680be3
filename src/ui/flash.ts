import { serialize } from "hono/utils/cookie";
import { isObject, type Json } from "../core/json.ts";
import type { CorePorts } from "../http/ports.ts";
import { UNDO_UNTIL } from "./forms/fields.ts";
import { cookieOf, GUARDED } from "./session.ts";

/** The message that a change shows once on the next page, with the form that undoes it. */
export interface Flash {
  text: string;
  undo?: {
    action: string;
    fields: Record<string, string>;
    /** A field that the page gets encrypted, for this place. */
    sealed?: { name: string; place: string; value: string };
  };
}

const NAME = "__Host-flash";
const PLACE = "flash/cookie";
const LASTS_SECONDS = 60;

/** How long an Undo is valid. */
export const UNDO_MS = 600_000;

/** The length of a sealed flash that still fits into a cookie; browsers drop longer ones. */
const LONGEST_COOKIE = 3900;

/**
 * Returns the sealed cookie that carries a flash to the next page. A flash too long for a cookie goes without its Undo.
 */
export async function flashed(
  flash: Flash,
  { ports: { keep: store } }: { ports: { keep: Pick<CorePorts["keep"], "seal" | "wallNow"> } },
): Promise<string> {
  const { text, undo } = flash;
  const until = String(store.wallNow() + UNDO_MS);
  const whole =
    undo === undefined ? { text } : { text, undo: { ...undo, fields: { ...undo.fields, [UNDO_UNTIL]: until } } };
  const sealed = await store.seal(whole as Json, PLACE);
  const stored = sealed.length <= LONGEST_COOKIE ? sealed : await store.seal({ text }, PLACE);
  return serialize(NAME, stored, { ...GUARDED, maxAge: LASTS_SECONDS });
}

/** The cookie that ends the flash once it has been shown. */
export const FLASH_DISPLAYED = serialize(NAME, "", { ...GUARDED, maxAge: 0 });

/** Returns the flash that a request carries, or null without one. */
export async function flashOf(request: Request, { keep: store }: Pick<CorePorts, "keep">): Promise<Flash | null> {
  const sealed = cookieOf(request, NAME);
  const opened = sealed === undefined ? null : await store.open(sealed, PLACE);
  if (!isObject(opened) || typeof opened["text"] !== "string") return null;
  const { text, undo } = opened as unknown as Flash;
  if (undo?.sealed === undefined) return undo === undefined ? { text } : { text, undo };
  const { name, place, value } = undo.sealed;
  const fields = { ...undo.fields, [name]: await store.seal(value, place) };
  return { text, undo: { action: undo.action, fields } };
}
