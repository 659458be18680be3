import { serialize } from "hono/utils/cookie";
import { isObject, type Json } from "../../core/json.ts";
import type { PagePorts } from "./ports.ts";
import { cookieOf, GUARDED } from "./session.ts";

/** What a change says on the next page, once; with what takes it back. */
export interface Flash {
  text: string;
  undo?: { action: string; fields: Record<string, string> };
}

const NAME = "__Host-flash";
const PLACE = "flash/cookie";
const LASTS_SECONDS = 60;

/** The cookie that carries it to the next page, sealed: nobody else can make one. */
export async function flashed(flash: Flash, { keep }: PagePorts): Promise<string> {
  const sealed = await keep.seal(flash as unknown as Json, PLACE);
  return serialize(NAME, sealed, { ...GUARDED, maxAge: LASTS_SECONDS });
}

/** The cookie that ends it: it is shown once. */
export const FLASH_SHOWN = serialize(NAME, "", { ...GUARDED, maxAge: 0 });

/** What the last change said; null for nothing. */
export async function flashOf(request: Request, { keep }: PagePorts): Promise<Flash | null> {
  const sealed = cookieOf(request, NAME);
  const opened = sealed === undefined ? null : await keep.open(sealed, PLACE);
  return isObject(opened) && typeof opened["text"] === "string" ? (opened as unknown as Flash) : null;
}
