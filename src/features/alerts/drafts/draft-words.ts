import { marked } from "../../../ui/words/text.ts";

/** The texts that name a kind of record. */
interface DraftWords {
  /** The title of the page for a new one. */
  fresh: string;
  /** The link to that page. */
  addOne: string;
  /** The button that adds the new one. */
  add: string;
  needsChannel: string;
  restored: string;
}

const WORDS: Record<string, DraftWords> = {
  alert: {
    fresh: marked("New alert"),
    addOne: marked("Add an alert"),
    add: marked("Add alert"),
    needsChannel: marked("An alert needs a channel to send to."),
    restored: marked("Alert restored"),
  },
  digest: {
    fresh: marked("New digest"),
    addOne: marked("Add a digest"),
    add: marked("Add digest"),
    needsChannel: marked("A digest needs a channel to send to."),
    restored: marked("Digest restored"),
  },
};

/** Returns the texts for a noun, each to be translated where it is shown. */
export function draftWords(noun: string): DraftWords {
  const words = WORDS[noun];
  if (words === undefined) throw new Error(`the form of one ${noun} has no words`);
  return words;
}
