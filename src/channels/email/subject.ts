import { pattern } from "../../core/pattern.ts";
import { cut } from "../../core/text.ts";
import { displayedLine } from "../phrases.ts";

const LONGEST = 200;

/** Invisible characters, also those that texts in a body may have. Emoji and some scripts need the others. */
const hidden = pattern(String.raw`(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}`, "gu");

/** A text as the subject of an email: one line without control, direction and invisible characters, never empty. */
export const subjectOf = (text: string, otherwise: string): string =>
  cut(displayedLine(text.toWellFormed().replace(hidden(), "")), LONGEST) || otherwise;
