import { serialize } from "hono/utils/cookie";
import { LANGUAGES, type Language } from "../core/language.ts";
import { isObject, type Json } from "../core/json.ts";
import type { CorePorts } from "../http/ports.ts";
import { cookieOf, GUARDED } from "./session.ts";
import type { Texts, Translation } from "./words/text.ts";

const NAME = "__Host-language";
const YEAR_SECONDS = 31_536_000;

/** True for the tag of a language of the pages. */
export const isLanguage = (tag: string | undefined): tag is Language => LANGUAGES.includes(tag as Language);

/** Returns the language that the reader chose in this browser; null if the browser's languages decide. */
export function chosenLanguage(request: Request): Language | null {
  const chosen = cookieOf(request, NAME);
  return isLanguage(chosen) ? chosen : null;
}

/** The cookie that keeps a choice for a year; null ends it. */
export const languageCookie = (chosen: Language | null): string =>
  serialize(NAME, chosen ?? "", { ...GUARDED, maxAge: chosen === null ? 0 : YEAR_SECONDS });

/** More wishes than any browser sends. */
const MAX_WISHES = 20;

/**
 * Returns the first of a browser's languages that the pages have, by RFC 9110 section 12.5.4: the highest weight, then
 * the order. A language matches whatever its region: "pt" and "pt-PT" get Brazilian Portuguese. English without one.
 */
export function wishedLanguage(accepted: string | null): Language {
  const wishes = (accepted ?? "")
    .split(",", MAX_WISHES)
    .map((wish) => {
      const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
      return { base: tag.split("-")[0], weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { base } of wishes) {
    const found = LANGUAGES.find((one) => one.split("-")[0] === base);
    if (found !== undefined) return found;
  }
  return "en";
}

/** The file of a language's texts, next to the style of the pages. */
export const textsFile = (of: Language) => `assets/texts-${of}.json` as const;

/** Texts by language, kept for the isolate once read from these files. */
const stored = new WeakMap<CorePorts["files"], Map<Language, Texts>>();

/**
 * Returns what to write a response in: the language chosen in this browser, or else the first of the browser's that
 * there is. English if the texts can't be read, so that a page never mixes two languages.
 */
export const translationFor = (request: Request, ports: Pick<CorePorts, "files">): Promise<Translation> =>
  translationInto(chosenLanguage(request), request, ports);

/** The same once the reader has chosen this language; null for the first of the browser's. */
export async function translationInto(
  chosen: Language | null,
  request: Request,
  { files }: Pick<CorePorts, "files">,
): Promise<Translation> {
  const wanted = chosen ?? wishedLanguage(request.headers.get("accept-language"));
  if (wanted === "en") return { language: "en", texts: {} };
  const known = stored.get(files) ?? new Map<Language, Texts>();
  const texts = known.get(wanted) ?? (await readTexts(wanted, files));
  if (texts === null) return { language: "en", texts: {} };
  stored.set(files, known.set(wanted, texts));
  return { language: wanted, texts };
}

async function readTexts(of: Language, files: CorePorts["files"]): Promise<Texts | null> {
  try {
    const texts = await (await files.read(textsFile(of))).json<Json>();
    return isObject(texts) ? (texts as Texts) : null;
  } catch {
    return null;
  }
}

/** Names that the platform shortens to that of a country. */
const FULL_NAMES: Partial<Record<Language, string>> = { id: "Bahasa Indonesia" };

/** The language's name in itself, as it stands alone: "Deutsch", "Español". */
export function ownNameOf(of: Language): string {
  const name = FULL_NAMES[of] ?? new Intl.DisplayNames(of, { type: "language" }).of(of) ?? of;
  return name.slice(0, 1).toLocaleUpperCase(of) + name.slice(1);
}
