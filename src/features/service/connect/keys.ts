import { HIDDEN, type Authentication } from "../../../engine/upstream/authentication.ts";
import { suggestsSecret } from "../../../core/secret-names.ts";
import type { CallDefinition } from "./example-address.ts";

const PARAMETER = /([?&])([^=&#\s"']+)=([^&#\s"']*)/g;

const isKey = (name: string, value: string): boolean => suggestsSecret(name) && value !== "" && !/[{<]/.test(value);

/** A text in which the keys of addresses are hidden, safe to show. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(PARAMETER, (whole, sign: string, name: string, value: string) =>
    isKey(name, value) ? `${sign}${name}=${HIDDEN}` : whole,
  );

/** Takes the keys out of the query of a request: they belong to the account. Hidden ones are only left out. */
export function keysOf<Asked extends CallDefinition | null>(
  asked: Asked,
): { asked: Asked; query: Record<string, string> } {
  if (asked === null) return { asked, query: {} };
  const keys = Object.entries(asked.query).filter(([name, value]) => isKey(name, value));
  const others = Object.entries(asked.query).filter(([name, value]) => !isKey(name, value));
  return {
    asked: { ...asked, query: Object.fromEntries(others) },
    query: Object.fromEntries(keys.filter(([, value]) => value !== HIDDEN)),
  };
}

/** The ways in which a service may want a key of which nothing else is known, the most usual first. */
const waysOf = (key: string): Authentication[] => [
  { headers: { "X-Api-Key": key } },
  { headers: { Authorization: `Bearer ${key}` } },
  { query: { api_key: key } },
  { headers: { Authorization: key } },
  { query: { key } },
  { query: { token: key } },
];

/** The way that is tried before the service has said anything. */
export const usualWay = (key: string): Authentication => waysOf(key)[0]!;

/** The other ways, beginning with the header or parameter that the service names in its refusal of the usual one. */
export function otherWays(key: string, words: string): Authentication[] {
  const header = /\bx-[a-z0-9]+(?:-[a-z0-9]+)*\b/i.exec(words)?.[0];
  const parameter = /\b(?:api_?key|access_?token|apikey|auth_?key)\b/i.exec(words)?.[0];
  const bearer = /\bbearer\b/i.test(words);
  const named: Authentication[] = [
    ...(header === undefined ? [] : [{ headers: { [header]: key } }]),
    ...(bearer ? [{ headers: { Authorization: `Bearer ${key}` } }] : []),
    ...(parameter === undefined ? [] : [{ query: { [parameter]: key } }]),
  ];
  const all = [usualWay(key), ...named, ...waysOf(key)];
  const texts = all.map((one) => JSON.stringify(one).toLowerCase());
  return all.filter((_, at) => at > 0 && texts.indexOf(texts[at]!) === at);
}
