import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type SectionWords } from "./en.ts";

/** The words that all sections share, in each language. */
export const sectionWords: InEach<SectionWords> = inEach("sections", en);
