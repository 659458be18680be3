import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RankingWords } from "./en.ts";

/** What is said of creators' rankings. A ranking comes as `titled` writes it, a place as "#4", "" where it is not known. */
export const rankingWords: InEach<RankingWords> = inEach("ranking", en);
