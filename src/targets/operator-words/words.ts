import type { InEach } from "../../core/language.ts";
import { inEach } from "../../languages/in-each.ts";
import { en, type OperatorWords } from "./en.ts";

/** What whoever runs Tallylight is told. */
export const operatorWords: InEach<OperatorWords> = inEach("operator", en);
