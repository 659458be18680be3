import type { Language } from "./language.ts";
import type { Phrase } from "./notice.ts";

/** A sentence with slots, in whatever order a language wants them: say`${name} is live`. A text joins the one before it. */
export function say(texts: TemplateStringsArray, ...slots: (Phrase | Phrase[])[]): Phrase[] {
  const said: Phrase[] = [];
  const add = (phrase: Phrase) => {
    const last = said.at(-1);
    if (phrase === "") return;
    if (typeof phrase === "string" && typeof last === "string") said[said.length - 1] = last + phrase;
    else said.push(phrase);
  };
  texts.forEach((text, index) => {
    add(text);
    const slot = slots[index];
    if (Array.isArray(slot)) slot.forEach(add);
    else if (slot !== undefined) add(slot);
  });
  return said;
}

/** A sentence as bare text, for headlines; it has no instants. */
export const spoken = (phrases: Phrase[]): string =>
  phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      if ("at" in phrase) throw new Error("an instant has no bare text");
      return "strong" in phrase ? phrase.strong : phrase.link;
    })
    .join("");

const COLONS: Partial<Record<Language, string>> = { fr: " : ", ja: "：" };

/** Joins two texts by a colon: "Maria is live: Late night talk". */
export const withColon = (language: Language, before: string, after: string): string =>
  `${before}${COLONS[language] ?? ": "}${after}`;

/** A sentence as it goes on after another. Only for those that begin with one of our own words, and no noun in German. */
export function goingOn(phrases: Phrase[]): Phrase[] {
  const [first, ...rest] = phrases;
  return typeof first === "string" ? [`${first.charAt(0).toLowerCase()}${first.slice(1)}`, ...rest] : phrases;
}

/** What happened, in the words for one, for several, and over a list of their names. */
export interface Saying<One extends unknown[] = [], Where extends unknown[] = []> {
  one: (name: Phrase, ...how: One) => Phrase[];
  /** What stands after several names. */
  many: (...where: Where) => string;
  heading: (...where: Where) => string;
}
