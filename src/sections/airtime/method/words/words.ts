import type { InEach } from "../../../../core/language.ts";
import { inEach } from "../../../../languages/in-each.ts";
import { en, type AirtimeMethodWords } from "./en.ts";

/** How the numbers of an airtime report are computed, in each language. */
export const airtimeMethodWords: InEach<AirtimeMethodWords> = inEach("section-airtime-method", en);
