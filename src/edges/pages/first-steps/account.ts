import { isObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { askedAt, type Asked } from "../../../flows/manage/connect/example-address.ts";
import { calledBy, somebodyIn, type Somebody } from "../../../flows/manage/connect/somebody.ts";
import { FIELDS, type FieldName } from "../../../flows/manage/connect/guess.ts";
import type { Chosen } from "../../../flows/manage/connect/conclude.ts";
import type { AccountView, Credentials } from "../../../flows/manage/service.ts";
import type { Visit } from "../page.ts";

/** The fields of the form; those of the account and of its addresses are in no audit log, for their names say what they hold. */
export const NAMES = {
  base: "/account/baseUrl",
  username: "/account/username",
  password: "/account/password",
  check: "/account/check",
  body: "/account/body",
  resolve: "/account/resolve",
  sealed: "sealed",
  live: "live",
  off: "off",
  slot: "slot",
  pick: "pick",
  drop: "drop",
  verdict: "verdict",
} as const;

export const fieldName = (name: FieldName): string => `show-${name}`;

/** What a person sent of the service, as it is shown again: all but the password. */
export interface Typed {
  base: string;
  username: string;
  check: string;
  body: string;
  resolve: string;
  live: string;
  off: string;
  /** What the next click on a value says. */
  slot: "verdict" | FieldName;
  chosen: Chosen;
}

export const untyped = ({ source, baseUrl, username }: AccountView): Typed => ({
  base: source === "api" ? (baseUrl ?? "") : "",
  username: source === "api" ? (username ?? "") : "",
  check: "",
  body: "",
  resolve: "",
  live: "",
  off: "",
  slot: "verdict",
  chosen: { verdict: null, fields: {} },
});

/** What a form sent, with what its last click says. */
export function typedIn({ fields }: Visit): Typed {
  const said = fields.text(NAMES.slot);
  const slot = FIELDS.find((one) => one === said) ?? "verdict";
  const chosen: Chosen = {
    verdict: fields.has(NAMES.verdict) ? fields.text(NAMES.verdict) : null,
    fields: Object.fromEntries(
      FIELDS.flatMap((name) => (fields.has(fieldName(name)) ? [[name, fields.text(fieldName(name))]] : [])),
    ),
  };
  if (fields.has(NAMES.pick)) {
    if (slot === "verdict") chosen.verdict = fields.text(NAMES.pick);
    else chosen.fields[slot] = fields.text(NAMES.pick);
  }
  const dropped = FIELDS.find((one) => one === fields.text(NAMES.drop));
  if (dropped !== undefined) chosen.fields[dropped] = "";
  return {
    base: fields.text(NAMES.base).trim(),
    username: fields.text(NAMES.username),
    check: fields.text(NAMES.check).trim(),
    body: fields.text(NAMES.body).trim(),
    resolve: fields.text(NAMES.resolve).trim(),
    live: fields.text(NAMES.live).trim(),
    off: fields.text(NAMES.off).trim(),
    slot,
    chosen,
  };
}

/** Where the password waits between two sendings of the form. */
const PLACE = "first-steps/account";
const LASTS_MS = 30 * 60_000;

/**
 * The account between two sendings of a form: sealed, for its own address and this session alone, and for half an hour. So
 * nobody types a password twice, it stands in no page, and it goes to no address that it was not typed for.
 */
export const sealedAccount = ({ ports, session, now }: Visit, account: Credentials): Promise<string> =>
  ports.keep.seal({ ...account, key: session.formKey, until: now + LASTS_MS }, PLACE);

async function openedAccount({ ports, session, fields, now }: Visit): Promise<Credentials | null> {
  const sealed = fields.text(NAMES.sealed);
  // What is no sealed text may not even be base64.
  const opened = sealed === "" ? null : await ports.keep.open(sealed, PLACE).catch(() => null);
  if (!isObject(opened) || opened["key"] !== session.formKey || !(Number(opened["until"]) > now)) return null;
  const { baseUrl, username, password } = opened as unknown as Credentials;
  return { baseUrl, username, password };
}

/** What is to be tried, or what is wrong with what was typed, by field. */
export interface Meant {
  typed: Typed;
  account: Credentials | null;
  check: Asked | null;
  resolve: Asked | null;
  people: [Somebody, Somebody];
}

/** What a form means. An address that names one of the two is an example of the check. */
export async function meantBy(visit: Visit, typed: Typed, view: AccountView): Promise<Meant | FieldError[]> {
  const errors: FieldError[] = [];
  const wrong = (pointer: string, message: string) => void errors.push({ pointer, message });
  const live = personIn(typed.live, NAMES.live, wrong);
  const off = personIn(typed.off, NAMES.off, wrong);
  if (live === null || off === null) return errors;
  if (calledBy(live).toLowerCase() === calledBy(off).toLowerCase()) wrong(NAMES.off, "must be somebody else");
  const people: [Somebody, Somebody] = [live, off];
  const given = view.source === "environment";
  const address = given ? (view.baseUrl ?? "") : withScheme(typed.base);
  const isExample = !given && typed.check === "" && looksAsked(address, people);
  const seen = { ...typed, base: address, check: isExample ? address : typed.check };
  let base = isExample ? "" : address;
  let check: Asked | null = null;
  if (seen.check !== "") {
    const found = askedAt({ address: seen.check, body: seen.body }, people, base);
    if (found.ok) {
      check = found.value.asked;
      if (!given) base = found.value.baseUrl;
      else if (found.value.baseUrl !== base.replace(/\/+$/, "")) wrong(NAMES.check, `must be at ${base}`);
    } else wrong(isExample ? NAMES.base : NAMES.check, found.error);
  }
  const looked = seen.resolve === "" ? null : askedAt({ address: seen.resolve, body: "" }, people, base);
  if (looked?.ok === false) wrong(NAMES.resolve, looked.error);
  const shown = given ? { ...seen, base: typed.base } : { ...seen, base };
  const account = given ? null : await accountIn(visit, { ...shown, username: typed.username.trim() }, view, wrong);
  if (errors.length > 0) return errors;
  return { typed: shown, account, check, resolve: looked?.ok === true ? looked.value.asked : null, people };
}

function personIn(text: string, field: string, wrong: (pointer: string, message: string) => void): Somebody | null {
  const somebody = somebodyIn(text);
  if (somebody === null)
    wrong(field, text === "" ? "write an @name, a link or a user id" : "names nobody: write an @name, a link or a user id");
  return somebody;
}

const withScheme = (text: string): string =>
  text === "" || /^https?:\/\//i.test(text) || !/^[\w.-]+(:\d+)?([/?]|$)/.test(text) ? text : `https://${text}`;

/** True for an address that asks for somebody already, such as documentation shows it. */
function looksAsked(address: string, people: Somebody[]): boolean {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path.includes("?") || /[{<]/.test(path)) return true;
  const words = path.toLowerCase().split("/");
  return people.some(({ params: { userId, handle } }) =>
    [userId, handle?.toLowerCase(), `@${handle?.toLowerCase()}`].some((name) => name !== undefined && words.includes(name)),
  );
}

/** The account that is meant: what was typed, what waits sealed, or, where nothing else was said, the one that is kept. */
async function accountIn(
  visit: Visit,
  { base, username }: Typed,
  view: AccountView,
  wrong: (pointer: string, message: string) => void,
): Promise<Credentials | null> {
  const password = visit.fields.text(NAMES.password);
  if (password === "" && base === "" && username === "" && view.source !== null) return null;
  if (password !== "" && base !== "" && username !== "") return { baseUrl: base, username, password };
  const waits = await openedAccount(visit);
  if (password === "" && waits !== null && waits.baseUrl === base && waits.username === username) return waits;
  if (password === "" && view.source === "api" && view.baseUrl === base && view.username === username) return null;
  if (base === "") wrong(NAMES.base, "is needed: where the service answers, such as https://svc.example.com");
  if (username === "") wrong(NAMES.username, "is needed: your name there");
  if (password === "") wrong(NAMES.password, "is needed once more: it is for this address and name alone");
  return null;
}
