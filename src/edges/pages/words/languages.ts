import { LANGUAGES } from "../../../core/language.ts";
import { lazy } from "../../../core/lazy.ts";

const named = lazy((): Record<string, string> => {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return Object.fromEntries(LANGUAGES.map((one) => [one, names.of(one) ?? one]));
});

/** Returns the message languages as choices by code; `none` is the label for no choice. */
export const languageWords = (none: string): Record<string, string> => ({ "": none, ...named() });
