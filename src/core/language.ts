/** The languages in which people can be told. */
export const LANGUAGES = ["en", "de", "es", "pt-BR", "fr", "ja", "id", "vi"] as const;

/** One of them, as BCP 47 names it. */
export type Language = (typeof LANGUAGES)[number];

/** The same in every language. */
export type InEach<Words> = Record<Language, Words>;

/** Words of another language: what is missing is said in English, and `npm run words` lists it. */
export type Translation<Words> = {
  [Name in keyof Words]?: Words[Name] extends string | ((...slots: never[]) => unknown)
    ? Words[Name]
    : Translation<Words[Name]>;
};

/** The words of every language, English in the place of what a translation lacks. */
export const inEachOf = <Words extends object>(
  en: Words,
  translations: Partial<Record<Language, Translation<Words>>>,
): InEach<Words> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, filledUp(en, translations[language] ?? {})]),
  ) as InEach<Words>;

function filledUp<Words extends object>(en: Words, translation: Translation<Words>): Words {
  const said = Object.entries(en).map(([name, english]: [string, unknown]) => {
    const other: unknown = translation[name as keyof Words];
    const inside = typeof english === "object" && english !== null && typeof other === "object" && other !== null;
    return [name, inside ? filledUp(english, other) : (other ?? english)];
  });
  return Object.fromEntries(said) as Words;
}

/** Where lists and dates are written: English as in Europe, the day before the month and no comma before "and". */
export const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);

const created = new Map<string, unknown>();

/** What is dear to make, once an isolate and when it is first wanted: a formatter costs as much as a hundred of its texts. */
export function once<Created>(key: string, make: () => Created): Created {
  let known = created.get(key);
  if (known === undefined) created.set(key, (known = make()));
  return known as Created;
}

/** Names in one: "Maria, Suna and Kenji". */
export const listed = (language: Language, names: string[]): string =>
  once(`list ${language}`, () => new Intl.ListFormat(localeOf(language))).format(names);

/** Picks the form of a word that goes with a count; languages that have one form write it without asking. */
export const counting =
  (language: Language) =>
  (count: number, one: string, other: string): string =>
    once(`plural ${language}`, () => new Intl.PluralRules(language)).select(count) === "one" ? one : other;
