import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES, type Language } from "../../src/core/language.ts";
import { en } from "../../src/core/words.ts";
import { coreTranslations } from "../../build/core-translations.ts";
import { catalogues } from "../../src/languages/in-each.ts";
import { translations } from "../../build/translations.ts";

const source = join(import.meta.dirname, "../../src");

// Whatever names a catalogue registers it when it is loaded.
for (const path of readdirSync(source, { recursive: true, encoding: "utf8" }))
  if (/\.tsx?$/.test(path) && readFileSync(join(source, path), "utf8").includes("= inEach("))
    await import(join(source, path));

export const rest = LANGUAGES.filter((language) => language !== "en");

/** A catalogue with its English sentences and their translations so far. */
export interface Catalogue {
  name: string;
  en: object;
  translations: Partial<Record<Language, object>>;
}

export const allCatalogues: Catalogue[] = [
  { name: "core", en, translations: coreTranslations },
  ...[...catalogues].map(([name, en]) => ({ name, en, translations: translations[name] ?? {} })),
].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Exports of languages that belong to no catalogue, and so are never read. */
export const stray: string[] = Object.entries(translations)
  .filter(([name]) => !catalogues.has(name))
  .flatMap(([name, reported]) => Object.keys(reported).map((language) => `${name} of src/languages/${language}`));

/** The names of all sentences. Nested ones are joined with a dot. */
export const sentencesOf = (words: object): string[] =>
  Object.entries(words).flatMap(([name, reported]: [string, unknown]) =>
    typeof reported === "object" && reported !== null
      ? sentencesOf(reported).map((inner) => `${name}.${inner}`)
      : [name],
  );

/** The sentences of a catalogue without a translation in a language. */
export function missingIn({ en, translations: reported }: Catalogue, language: Language): string[] {
  const there = new Set(sentencesOf(reported[language] ?? {}));
  return sentencesOf(en).filter((name) => !there.has(name));
}
