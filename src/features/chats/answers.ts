import type { Language } from "../../core/language.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { chatWords, type ChatWords } from "./message/words/words.ts";

/** A button below an answer. Its id says what it does, in at most 64 bytes, as Telegram limits it. */
export interface Button {
  label: string;
  id: string;
}

/** The answer to a command, for the asker alone. It pings nobody. */
export interface Answer {
  language: Language;
  notice: Notice;
  buttons: Button[];
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
    }: Partial<{ tone: Tone; buttons: Button[]; fields: Notice["fields"] }> = {},
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
