import { isObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { askedAt, type Asked } from "../../../flows/manage/connect/example-address.ts";
import { calledBy, somebodyIn, type Somebody } from "../../../flows/manage/connect/somebody.ts";
import type { AccountView, Credentials } from "../../../flows/manage/service.ts";
import type { PageContext } from "../page.ts";
import { NAMES, type Typed } from "./typed.ts";

/** Where the password waits between two sendings of the form. */
const PLACE = "first-steps/account";
const LASTS_MS = 30 * 60_000;

/**
 * The account between two sendings of a form: sealed, for its own address and this session alone, and for half an hour. So
 * nobody types a password twice, it stands in no page, and it goes to no address that it was not typed for.
 */
export const sealedAccount = ({ ports, session, now }: PageContext<"keep">, account: Credentials): Promise<string> =>
  ports.keep.seal({ ...account, key: session.formKey, until: now + LASTS_MS }, PLACE);

async function openedAccount({ ports, session, fields, now }: PageContext<"keep">): Promise<Credentials | null> {
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

type Wrong = (pointer: string, message: string) => void;

/** What a form means. An address that names one of the two is an example of the check. */
export async function meantBy(
  context: PageContext<"keep">,
  typed: Typed,
  view: AccountView,
): Promise<Meant | FieldError[]> {
  const errors: FieldError[] = [];
  const wrong: Wrong = (pointer, message) => void errors.push({ pointer, message });
  const live = personIn(typed.live, NAMES.live, wrong);
  const off = personIn(typed.off, NAMES.off, wrong);
  if (live === null || off === null) return errors;
  if (calledBy(live).toLowerCase() === calledBy(off).toLowerCase()) wrong(NAMES.off, "must be someone else");
  const people: Meant["people"] = [live, off];
  const given = view.source === "environment";
  const { shown, base, check } = checkIn(typed, given ? (view.baseUrl ?? "") : null, people, wrong);
  const resolve = resolveIn(typed.resolve, people, base, wrong);
  const account = given ? null : await accountIn(context, { ...shown, username: typed.username.trim() }, view, wrong);
  return errors.length > 0 ? errors : { typed: shown, account, check, resolve, people };
}

/** How the check is asked, as its example says; null where nobody gave one. `given` is an address that cannot be another. */
function checkIn(typed: Typed, given: string | null, people: Meant["people"], wrong: Wrong) {
  const address = given ?? addressIn(typed.base);
  const isExample = given === null && typed.check === "" && looksAsked(address, people);
  const example = isExample ? address : typed.check;
  const shown = { ...typed, base: given === null ? address : typed.base, check: example };
  if (example === "") return { shown, base: address, check: null };
  const found = askedAt({ address: example, body: typed.body }, people, isExample ? "" : address);
  if (!found.ok) {
    wrong(isExample ? NAMES.base : NAMES.check, found.error);
    return { shown: { ...shown, check: typed.check }, base: address, check: null };
  }
  const { baseUrl, asked } = found.value;
  if (given === null) return { shown: { ...shown, base: baseUrl }, base: baseUrl, check: asked };
  if (baseUrl !== given.replace(/\/+$/, "")) wrong(NAMES.check, `must be at ${given}`);
  return { shown, base: given, check: asked };
}

/** How somebody is found by name, likewise. It is tried with a name. */
function resolveIn(example: string, people: Meant["people"], base: string, wrong: Wrong): Asked | null {
  if (example === "") return null;
  const found = askedAt({ address: example, body: "" }, people, base);
  if (!found.ok) wrong(NAMES.resolve, found.error);
  else if (found.value.baseUrl !== base.replace(/\/+$/, "")) wrong(NAMES.resolve, `must be at ${base}`);
  else if (people.every(({ params }) => params.userId !== undefined))
    wrong(NAMES.resolve, "needs a name to test with: enter an @handle below instead of an ID");
  return found.ok ? found.value.asked : null;
}

function personIn(text: string, field: string, wrong: Wrong): Somebody | null {
  const somebody = somebodyIn(text);
  if (somebody === null)
    wrong(field, text === "" ? "enter an @handle, a link or a user ID" : "is not a handle, link or ID");
  return somebody;
}

/** An address as it is meant: with its scheme, and without a slash at its end. */
const addressIn = (text: string): string => withScheme(text).replace(/^(https?:\/\/[^?#]*?)\/+$/i, "$1");

const withScheme = (text: string): string =>
  text === "" || /^https?:\/\//i.test(text) || !/^[\w.-]+(:\d+)?([/?]|$)/.test(text) ? text : `https://${text}`;

/** True for an address that asks for somebody already, such as documentation shows it. */
function looksAsked(address: string, people: Somebody[]): boolean {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path.includes("?") || /[{<]/.test(path)) return true;
  const words = path.toLowerCase().split("/");
  return people.some(({ params: { userId, handle } }) =>
    [userId, handle?.toLowerCase(), `@${handle?.toLowerCase()}`].some(
      (name) => name !== undefined && words.includes(name),
    ),
  );
}

/** The account that is meant: what was typed, what waits sealed, or, where nothing else was said, the one that is kept. */
async function accountIn(
  context: PageContext<"keep">,
  { base, username }: Typed,
  view: AccountView,
  wrong: Wrong,
): Promise<Credentials | null> {
  const password = context.fields.text(NAMES.password);
  if (password === "" && base === "" && username === "" && view.source !== null) return null;
  if (password !== "" && base !== "" && username !== "") return { baseUrl: base, username, password };
  const waits = await openedAccount(context);
  if (password === "" && waits !== null && waits.baseUrl === base && waits.username === username) return waits;
  if (password === "" && view.source === "api" && view.baseUrl === base && view.username === username) return null;
  if (base === "") wrong(NAMES.base, "is required: your service's address, such as https://svc.example.com");
  if (username === "") wrong(NAMES.username, "is required: your user name there");
  if (password === "") wrong(NAMES.password, "is required again for this address and user name");
  return null;
}
