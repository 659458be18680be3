import type * as z from "zod";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, LANGUAGES } from "../../src/core/language.ts";
import { meaningKey, pluralKey, type Texts } from "../../src/ui/words/text.ts";
import { usedTexts } from "./used.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { manyForms } from "../../src/ui/words/rooms.ts";
import { eventTypes } from "../../src/kinds/events.ts";
import { targetKinds } from "../../src/kinds/registry.ts";

const languages = join(import.meta.dirname, "../../src/languages");

/** The languages that need a catalogue. */
export const translated = LANGUAGES.filter((one) => one !== "en");

/** The keys that every catalogue needs: what the source of the pages translates, and what others declare for them. */
export const neededTexts = (): string[] => [...new Set([...usedTexts().map(({ key }) => key), ...declaredTexts()])];

/** The catalogue of a language; empty without a file. */
function textsOf(language: Language): Texts {
  const path = join(languages, language, "pages.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Texts) : {};
}

/** A problem of one translation, in words. */
export interface TextProblem {
  key: string;
  problem: "missing" | "not used" | "lacks a form" | "other placeholders or tags" | "blanks around it";
}

/** Placeholders and tags, sorted. `n` may be said in words: "one creator". */
const slots = (text: string): string =>
  [...text.matchAll(/\{[a-zA-Z]+\}|<\/?[a-zA-Z]+>/g)]
    .map(([slot]) => slot)
    .filter((slot) => slot !== "{n}")
    .toSorted()
    .join(" ");

/** The English forms of a key: two for a plural, one without its meaning for others. */
function formsOf(key: string): [string] | [one: string, other: string] {
  const [, one, other] = /^(.*?)\|(.*)$/s.exec(key) ?? [];
  if (one !== undefined && other !== undefined) return [one, other];
  const [, text = key, meaning] = /^(.*) \[([a-z ]+)\]$/s.exec(key) ?? [];
  return [meaning !== undefined && meaningKey(meaning, text) === key ? text : key];
}

const differs = (english: string, reported: string): TextProblem["problem"] | null => {
  if (slots(english) !== slots(reported)) return "other placeholders or tags";
  return english.trim() === english && reported.trim() !== reported ? "blanks around it" : null;
};

/** Finds the problem of one translation; null for none. */
export function problemOf(language: Language, key: string, reported: Texts[string] | undefined): TextProblem | null {
  if (reported === undefined) return { key, problem: "missing" };
  const [one, other] = formsOf(key);
  const single = new Intl.PluralRules(language).resolvedOptions().pluralCategories.length === 1;
  if (other === undefined) {
    const problem = typeof reported === "string" ? differs(one, reported) : "lacks a form";
    return problem === null ? null : { key, problem };
  }
  if (typeof reported === "string" || (reported.one === undefined && !single)) return { key, problem: "lacks a form" };
  const problem = differs(other, reported.other) ?? (reported.one === undefined ? null : differs(one, reported.one));
  return problem === null ? null : { key, problem };
}

/** Every problem of a language's catalogue. */
export function problemsOf(language: Language, needed: string[], texts: Texts = textsOf(language)): TextProblem[] {
  const keys = new Set(needed);
  return [
    ...needed.flatMap((key) => problemOf(language, key, texts[key]) ?? []),
    ...Object.keys(texts).flatMap((key): TextProblem[] => (keys.has(key) ? [] : [{ key, problem: "not used" }])),
  ];
}

interface Def {
  innerType?: z.ZodType;
  in?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}

/** The descriptions of a schema's fields, as forms show them. */
function described(schema: z.ZodType): string[] {
  const { innerType, in: source, shape, options } = (schema as unknown as { def: Def }).def;
  const own = (schema.description ?? "").replaceAll("`", "");
  const inside = [innerType, source, ...Object.values(shape ?? {}), ...(options ?? [])];
  return [own, ...inside.flatMap((one) => (one === undefined ? [] : described(one)))];
}

const words = (record: Partial<Record<string, string>> = {}): string[] => Object.values(record).map((one) => one ?? "");

const ofKind = ({ page: { noun, title, many, alerts, watched }, params, settings }: (typeof targetKinds)[string]) => [
  noun,
  title,
  ...words(alerts),
  ...(watched === null
    ? []
    : [
        watched.about,
        ...words(watched.fields),
        ...words(watched.settings),
        ...watched.columns,
        ...watched.charts.flatMap(({ title: name, entries }) => (entries === undefined ? [name] : [name, entries])),
      ]),
  ...described(params()),
  ...described(settings()),
  pluralKey(...manyForms({ noun, title, ...(many === undefined ? {} : { many }) })),
];

/** What explains a setting on the page: its hint, or else its description. */
const explained = (kind: (typeof channelKinds)[string]): string[] => {
  const { fields = {}, labels } = kind.page;
  const { shape = {} } = (kind.settings(PUBLIC_ONLY) as unknown as { def: Def }).def;
  return Object.keys(labels).flatMap((name) => fields[name]?.hint ?? described(shape[name]!));
};

const ofChannel = (kind: (typeof channelKinds)[string]) => [
  kind.title,
  kind.page.listed ?? "",
  kind.page.about,
  kind.page.where,
  ...words(kind.page.labels),
  ...Object.values(kind.page.fields ?? {}).flatMap((requested) => words(requested?.words)),
  ...explained(kind),
  kind.listing?.none ?? "",
];

/** The texts that pages show and that kinds, channels and event types declare, once. */
function declaredTexts(): string[] {
  const all = [
    ...Object.values(targetKinds).flatMap(ofKind),
    ...Object.values(channelKinds).flatMap(ofChannel),
    ...Object.values(eventTypes).map(({ happens }) => happens),
  ];
  return [...new Set(all)].filter((text) => text !== "");
}
