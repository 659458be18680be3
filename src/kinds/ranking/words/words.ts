import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RankingWords } from "./en.ts";

/** Wording of ranking events in each language. */
export const rankingWords: InEach<RankingWords> = inEach("ranking", en);
