import type { InEach } from "../../../../core/language.ts";
import { inEach } from "../../../../languages/in-each.ts";
import { en, type DigestWords } from "./en.ts";

/** The words of a digest around its sections, in each language. */
export const digestWords: InEach<DigestWords> = inEach("digest", en);
