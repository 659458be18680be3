import { AsyncLocalStorage } from "node:async_hooks";
import { counting, localeOf, type Language } from "../../core/language.ts";
import { lazy } from "../../core/lazy.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import { filled, type Say, type Values } from "../../core/sentence.ts";

/** The texts of the pages in one language, by their English: as a text, or as the two forms of a plural. */
export type Texts = Readonly<Record<string, string | { one?: string; other: string }>>;

/** What a response is written in. */
export interface Translation {
  language: Language;
  texts: Texts;
}

const ENGLISH: Translation = { language: "en", texts: {} };
const store = lazy(() => new AsyncLocalStorage<Translation>());
const current = (): Translation => store().getStore() ?? ENGLISH;

/** Runs an action in a language. Everything it calls, also after an await, translates into that language. */
export const speaking = <Answer>(translation: Translation, action: () => Answer): Answer =>
  store().run(translation, action);

/** The language of the response. */
export const language = (): Language => current().language;

/** Numbers are written as the language groups them. */
const inserted = (text: string, values: Values): string => filled(text, values, (value) => grouped(language(), value));

/** Returns the translation of a text with its placeholders, or the English text if there is none. */
export function translation(text: string): string {
  const found = current().texts[text];
  return typeof found === "string" ? found : text;
}

/**
 * Translates a text and fills in its placeholders: `t("Last seen {when}", { when })`. The text must be a literal, or
 * come from `marked`: `tools/texts` collects them for the translators.
 */
export const t = (text: string, values: Values = {}): string => inserted(translation(text), values);

/**
 * Marks a text for translation where it is declared, outside of a request. The page that shows it calls `t`.
 */
export const marked = <const Text extends string>(text: Text): Text => text;

/** How the catalogues name the two forms of a plural. */
export const pluralKey = (one: string, other: string): string => `${one}|${other}`;

/** Returns the translated form for a count, its placeholders not yet filled. */
export function pluralForm(count: number, one: string, other: string): string {
  const found = current().texts[pluralKey(one, other)];
  if (typeof found !== "object") return counting("en")(count, one, other);
  return counting(language())(count, found.one ?? found.other, found.other);
}

/**
 * Translates a text whose form depends on a count, which fills `{n}`: `plural(3, "{n} creator", "{n} creators")`.
 */
export const plural = (count: number, one: string, other: string, values: Values = {}): string =>
  inserted(pluralForm(count, one, other), { n: count, ...values });

/**
 * Translates a word that means several things in English. `meaning` keeps them apart in the catalogues:
 * `meant("button", "Watch")`.
 */
export function meant(meaning: string, text: string, values: Values = {}): string {
  const found = current().texts[meaningKey(meaning, text)];
  return inserted(typeof found === "string" ? found : text, values);
}

/** A translated title within a sentence: in lower case, except in German, which writes its nouns with a capital. */
export const inSentence = (title: string): string =>
  language() === "de" ? title : title.toLocaleLowerCase(localeOf(language()));

/** How the catalogues name one meaning of a word. */
export const meaningKey = (meaning: string, text: string): string => `${text} [${meaning}]`;

/** Says the texts that kinds of targets declare, in the language of the response. */
export const inPage: Say = {
  get language() {
    return language();
  },
  text: t,
  plural,
};
