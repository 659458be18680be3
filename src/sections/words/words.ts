import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type SectionWords } from "./en.ts";

/** What all sections of a digest say alike. `part` is how long was watched, as `days`, `ofDays` or `ofTime` write it. */
export const sectionWords: InEach<SectionWords> = inEach("sections", en);
