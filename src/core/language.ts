/** The languages of messages and pages. */
export const LANGUAGES = ["en", "de", "es", "pt-BR", "fr", "ja", "id", "vi"] as const;

/** A language by its BCP 47 tag. */
export type Language = (typeof LANGUAGES)[number];

/** A value for each language. */
export type InEach<Words> = Record<Language, Words>;

/** A translation, which may be incomplete. Missing words fall back to English, and `npm run words` lists them. */
export type Translation<Words> = {
  [Name in keyof Words]?: Words[Name] extends string | ((...slots: never[]) => unknown)
    ? Words[Name]
    : Translation<Words[Name]>;
};

/** The words of every language, with English for what a translation lacks. */
export const inEachOf = <Words extends object>(
  en: Words,
  translations: Partial<Record<Language, Translation<Words>>>,
): InEach<Words> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, filledUp(en, translations[language] ?? {})]),
  ) as InEach<Words>;

function filledUp<Words extends object>(en: Words, translation: Translation<Words>): Words {
  const reported = Object.entries(en).map(([name, english]: [string, unknown]) => {
    const other: unknown = translation[name as keyof Words];
    const inside = typeof english === "object" && english !== null && typeof other === "object" && other !== null;
    return [name, inside ? filledUp(english, other) : (other ?? english)];
  });
  return Object.fromEntries(reported) as Words;
}

/** The locale for lists and dates. English is British: the day before the month, and no comma before "and". */
export const localeOf = (language: Language): string => (language === "en" ? "en-GB" : language);

const created = new Map<string, unknown>();

/**
 * Returns what `make` creates, cached for the isolate under `key`. For expensive values: creating a formatter costs as
 * much as a hundred of its texts.
 */
export function once<Created>(key: string, make: () => Created): Created {
  let known = created.get(key);
  if (known === undefined) created.set(key, (known = make()));
  return known as Created;
}

/** Joins names to a list: "Maria, Suna and Kenji". */
export const listed = (language: Language, names: string[]): string =>
  once(`list ${language}`, () => new Intl.ListFormat(localeOf(language))).format(names);

/** Joins short parts, such as "30 h" and "15 days", with commas. */
export const commaed = (language: Language, parts: string[]): string => parts.join(language === "ja" ? "、" : ", ");

/** Picks the form of a word for a count. Languages with a single form do not need it. */
export const counting =
  (language: Language) =>
  (count: number, one: string, other: string): string =>
    once(`plural ${language}`, () => new Intl.PluralRules(language)).select(count) === "one" ? one : other;
