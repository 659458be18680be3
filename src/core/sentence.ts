import type { Language } from "./language.ts";
import type { Phrase } from "./notice.ts";

/** Values for the placeholders of a text. */
export type Values = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/**
 * Fills in the placeholders of a text: `{name}`. A placeholder without a value stays as it is. A value that ends with a
 * full stop ("5 Sek.") takes the place of the one that follows it.
 */
export const filled = (text: string, values: Values, write: (value: number) => string = String): string =>
  text.replace(PLACEHOLDER, (whole, name: string, at: number) => {
    const value = values[name];
    if (value === undefined) return whole;
    const said = typeof value === "number" ? write(value) : value;
    return said.endsWith(".") && text[at + whole.length] === "." ? said.slice(0, -1) : said;
  });

/** Says texts in one language. Their English, a literal, is the key of their translations. */
export interface Say {
  language: Language;
  text: (text: string, values?: Values) => string;
  /** The form depends on the count, which fills `{n}`. */
  plural: (count: number, one: string, other: string, values?: Values) => string;
}

/** Says texts in English, as the API does. */
export const inEnglish: Say = {
  language: "en",
  text: (text, values = {}) => filled(text, values),
  plural: (count, one, other, values = {}) => filled(count === 1 ? one : other, { n: count, ...values }),
};

/** A sentence with slots, in the order that a language needs: say`${name} is live`. Adjacent texts are merged. */
export function say(texts: TemplateStringsArray, ...slots: (Phrase | Phrase[])[]): Phrase[] {
  const reported: Phrase[] = [];
  const add = (phrase: Phrase) => {
    const last = reported.at(-1);
    if (phrase === "") return;
    if (typeof phrase === "string" && typeof last === "string") reported[reported.length - 1] = last + phrase;
    else reported.push(phrase);
  };
  texts.forEach((text, index) => {
    add(text);
    const slot = slots[index];
    if (Array.isArray(slot)) slot.forEach(add);
    else if (slot !== undefined) add(slot);
  });
  return reported;
}

/** A sentence as plain text, for headlines. Throws for an instant, which has no plain text. */
export const spoken = (phrases: Phrase[]): string =>
  phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      if ("at" in phrase) throw new Error("an instant has no bare text");
      return "strong" in phrase ? phrase.strong : phrase.link;
    })
    .join("");

const COLONS: Partial<Record<Language, string>> = { fr: " : ", ja: "：" };

/** Joins two texts with a colon: "Maria is live: Late night talk". */
export const withColon = (language: Language, before: string, after: string): string =>
  `${before}${COLONS[language] ?? ": "}${after}`;

/**
 * The sentence with a lower-case start, to follow another. Only for sentences that begin with our own words, and in
 * German not with a noun.
 */
export function goingOn(phrases: Phrase[]): Phrase[] {
  const [first, ...rest] = phrases;
  return typeof first === "string" ? [goingOnText(first), ...rest] : phrases;
}

/** The same for a sentence that is only text. */
export const goingOnText = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The words of an event: for one name, for several, and as a heading over a list of names. */
export interface Saying<One extends unknown[] = [], Where extends unknown[] = []> {
  one: (name: Phrase, ...how: One) => Phrase[];
  /** The text after several names. */
  many: (...where: Where) => string;
  heading: (...where: Where) => string;
}
