import { serialize } from "hono/utils/cookie";
import { isObject, type Json } from "../../core/json.ts";
import type { PagePorts } from "./ports.ts";
import { UNDO_UNTIL } from "./forms/fields.ts";
import { cookieOf, GUARDED } from "./session.ts";

/** What a change says on the next page, once; with what takes it back. */
export interface Flash {
  text: string;
  undo?: { action: string; fields: Record<string, string> };
}

/** What it is sealed with. */
export interface FlashTools {
  keep: Pick<PagePorts["keep"], "seal" | "wallNow">;
}

const NAME = "__Host-flash";
const PLACE = "flash/cookie";
const LASTS_SECONDS = 60;

/** A change is taken back within this time, or by hand. */
const UNDO_MS = 600_000;

/** Browsers keep no longer cookie. */
const LONGEST_COOKIE = 3900;

/** The cookie that carries it to the next page, sealed: nobody else can make one. */
export async function flashed(flash: Flash, { frame: { keep: store } }: { frame: FlashTools }): Promise<string> {
  const { text, undo } = flash;
  const until = String(store.wallNow() + UNDO_MS);
  const whole =
    undo === undefined ? { text } : { text, undo: { ...undo, fields: { ...undo.fields, [UNDO_UNTIL]: until } } };
  const sealed = await store.seal(whole as Json, PLACE);
  const stored = sealed.length <= LONGEST_COOKIE ? sealed : await store.seal({ text }, PLACE);
  return serialize(NAME, stored, { ...GUARDED, maxAge: LASTS_SECONDS });
}

/** The cookie that ends it: it is shown once. */
export const FLASH_SHOWN = serialize(NAME, "", { ...GUARDED, maxAge: 0 });

/** What the last change said; null for nothing. */
export async function flashOf(request: Request, { keep: store }: Pick<PagePorts, "keep">): Promise<Flash | null> {
  const sealed = cookieOf(request, NAME);
  const opened = sealed === undefined ? null : await store.open(sealed, PLACE);
  return isObject(opened) && typeof opened["text"] === "string" ? (opened as unknown as Flash) : null;
}
