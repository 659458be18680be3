import * as z from "zod";
import { isObject, type Json } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { err, ok, type Result } from "../../core/result.ts";

/**
 * How an account proves itself to the service: by name and password (Basic), by headers, by query parameters, by several
 * of these, or not at all.
 */
export interface Authentication {
  username?: string | undefined;
  password?: string | undefined;
  headers?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
}

/** What stands in place of a secret wherever one would be shown. */
export const HIDDEN = "***";

/** The most headers, and the most query parameters, of an account. */
const MOST = 10;

/** Headers that belong to the call itself. */
const OWN_HEADER =
  /^(accept|accept-encoding|connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|cf-.*|proxy-.*|x-forwarded-.*)$/i;

/** The longest value. */
const LONGEST = 4000;

type Fault = (name: string, value: string) => string | null;

/** Why a header can't be sent; null if it can: a token of RFC 9110 with a value of visible ASCII characters. */
const headerFault: Fault = (name, value) => {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name)) return "must be named as a header";
  if (OWN_HEADER.test(name)) return "must not be a header that each call sets itself";
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) ? null : "must be visible ASCII characters";
};

/** Why a query parameter can't be sent; null if it can. */
const queryFault: Fault = (name, value) => {
  if (name === "" || name.length > 100 || /[\s\p{Cc}]/u.test(name) || !name.isWellFormed())
    return "must be named with 1 to 100 characters without blanks";
  const plain = !/\p{Cc}/u.test(value) && value.isWellFormed();
  return plain ? null : "must have no control characters and no halves of characters";
};

/** What is wrong with secrets by name: the name, "" for all of them, and a message. */
function faultsIn(all: Record<string, unknown>, fault: Fault): [name: string, message: string][] {
  const names = Object.keys(all);
  const found: [string, string][] = [];
  if (names.length > MOST) found.push(["", `must be at most ${MOST}`]);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) found.push(["", "must not repeat a name"]);
  for (const [name, value] of Object.entries(all)) {
    const message =
      typeof value !== "string" || value === "" || value.length > LONGEST
        ? `must be a text of 1 to ${LONGEST} characters`
        : value === HIDDEN
          ? `must be the value itself, not ${HIDDEN}`
          : fault(name, value);
    if (message !== null) found.push([name, message]);
  }
  return found;
}

const secretsForm = (fault: Fault) =>
  z.record(z.string(), z.string()).superRefine((all, context) => {
    for (const [name, message] of faultsIn(all, fault))
      context.addIssue({ code: "custom", path: name === "" ? [] : [name], message });
  });

/** The forms of headers and of query parameters by name. */
export const headersForm = lazy(() => secretsForm(headerFault));
export const queryForm = lazy(() => secretsForm(queryFault));

/** Reads such secrets from the JSON of a variable. The error never contains a value. */
const secretsFrom =
  (fault: Fault) =>
  (text: string): Result<Record<string, string>, string> => {
    const read = parsed(text);
    if (!isObject(read)) return err('must be JSON such as {"X-Api-Key": "…"}');
    const [first] = faultsIn(read, fault);
    if (first === undefined) return ok(read as Record<string, string>);
    return err(first[0] === "" ? first[1] : `${JSON.stringify(first[0].slice(0, 100))} ${first[1]}`);
  };

export const headersFrom = secretsFrom(headerFault);
export const queryFrom = secretsFrom(queryFault);

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Why these parts don't fit together, by field; null if they do. */
export function mismatch({
  username,
  password,
  headers = {},
}: Authentication): [field: string, message: string] | null {
  if ((username === undefined) !== (password === undefined))
    return [username === undefined ? "username" : "password", "is required with the other of the two"];
  const both = username !== undefined && Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return both ? ["headers", "must not set Authorization beside a user name"] : null;
}

/** Section 5 of the interface: the word Basic, a space, base64 of `username:password` in UTF-8. */
const basicAuth = (username: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;

const computed = new WeakMap<Authentication, Record<string, string>>();

/** The headers by which a call proves itself, computed once an account. */
export function headersOf(account: Authentication): Record<string, string> {
  const known = computed.get(account);
  if (known !== undefined) return known;
  const { username, password, headers = {} } = account;
  const basic = username === undefined ? {} : { authorization: basicAuth(username, password ?? "") };
  const all = { ...basic, ...headers };
  computed.set(account, all);
  return all;
}

/** An address with the query parameters by which a call proves itself. They replace those of the same name. */
export function withQuery(address: string, { query }: Authentication): string {
  if (query === undefined || Object.keys(query).length === 0) return address;
  const [before, after] = splitAt(address, "?");
  const kept = after.split("&").filter((entry) => entry !== "" && !Object.hasOwn(query, nameIn(entry)));
  return `${before}?${[...kept, new URLSearchParams(query).toString()].join("&")}`;
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const nameIn = (entry: string): string => [...new URLSearchParams(entry).keys()][0] ?? "";

/** A shorter user name is not hidden, because it would hide ordinary words. */
const SHORTEST_NAME = 4;

/** Schemes before a secret in a header, as in `Bearer 123`. */
const SCHEME = /^(?:basic|bearer|token|key|apikey|api-key)\s+/i;

/** The texts that must not appear anywhere, in every form in which an answer may repeat them, longest first. */
export function secretsOf({ username, password, headers = {}, query = {} }: Authentication): string[] {
  const basic = username === undefined ? [] : [basicAuth(username, password ?? "").slice("Basic ".length)];
  const plain = [
    ...(password === undefined ? [] : [password]),
    ...(username === undefined || username.length < SHORTEST_NAME ? [] : [username]),
    ...Object.values(headers).flatMap((value) => [value, value.replace(SCHEME, "")]),
    ...Object.values(query),
  ];
  const encoded = plain.flatMap((text) => [
    encodeURIComponent(text),
    new URLSearchParams({ v: text }).toString().slice("v=".length),
  ]);
  return [...new Set([...basic, ...plain, ...encoded])]
    .filter((text) => text !== "")
    .toSorted((a, b) => b.length - a.length);
}
