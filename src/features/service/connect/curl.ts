import { suggestsSecret } from "../../../core/secret-names.ts";

/** A parsed `curl` command. */
export interface Curl {
  address: string;
  /** The request body; "" for none. */
  body: string;
  username: string;
  password: string;
  /** Headers with a key, by name. */
  headers: Record<string, string>;
  /** The command without credentials, safe to show. */
  shown: string;
}

/** Options with a value that does not matter here. */
const WITH_VALUE =
  /^(-[HXAbeomcEFTYyzrwxCDKP]|--(header|request|user-agent|cookie|referer|output|max-time|connect-timeout|cookie-jar|cert|form|proxy|retry|write-out))$/;

const DATA = /^(-d|--data(-raw|-binary|-ascii|-urlencode)?|--json)$/;

/** A quoted part of a word, or an escaped character. */
const QUOTED = /\$?'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g;

const unquoted = (word: string): string =>
  word.replace(
    QUOTED,
    (_, single?: string, double?: string, sign = "") => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? sign,
  );

/** The words of a command, as written and unquoted. */
const wordsOf = (text: string): { said: string; plain: string }[] =>
  [...text.replace(/\\\r?\n/g, " ").matchAll(/(?:\$?'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)].map(([said]) => ({
    said,
    plain: unquoted(said),
  }));

/** Whether a header contains credentials. */
const isSecret = (header: string): boolean => {
  const name = /^\s*([\w-]+)\s*:/.exec(header)?.[1] ?? "";
  return suggestsSecret(name) || /^x-[\w-]*(key|token|auth)/i.test(name);
};

/** The name and the value of a header with a key; null for another one. */
function headerIn(text: string): [name: string, value: string] | null {
  const [, name = "", value = ""] = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/s.exec(text) ?? [];
  return isSecret(text) && value !== "" ? [name, value] : null;
}

/** The credentials of `-u me:secret` or of a Basic header; null for neither. */
function accountIn(option: string, value: string): [username: string, password: string] | null {
  if (/^(-u|--user)$/.test(option)) return pairOf(value);
  const basic = /^\s*authorization\s*:\s*basic\s+([\w+/=-]+)\s*$/i.exec(value)?.[1];
  if (basic === undefined) return null;
  try {
    return pairOf(new TextDecoder().decode(Uint8Array.from(atob(basic), (sign) => sign.charCodeAt(0))));
  } catch {
    return null;
  }
}

function pairOf(text: string): [string, string] {
  const colon = text.indexOf(":");
  return colon === -1 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}

type Word = ReturnType<typeof wordsOf>[number];

/** An option and its value, null if it has none. `uses` is the number of words that it consumes. */
function optionIn({ plain }: Word, next: Word | undefined): { option: string; value: string | null; uses: 1 | 2 } {
  const long = /^(--[\w-]+)=(.*)$/s.exec(plain);
  if (long !== null) return { option: long[1]!, value: long[2]!, uses: 1 };
  if (/^-u.+/.test(plain)) return { option: "-u", value: plain.slice(2), uses: 1 };
  const takes = DATA.test(plain) || WITH_VALUE.test(plain) || /^(-u|--user|--url)$/.test(plain);
  return takes ? { option: plain, value: next?.plain ?? "", uses: 2 } : { option: plain, value: null, uses: 1 };
}

/** Parses a `curl` command as documentation shows it; null for other text. `shown` never contains credentials. */
export function readCurl(text: string): Curl | null {
  if (!/^\s*curl\s/i.test(text)) return null;
  const words = wordsOf(text).slice(1);
  const found: Curl = { address: "", body: "", username: "", password: "", headers: {}, shown: "curl" };
  let place = 0;
  while (place < words.length) {
    const { option, value, uses } = optionIn(words[place]!, words[place + 1]);
    const written = words.slice(place, place + uses).map(({ said }) => said);
    place += uses;
    const account = value === null ? null : accountIn(option, value);
    if (account !== null) [found.username, found.password] = account;
    if (value !== null && DATA.test(option)) found.body = value;
    const header = /^(-H|--header)$/.test(option) && account === null ? headerIn(value ?? "") : null;
    if (header !== null) found.headers[header[0]] = header[1];
    if (option === "--url") found.address = value ?? "";
    if (value === null && !option.startsWith("-") && found.address === "") found.address = option;
    const hides = account !== null || /^(-u|--user|-b|--cookie)$/.test(option) || isSecret(value ?? "");
    if (!hides) found.shown += ` ${written.join(" ")}`;
  }
  return found;
}
