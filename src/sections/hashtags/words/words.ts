import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type HashtagsWords } from "./en.ts";

/** What a digest says of hashtags. Counts and shares come as text, `before` as the words for the period before. */
export const hashtagsWords: InEach<HashtagsWords> = inEach("section-hashtags", en);
