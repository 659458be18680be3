import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type HashtagWords } from "./en.ts";

/** Wording of hashtag events in each language. */
export const hashtagWords: InEach<HashtagWords> = inEach("hashtag", en);
