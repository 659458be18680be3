import { isObject, type Json } from "../../core/json.ts";
import { cut } from "../../core/text.ts";

// What the fields of an item mean by their names, where it is shown. They may have been written by an older version.

/** An item is called by the first of these that it has. */
const TITLES = ["title", "name", "caption", "text", "description"];
const LINKS = ["link", "url"];
const PICTURES = ["picture", "cover", "image"];

/** Longer titles are cut: they stand in headlines. */
const MAX_TITLE = 120;

/** Numbers that are an instant, by their names. */
const INSTANT = /time|date|created|_at$|At$/;

function first(fields: Json | undefined, names: string[], fits: (text: string) => boolean): string | null {
  const texts = names.map((name) => (isObject(fields) && Object.hasOwn(fields, name) ? fields[name] : null));
  return texts.find((text): text is string => typeof text === "string" && fits(text)) ?? null;
}

const isAddress = (text: string): boolean => /^https:\/\/\S+$/.test(text) && URL.canParse(text);

/** What an item is called; null where none of its fields says so. */
export function titleOf(fields: Json | undefined): string | null {
  const title = first(fields, TITLES, (text) => text.trim() !== "");
  return title === null ? null : cut(title, MAX_TITLE);
}

/** Where it leads, https only. */
export const linkOf = (fields: Json | undefined): string | null => first(fields, LINKS, isAddress);

/** Its pictures. */
export const picturesOf = (fields: Json | undefined) => ({
  cover: first(fields, PICTURES, isAddress),
  avatar: first(fields, ["avatar"], isAddress),
});

/** Its numbers, those aside that are an instant. */
export const numbersOf = (fields: Json | undefined): [name: string, value: number][] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, value]) =>
    typeof value === "number" && !INSTANT.test(name) ? [[name, value]] : [],
  );

/** Its texts beside its title, addresses aside. */
export const textsOf = (fields: Json | undefined): string[] =>
  Object.entries(isObject(fields) ? fields : {}).flatMap(([name, value]) =>
    typeof value === "string" && !TITLES.includes(name) && !/^\w+:\/\//.test(value) ? value : [],
  );
