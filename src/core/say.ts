import type { Language } from "./language.ts";

/** Values for the placeholders of a text. */
export type Values = Readonly<Record<string, string | number>>;

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/** Fills in the placeholders of a text: `{name}`. A placeholder without a value stays as it is. */
export const filled = (text: string, values: Values, write: (value: number) => string = String): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? write(value) : value;
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
