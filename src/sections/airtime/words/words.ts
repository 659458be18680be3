import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type AirtimeWords } from "./en.ts";

/** The words of a digest's airtime report, in each language. */
export const airtimeWords: InEach<AirtimeWords> = inEach("section-airtime", en);
