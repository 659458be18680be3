import { fromBase64, toBase64 } from "../../core/base64.ts";
import { through } from "../../core/gzip.ts";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { Problem } from "../../http/problem.ts";
import type { AnyStored, Declared } from "../../resources/resource.ts";
import { formOf } from "../../resources/view.ts";
import { UNDO_MS, type Flash } from "../flash.ts";
import { storeDeps, type PageContext } from "../page.ts";
import { t } from "../words/text.ts";

const placeOf = (of: Declared): string => `undo/${of.name}`;

/** Returns an Undo that sends to `action`, sealed, what a change of records of a resource left. */
export async function sealedUndo(
  action: string,
  of: Declared,
  left: JsonObject,
  { ports: { keep } }: PageContext,
): Promise<Required<Pick<Flash, "undo">>> {
  const text = JSON.stringify({ ...left, until: keep.wallNow() + UNDO_MS });
  const packed = await through(new Uint8Array(new TextEncoder().encode(text)), new CompressionStream("gzip"));
  return { undo: { action, fields: {}, sealed: { name: "removed", place: placeOf(of), value: toBase64(packed) } } };
}

/** Returns what an Undo of records of a resource carries. Throws the 409 Problem once it has ended. */
export async function openedUndo(of: Declared, { fields, ports: { keep } }: PageContext): Promise<JsonObject> {
  const sealed = await keep.open(fields.text("removed"), placeOf(of));
  const bytes =
    typeof sealed === "string" ? await through(fromBase64(sealed), new DecompressionStream("gzip")) : undefined;
  const left = bytes === undefined ? null : (JSON.parse(new TextDecoder().decode(bytes)) as Json);
  if (!isObject(left) || Number(left["until"]) < keep.wallNow())
    throw new Problem(409, t("This can no longer be undone."));
  return left;
}

/** A deleted record: it comes back with its id, so that what refers to it does so again. */
export interface Removed {
  id: string;
  form: JsonObject;
}

/** Records of one resource that are deleted. */
export interface Removal {
  of: Declared;
  all: AnyStored[];
}

/**
 * Returns the Undo of a deletion, which sends the records as they were to `action`, those that are deleted along with
 * them too. They are sealed: nobody chooses an id or a time, or reads a secret. Call it before they are deleted.
 */
export async function undoOfRemoval(
  action: string,
  of: Declared,
  all: AnyStored[],
  context: PageContext,
  along: Removal[] = [],
): Promise<Pick<Flash, "undo">> {
  const { keep } = context.ports;
  const tools = { ...storeDeps(context, 204), now: keep.wallNow() };
  const written = async (removal: Removal): Promise<Json[]> => {
    const removed: Json[] = [];
    for (const one of removal.all)
      removed.push([one.id, (await removal.of.written?.(one, tools)) ?? formOf(removal.of, one)]);
    return removed;
  };
  const others: Json[] = [];
  for (const removal of along) others.push([removal.of.name, await written(removal)]);
  return sealedUndo(action, of, { removed: await written({ of, all }), along: others }, context);
}

type Written = [id: string, form: JsonObject][];

async function missing(of: Declared, written: Written, { ports }: PageContext): Promise<Removed[]> {
  const ids = written.map(([id]) => id);
  const there = new Set((await ports.keep.known(of, ids)).map(({ id }) => id));
  return written.flatMap(([id, form]) => (there.has(id) ? [] : [{ id, form }]));
}

/** Returns the records that an Undo brings back, without those that are back already. Throws the 409 Problem. */
export async function removedIn(of: Declared, context: PageContext): Promise<Removed[]> {
  return missing(of, (await openedUndo(of, context))["removed"] as Written, context);
}

/** The same of what was deleted along with records of `of`. */
export async function removedAlong(of: Declared, also: Declared, context: PageContext): Promise<Removed[]> {
  const { along } = await openedUndo(of, context);
  const found = (along as [string, Written][]).find(([name]) => name === also.name);
  return found === undefined ? [] : missing(also, found[1], context);
}
