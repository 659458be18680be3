import { coreTranslations } from "../../build/core-translations.ts";
import { inEachOf, type InEach } from "./language.ts";
import { en, type CoreWords } from "./words.ts";

/** Words for durations, growth and places. */
export const coreWords: InEach<CoreWords> = inEachOf(en, coreTranslations);
