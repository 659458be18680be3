import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type LivesWords } from "./en.ts";

/** The words of a digest about live creators, in each language. */
export const livesWords: InEach<LivesWords> = inEach("section-lives", en);
