/** The languages in which people can be told. */
export const LANGUAGES = ["en", "de", "es", "pt-BR", "fr", "ja", "id", "vi"] as const;

/** One of them, as BCP 47 names it. */
export type Language = (typeof LANGUAGES)[number];

/** The same in every language: one that is missing does not compile. */
export type InEach<Words> = Record<Language, Words>;

/** Where lists and dates are written: English as in Europe, the day before the month and no comma before "and". */
export const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);

const made = new Map<string, unknown>();

/** What is dear to make, once an isolate and when it is first wanted: a formatter costs as much as a hundred of its texts. */
export function once<Made>(key: string, make: () => Made): Made {
  let known = made.get(key);
  if (known === undefined) made.set(key, (known = make()));
  return known as Made;
}

/** Names in one: "Maria, Suna and Kenji". */
export const listed = (language: Language, names: string[]): string =>
  once(`list ${language}`, () => new Intl.ListFormat(localeOf(language))).format(names);

/** Picks the form of a word that goes with a count; languages that have one form write it without asking. */
export const counting =
  (language: Language) =>
  (count: number, one: string, other: string): string =>
    once(`plural ${language}`, () => new Intl.PluralRules(language)).select(count) === "one" ? one : other;
