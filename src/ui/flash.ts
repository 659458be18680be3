import { serialize } from "hono/utils/cookie";
import { isObject, type Json } from "../core/json.ts";
import type { CorePorts } from "../http/ports.ts";
import { type Fields, UNDO_UNTIL } from "./forms/fields.ts";
import { cookieOf, GUARDED } from "./session.ts";
import { t } from "./words/text.ts";

/** The form that undoes a change. */
export interface UndoForm {
  action: string;
  fields: Record<string, string>;
}

/** The same as the change knows it. */
interface Undo extends UndoForm {
  /** A field that the page gets encrypted, for this place. */
  sealed?: { name: string; place: string; value: string };
}

/** The message that a change shows once on the next page, with what undoes it. */
export interface Flash {
  text: string;
  undo?: Undo;
}

/** A change that can still be undone. */
export interface Undoable {
  text: string;
  undo: Undo;
  /** Epoch ms. */
  until: number;
  /** The pages that offer it: the next one, and the lists of what was changed. */
  paths: string[];
}

type Store = { keep: Pick<CorePorts["keep"], "seal" | "open" | "wallNow"> };

/** A request that reads or leaves flashes. */
interface Arrived {
  request: Request;
  session: { id: string } | null;
  ports: Store;
}

const NAME = "__Host-flash";
const UNDOS = "__Host-undo";
const PLACE = "flash/cookie";
const LASTS_SECONDS = 60;

/** How long an Undo is valid. */
export const UNDO_MS = 600_000;

/** The length of sealed changes that still fits into a cookie; browsers drop longer ones. */
const LONGEST_COOKIE = 3900;

/** Another sign-in in the same browser can't open it. */
const placeOf = ({ id }: { id: string }): string => `undo/cookie/${id}`;

/** Returns the changes that this sign-in can still undo, latest first. */
export async function undoablesOf({ request, session, ports: { keep } }: Arrived): Promise<Undoable[]> {
  const sealed = cookieOf(request, UNDOS);
  const opened = sealed === undefined || session === null ? null : await keep.open(sealed, placeOf(session));
  if (!Array.isArray(opened)) return [];
  return (opened as unknown as Undoable[]).filter(({ until }) => until >= keep.wallNow());
}

const asCookie = (value: string): string => serialize(UNDOS, value, { ...GUARDED, maxAge: UNDO_MS / 1000 });

/** Returns the cookie with the latest changes that fit into one, and how many those are. */
async function fitting(changes: Undoable[], { session, ports }: Arrived): Promise<{ cookie: string; count: number }> {
  for (let count = changes.length; count > 0 && session !== null; count -= 1) {
    const sealed = await ports.keep.seal(changes.slice(0, count) as unknown as Json, placeOf(session));
    if (sealed.length <= LONGEST_COOKIE) return { cookie: asCookie(sealed), count };
  }
  return { cookie: serialize(UNDOS, "", { ...GUARDED, maxAge: 0 }), count: 0 };
}

type Sent = Arrived & { fields: Fields };

const idsIn = (texts: string[]): string[] => texts.join(" ").match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? [];

/** The changes without the one that a form undoes, and without those of records that it changes again. */
function leftBy({ request, fields }: Sent, changes: Undoable[]): Undoable[] {
  const again = new Set(idsIn([new URL(request.url).pathname, ...fields.all("id")]));
  return changes.filter(({ until, undo }) => {
    const ids = idsIn([undo.action, undo.fields["id"] ?? "", undo.fields["ids"] ?? ""]);
    return String(until) !== fields.text(UNDO_UNTIL) && !ids.some((id) => again.has(id));
  });
}

/** Returns the cookie without a change that this request could not undo. */
export const withoutUndone = async (context: Sent): Promise<string> =>
  (await fitting(leftBy(context, await undoablesOf(context)), context)).cookie;

/** The list of which a path is a part: "/alerts/sub_1" is one of "/alerts". */
const listOf = (path: string): string => `/${path.split(/[/?#]/)[1]!}`;

/**
 * Returns the cookies that carry a message to the page at a path, and its Undo to the pages that offer it until it ends.
 * What is too long for a cookie can't be undone, and is said to be.
 */
export async function flashed(path: string, flash: Flash, context: Sent): Promise<string[]> {
  const { keep } = context.ports;
  const before = await undoablesOf(context);
  const rest = leftBy(context, before);
  const own = undoableOf(path, flash, keep.wallNow() + UNDO_MS);
  // An Undo is taken back right away or not at all.
  if (context.fields.has(UNDO_UNTIL)) for (const one of own) one.paths = [];
  const all = await fitting([...own, ...rest], context);
  const offered = own.length > 0 && all.count > 0 ? own[0]! : null;
  const text =
    own.length > 0 && offered === null ? t("{text}. Too much at once for an Undo", { text: flash.text }) : flash.text;
  const changes = offered === null ? await fitting(rest, context) : all;
  const sealed = await keep.seal({ text, until: offered?.until ?? null }, PLACE);
  return [
    serialize(NAME, sealed, { ...GUARDED, maxAge: LASTS_SECONDS }),
    ...(before.length > 0 || offered !== null ? [changes.cookie] : []),
  ];
}

/** Whether a change can be undone at all: what undoes it fits into a cookie. */
export const canBeUndone = async (path: string, flash: Flash, context: Arrived): Promise<boolean> =>
  (await fitting(undoableOf(path, flash, context.ports.keep.wallNow()), context)).count > 0;

/** The change that a flash can undo; none without an Undo. */
function undoableOf(path: string, { text, undo }: Flash, until: number): Undoable[] {
  if (undo === undefined) return [];
  const paths = [path.split(/[?#]/)[0]!, listOf(path), listOf(undo.action)];
  // The first page lists nothing.
  return [{ text, undo, until, paths: [...new Set(paths)].filter((one) => one !== "/") }];
}

/** The cookie that ends the flash once it has been shown. */
export const FLASH_DISPLAYED = serialize(NAME, "", { ...GUARDED, maxAge: 0 });

/** A flash as a page shows it. */
export interface Shown {
  text: string;
  /** The change that it is about, if that can be undone. */
  undoable: Undoable | null;
}

/** Returns the flash that a request carries, or null without one. */
export async function flashOf({ request, ports: { keep } }: Arrived, changes: Undoable[]): Promise<Shown | null> {
  const sealed = cookieOf(request, NAME);
  const opened = sealed === undefined ? null : await keep.open(sealed, PLACE);
  if (!isObject(opened) || typeof opened["text"] !== "string") return null;
  return { text: opened["text"], undoable: changes.find(({ until }) => until === opened["until"]) ?? null };
}

/** Returns the form that undoes a change, with all its fields. */
export async function formOf({ undo, until }: Undoable, { keep }: Store): Promise<UndoForm> {
  const { action, fields, sealed } = undo;
  const own = sealed === undefined ? {} : { [sealed.name]: await keep.seal(sealed.value, sealed.place) };
  return { action, fields: { ...fields, ...own, [UNDO_UNTIL]: String(until) } };
}
