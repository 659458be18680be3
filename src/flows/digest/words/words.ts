import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type DigestWords } from "./en.ts";

/** What a digest says itself, around its sections. */
export const digestWords: InEach<DigestWords> = inEach("digest", en);
