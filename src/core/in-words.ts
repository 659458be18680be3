import { coreTranslations } from "../languages/core.ts";
import { inEachOf, type InEach } from "./language.ts";
import { en, type CoreWords } from "./words.ts";

/** What lengths of time, growths and places are written with. */
export const coreWords: InEach<CoreWords> = inEachOf(en, coreTranslations);
