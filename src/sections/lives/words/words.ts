import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type LivesWords } from "./en.ts";

/** What a digest says of creators on air. Lengths of time and shares come as text, `before` as the words for the period before. */
export const livesWords: InEach<LivesWords> = inEach("section-lives", en);
