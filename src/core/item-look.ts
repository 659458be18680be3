import { isObject, type Json } from "./json.ts";
import { cut } from "./text.ts";

// Meaning of an item's fields by their names, for display. They may come from an older version.

/** The first of these is the title of an item. */
const TITLES = ["title", "name", "caption", "text", "description"];
const LINKS = ["link", "url"];
const PICTURES = ["picture", "cover", "image"];

/** Longer titles are cut, because they appear in headlines. */
const MAX_TITLE = 120;

/** Names of numbers that are times. */
const INSTANT = /time|date|created|_at$|At$/;

function first(fields: Json | undefined, names: string[], fits: (text: string) => boolean): string | null {
  const texts = names.map((name) => (isObject(fields) && Object.hasOwn(fields, name) ? fields[name] : null));
  return texts.find((text): text is string => typeof text === "string" && fits(text)) ?? null;
}

const isAddress = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text);

/** The title of an item; null if it has none. */
export function titleOf(fields: Json | undefined): string | null {
  const title = first(fields, TITLES, (text) => text.trim() !== "");
  return title === null ? null : cut(title, MAX_TITLE);
}

/** Its link, https only. */
export const linkOf = (fields: Json | undefined): string | null => first(fields, LINKS, isAddress);

/** Its pictures. */
export const picturesOf = (fields: Json | undefined) => ({
  cover: first(fields, PICTURES, isAddress),
  avatar: first(fields, ["avatar"], isAddress),
});

/** Reports whether a number with this name is a time. */
export const isTimeName = (name: string): boolean => INSTANT.test(name);

/** Its numbers, except times. */
export const numbersOf = (fields: Json | undefined): [name: string, value: number][] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, value]) =>
    typeof value === "number" && !isTimeName(name) ? [[name, value]] : [],
  );

/** Its texts other than titles and URLs. */
export const otherTextsOf = (fields: Json | undefined): [name: string, text: string][] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, value]) =>
    typeof value === "string" && !TITLES.includes(name) && !/^\w+:\/\//.test(value) ? [[name, value]] : [],
  );
