import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type HashtagsWords } from "./en.ts";

/** The words of a digest about hashtags, in each language. */
export const hashtagsWords: InEach<HashtagsWords> = inEach("section-hashtags", en);
