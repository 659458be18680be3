import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RecordWords } from "./en.ts";

/** What is said of a record and its fields. A field comes by its name, numbers as text. */
export const recordWords: InEach<RecordWords> = inEach("record", en);
