import { inEachOf, type InEach } from "../core/language.ts";
import { translations } from "../../build/translations.ts";

/**
 * A catalogue in every language: its English words stand beside what says them, the other languages'
 * are exported by a file in `src/languages/<language>`, `section-lives` as `sectionLives`.
 */
export function inEach<Words extends object>(name: string, en: Words): InEach<Words> {
  catalogues.set(name, en);
  return inEachOf(en, translations[name] ?? {});
}

/** The English words of each catalogue that was loaded, by its name. */
export const catalogues = new Map<string, object>();
