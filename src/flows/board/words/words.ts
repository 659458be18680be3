import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type BoardWords } from "./en.ts";

/** What a board says. */
export const boardWords: InEach<BoardWords> = inEach("board", en);
