/** Characters that are copied along unseen: zero-width ones and marks of direction. */
// oxlint-disable-next-line no-misleading-character-class
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufe0f\u00ad]/g;

/** Blanks of other widths, which spreadsheets put between thousands. */
const BLANKS = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** A text without unseen characters, with blanks of one width. */
export const seen = (text: string): string => text.replaceAll(BLANKS, " ").replaceAll(UNSEEN, "");
