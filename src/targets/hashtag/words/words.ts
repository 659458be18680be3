import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type HashtagWords } from "./en.ts";

/** What is said of hashtags. A search comes as `titled` writes it, counts as text. */
export const hashtagWords: InEach<HashtagWords> = inEach("hashtag", en);
