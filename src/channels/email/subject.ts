import { pattern } from "../../core/pattern.ts";
import { cut } from "../../core/text.ts";
import { shownLine } from "../phrases.ts";

const LONGEST = 200;

/** Invisible marks that texts in a body may have: of direction, and tags that only some emoji use. */
const hidden = pattern(String.raw`[\u061c\u200e\u200f\u{e0000}-\u{e007f}]`, "gu");

/** A text as the subject of an email: one line without control, direction and invisible characters, never empty. */
export const subjectOf = (text: string, otherwise: string): string =>
  cut(shownLine(text.toWellFormed().replace(hidden(), "")), LONGEST) || otherwise;
