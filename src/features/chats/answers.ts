import type { Language } from "../../core/language.ts";
import type { Notice, Phrase, Press, Tone } from "../../core/notice.ts";
import type { ChatWords } from "./message/words/en.ts";
import { chatWords } from "./message/words/words.ts";

/** The answer to a command, for the asker alone. It pings nobody. */
export interface Answer {
  language: Language;
  notice: Notice;
  buttons: Press[];
}

/** Creates answers in one language. */
export function answering(language: Language) {
  const words: ChatWords = chatWords[language];
  const answer = (
    title: string,
    body: Phrase[] = [],
    {
      tone = "news",
      buttons = [],
      fields = [],
    }: Partial<{ tone: Tone; buttons: Press[]; fields: Notice["fields"] }> = {},
  ): Answer => ({
    language,
    buttons,
    notice: { tone, title, url: null, subject: "", body, fields, line: [], among: null, links: [], footer: null },
  });
  return {
    words,
    language,
    answer,
    refused: (title: string, body: Phrase[] = []) => answer(title, body, { tone: "warning" }),
  };
}

export type Answering = ReturnType<typeof answering>;

/** Joins lines of phrases with line breaks. */
export const lined = (lines: Phrase[][]): Phrase[] => lines.flatMap((line, at) => (at === 0 ? line : ["\n", ...line]));
