import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RankingsWords } from "./en.ts";

/** The words of a digest about the live rankings, in each language. */
export const rankingsWords: InEach<RankingsWords> = inEach("section-rankings", en);
