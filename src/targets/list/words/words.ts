import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ListWords } from "./en.ts";

/** What is said of the items of a list. A list comes as `titled` writes it, a field by its name, numbers as text. */
export const listWords: InEach<ListWords> = inEach("list", en);
