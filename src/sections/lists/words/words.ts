import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ListsWords } from "./en.ts";

/** The words of a digest about lists of items, in each language. */
export const listsWords: InEach<ListsWords> = inEach("section-lists", en);
