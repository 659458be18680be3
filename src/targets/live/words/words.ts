import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type LiveWords } from "./en.ts";

/** What is said of live creators. */
export const liveWords: InEach<LiveWords> = inEach("live", en);
