import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type ListWords } from "./en.ts";

/** Wording of item events in each language. */
export const listWords: InEach<ListWords> = inEach("list", en);
