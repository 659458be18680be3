import { isObject, unescaped, type Json } from "../../core/json.ts";
import { cut, tidyLine } from "../../core/text.ts";
import { t } from "../../ui/words/text.ts";

const LONGEST = 60;

/** The last keys of a JSON Pointer: "data › entries". */
export const shortPointer = (pointer: string): string =>
  cut(
    tidyLine(
      pointer
        .split("/")
        .slice(1)
        .slice(-3)
        .map((key) => cut(unescaped(key), LONGEST))
        .join(" › "),
    ),
    LONGEST,
  ) || t("the whole answer");

/** A value on one line. */
export const shortValue = (value: Json): string =>
  value === null
    ? t("no value")
    : isObject(value)
      ? t("a picture")
      : cut(tidyLine(cut(typeof value === "string" ? value : JSON.stringify(value), 200)), LONGEST);
