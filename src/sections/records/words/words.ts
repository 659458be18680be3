import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RecordsWords } from "./en.ts";

/** The words of a digest about records, in each language. */
export const recordsWords: InEach<RecordsWords> = inEach("section-records", en);
