import { LANGUAGES, once, type Language } from "../../core/language.ts";
import { language } from "./text.ts";

const named = (displayed: Language): Record<string, string> =>
  once(`languages ${displayed}`, () => {
    const names = new Intl.DisplayNames(displayed, { type: "language" });
    return Object.fromEntries(LANGUAGES.map((one) => [one, names.of(one) ?? one]));
  });

/** Returns the message languages as choices by code; `none` is the label for no choice. */
export const languageWords = (none: string): Record<string, string> => ({ "": none, ...named(language()) });
