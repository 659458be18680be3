import type { Json } from "../../core/json.ts";
import { lineOf, listOf, objectOf } from "../../core/loose-json.ts";

/** The words of a Text object, its pieces in place of "{0:string}"; a piece without text is nothing. Null without words. */
export function wordsOf(text: Json | undefined): string | null {
  const object = objectOf(text);
  const pattern = object?.["default_pattern"];
  if (object === null || typeof pattern !== "string") return null;
  const pieces = listOf(object["pieces"]) ?? [];
  const filled = pattern.slice(0, 1000).replace(/\{(\d{1,3})(?::\w+)?\}/g, (_all, index: string) => {
    const value = objectOf(pieces[Number(index)])?.["string_value"];
    return typeof value === "string" ? value.slice(0, 200) : "";
  });
  return lineOf(filled);
}
