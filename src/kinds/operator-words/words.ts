import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type OperatorWords } from "./en.ts";

/** Wording of messages for operators in each language. */
export const operatorWords: InEach<OperatorWords> = inEach("operator", en);
