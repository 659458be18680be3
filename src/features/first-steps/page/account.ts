import type { AccountView } from "../../../engine/upstream/shape.ts";
import { isObject, type Json } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { keysOf, usualWay, withoutKeys } from "../../service/connect/keys.ts";
import { readCurl } from "../../service/connect/curl.ts";
import { requestedAt, withScheme, type CallDefinition } from "../../service/connect/example-address.ts";
import { displayNameOf, personIn, type Person } from "../../service/connect/person.ts";
import type { Credentials } from "../../../engine/upstream/definition.ts";
import type { PageContext } from "../../../ui/page.ts";
import { NAMES, type Typed } from "./typed.ts";
import { t } from "../../../ui/words/text.ts";

/** The headers and query parameters of an account that hold a key. */
export const keyNamesOf = ({ headers, query }: Pick<Credentials | AccountView, "headers" | "query">): string[] =>
  Object.keys({ ...headers, ...query });

/** Place of the encrypted account between two forms. */
const PLACE = "first-steps/account";
const LASTS_MS = 30 * 60_000;

/**
 * The account between two forms, encrypted for its address and this session, valid for half an hour. Nobody has to
 * enter a password twice, it appears in no page, and it is only sent to the address that it was entered for.
 */
export const sealedAccount = ({ ports, session, now }: PageContext, account: Credentials): Promise<string> =>
  ports.keep.seal({ account: account as unknown as Json, key: session.formKey, until: now + LASTS_MS }, PLACE);

async function openedAccount({ ports, session, fields, now }: PageContext): Promise<Credentials | null> {
  const sealed = fields.text(NAMES.sealed);
  // Invalid text may not even be base64.
  const opened = sealed === "" ? null : await ports.keep.open(sealed, PLACE).catch(() => null);
  if (!isObject(opened) || opened["key"] !== session.formKey || !(Number(opened["until"]) > now)) return null;
  return opened["account"] as unknown as Credentials;
}

/** What was typed as it may be shown again: a command of curl without its account, its user name in the field for it. */
export function displayedAgain(typed: Typed): Typed {
  const without = (text: string) => withoutKeys(readCurl(text)?.shown ?? text);
  const username = typed.username || ((readCurl(typed.base) ?? readCurl(typed.check))?.username ?? "");
  return {
    ...typed,
    username,
    base: without(typed.base),
    check: without(typed.check),
    resolve: without(typed.resolve),
  };
}

/**
 * The account that was typed; what a pasted command says counts where its fields are empty, then the password of an
 * earlier form with the same host and user name.
 */
async function accountTyped(context: PageContext, { base, check, username: typed }: Typed): Promise<TypedAccount> {
  const password = context.fields.text(NAMES.password);
  const curl = readCurl(base) ?? readCurl(check);
  const username = typed.trim() || (curl?.username ?? "");
  const given = password === "" ? (curl?.password ?? "") : password;
  const waits = given === "" ? await openedAccount(context) : null;
  const waiting =
    waits !== null && isSameHost(waits.baseUrl, addressIn(curl?.address ?? base)) && (waits.username ?? "") === username
      ? (waits.password ?? "")
      : "";
  return { username, password: given || waiting, headers: curl?.headers ?? {} };
}

/** What was typed of the account, to be sealed while something else is wrong; null without a password or an address. */
export async function typedAccount(context: PageContext, typed: Typed): Promise<Credentials | null> {
  const { username, password } = await accountTyped(context, typed);
  const address = addressIn(readCurl(typed.base)?.address ?? typed.base);
  if (password === "" || URL.parse(address) === null) return null;
  return { baseUrl: address, ...(username === "" ? {} : { username }), password };
}

/** A name and password as typed, "" for none, and the keys of a pasted command. */
interface TypedAccount {
  username: string;
  password: string;
  headers: Record<string, string>;
}

/** What is to be tried, or what is wrong with what was typed, by field. */
export interface Meant {
  /** The account to try first; null for the stored one. */
  account: Credentials | null;
  /** The key in it, if it is not known where the service wants one; "" for none. */
  key: string;
  check: CallDefinition | null;
  resolve: CallDefinition | null;
  people: [Person, Person];
}

type Invalid = (pointer: string, message: string) => void;

/** Interprets a form. An address that contains one of the two creators is an example of the check. */
export async function interpretForm(
  context: PageContext,
  typed: Typed,
  view: AccountView,
): Promise<Meant | FieldError[]> {
  const errors: FieldError[] = [];
  const invalid: Invalid = (pointer, message) => void errors.push({ pointer, message });
  const live = personFrom(typed.live, NAMES.live, invalid);
  const off = personFrom(typed.off, NAMES.off, invalid);
  if (live === null || off === null) return errors;
  if (displayNameOf(live).toLowerCase() === displayNameOf(off).toLowerCase())
    invalid(NAMES.off, t("must be someone else"));
  const people: Meant["people"] = [live, off];
  const named = [...people, ...typed.named.flatMap((one) => personIn(one) ?? [])];
  const provided = view.source === "environment";
  const { base, check: example } = checkIn(typed, provided ? (view.baseUrl ?? "") : null, named, invalid);
  const { asked: check, query } = keysOf(example);
  const { asked: resolve, query: more } = keysOf(resolveIn(typed.resolve, { people, named, base }, invalid));
  const sent = { ...(await accountTyped(context, typed)), query: { ...more, ...query }, base };
  const account = provided ? null : await accountIn(context, sent, view, invalid);
  const key = account !== null && sent.username === "" ? sent.password : "";
  const first = key === "" ? account : { ...usualWay(key), baseUrl: base };
  return errors.length > 0 ? errors : { account: first, key, check, resolve, people };
}

/** Where the example of the check stands, and what it is; null for none. */
function exampleIn(typed: Typed, address: string, people: Person[]) {
  if (typed.check !== "") return { at: NAMES.check, text: typed.check };
  const isExample = readCurl(typed.base) !== null || looksRequested(address, people);
  return isExample ? { at: NAMES.base, text: readCurl(typed.base) === null ? address : typed.base } : null;
}

/**
 * The request of the check, derived from its example; null without one. `given` is an address that cannot be changed.
 */
function checkIn(typed: Typed, provided: string | null, people: Person[], invalid: Invalid) {
  const address = provided ?? addressIn(readCurl(typed.base)?.address ?? typed.base);
  const example = exampleIn(typed, provided ?? address, people);
  if (example === null || (provided !== null && example.at === NAMES.base)) return { base: address, check: null };
  const { at, text } = example;
  // The address of the account may itself be an example: the service is where both are.
  const known =
    at === NAMES.base ? "" : looksRequested(address, people) ? (URL.parse(address)?.origin ?? address) : address;
  const found = requestedAt({ address: text, body: typed.body }, people, known);
  if (!found.ok) {
    invalid(at, found.error);
    return { base: address, check: null };
  }
  const { baseUrl, asked } = found.value;
  if (provided !== null && baseUrl !== provided.replace(/\/+$/, ""))
    invalid(NAMES.check, t("must be at {address}", { address: provided }));
  return { base: provided ?? baseUrl, check: asked };
}

/** The request that looks up a creator by name, likewise. */
function resolveIn(
  example: string,
  { people, named, base }: { people: Person[]; named: Person[]; base: string },
  invalid: Invalid,
): CallDefinition | null {
  if (example === "") return null;
  const found = requestedAt({ address: example, body: "" }, named, base);
  if (!found.ok) invalid(NAMES.resolve, found.error);
  else if (found.value.baseUrl !== base.replace(/\/+$/, ""))
    invalid(NAMES.resolve, t("must be at {address}", { address: base }));
  else if (people.every(({ params }) => params.userId !== undefined))
    invalid(NAMES.resolve, t("needs a name to test with: enter an @handle below instead of an ID"));
  return found.ok ? found.value.asked : null;
}

function personFrom(text: string, field: string, invalid: Invalid): Person | null {
  const somebody = personIn(text);
  if (somebody === null)
    invalid(field, text === "" ? t("enter an @handle, a link or a user ID") : t("is not a handle, link or ID"));
  return somebody;
}

/** An address with scheme and without trailing slash. */
const addressIn = (text: string): string => withScheme(text).replace(/^(https?:\/\/[^?#]*?)\/+$/i, "$1");

/** True where what was typed for one address may go to the other: the same host, by the same way or by https. */
function isSameHost(one: string, other: string): boolean {
  const [from, to] = [URL.parse(one), URL.parse(other)];
  return from !== null && from.host === to?.host && (to.protocol === "https:" || to.protocol === from.protocol);
}

/** Whether an address is an example request for a creator, as in documentation. */
function looksRequested(address: string, people: Person[]): boolean {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path.includes("?") || /[{<]/.test(path)) return true;
  const words = path.toLowerCase().split("/");
  return people.some(({ params: { userId, handle } }) =>
    [userId, handle?.toLowerCase(), `@${handle?.toLowerCase()}`].some(
      (name) => name !== undefined && words.includes(name),
    ),
  );
}

type SentAccount = TypedAccount & { base: string; query: Record<string, string> };

/** The account that was typed or pasted; null where its secret is missing. */
function accountProvided({ base, username, password, headers, query }: SentAccount): Credentials | null {
  const keyed = keyNamesOf({ headers, query }).length > 0;
  if (base === "" || (password === "" && (username !== "" || !keyed))) return null;
  return { baseUrl: base, ...(username === "" ? {} : { username, password }), headers, query };
}

/**
 * The account to test: as entered, from the encrypted field, or the stored one if nothing else was entered. Without a
 * name, a password is a key; without both and without a key in what was pasted, the service is asked without an account.
 */
async function accountIn(
  context: PageContext,
  { base, username, password, headers, query }: SentAccount,
  view: AccountView,
  invalid: Invalid,
): Promise<Credentials | null> {
  if (password === "" && base === "" && username === "" && view.source !== null) return null;
  const provided = accountProvided({ base, username, password, headers, query });
  if (provided !== null) return provided;
  const waits = await openedAccount(context);
  const named = (one: string | null | undefined) => (one ?? "") === username;
  if (password === "" && waits !== null && isSameHost(waits.baseUrl, base) && named(waits.username))
    return { ...waits, baseUrl: base };
  if (password === "" && view.source === "api" && view.baseUrl === base && named(view.username)) return null;
  if (base !== "" && username === "" && password === "") return { baseUrl: base };
  if (base === "")
    invalid(NAMES.base, t("Enter your service's address, such as {address}", { address: "https://svc.example.com" }));
  if (password === "") invalid(NAMES.password, t("Enter the password again"));
  return null;
}
