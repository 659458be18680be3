import type { InEach } from "../../../../core/language.ts";
import { inEach } from "../../../../languages/in-each.ts";
import { en, type ChatWords } from "./en.ts";

/** The words of answers to commands in each language. */
export const chatWords: InEach<ChatWords> = inEach("chat", en);
export type { ChatWords };
