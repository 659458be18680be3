import type { InEach } from "../../../../core/language.ts";
import { inEach } from "../../../../languages/in-each.ts";
import { en, type BoardWords } from "./en.ts";

/** The words of a board in each language. */
export const boardWords: InEach<BoardWords> = inEach("board", en);
