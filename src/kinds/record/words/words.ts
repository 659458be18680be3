import type { InEach } from "../../../core/language.ts";
import { inEach } from "../../../languages/in-each.ts";
import { en, type RecordWords } from "./en.ts";

/** Wording of record events in each language. */
export const recordWords: InEach<RecordWords> = inEach("record", en);
