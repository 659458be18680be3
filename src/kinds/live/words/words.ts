import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type LiveWords } from "./en.ts";

/** Wording of live events in each language. */
export const liveWords: InEach<LiveWords> = inEach("live", en);
