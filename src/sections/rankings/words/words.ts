import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RankingsWords } from "./en.ts";

/** What a digest says of places in the live rankings. Places come as "#4", counts as text. */
export const rankingsWords: InEach<RankingsWords> = inEach("section-rankings", en);
