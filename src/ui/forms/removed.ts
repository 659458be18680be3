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

/** A deleted record: it comes back with its id, so that what refers to it does so again. */
export interface Removed {
  id: string;
  form: JsonObject;
}

/**
 * Returns the Undo of a deletion, which sends the records as they were to `action`. They are
 * sealed: nobody chooses an id or a time, or reads a secret. Call it before they are deleted.
 */
export async function undoOfRemoval(
  action: string,
  of: Declared,
  all: AnyStored[],
  context: PageContext,
): Promise<Pick<Flash, "undo">> {
  const { keep } = context.ports;
  const tools = { ...storeDeps(context, 204), now: keep.wallNow() };
  const removed: Json[] = [];
  for (const one of all) removed.push([one.id, (await of.written?.(one, tools)) ?? formOf(of, one)]);
  const text = JSON.stringify({ until: keep.wallNow() + UNDO_MS, removed });
  const packed = await through(new Uint8Array(new TextEncoder().encode(text)), new CompressionStream("gzip"));
  return { undo: { action, fields: {}, sealed: { name: "removed", place: placeOf(of), value: toBase64(packed) } } };
}

/** Returns the records that an Undo brings back, without those that are back already. Throws the 409 Problem. */
export async function removedIn(of: Declared, { fields, ports }: PageContext): Promise<Removed[]> {
  const opened = await ports.keep.open(fields.text("removed"), placeOf(of));
  if (typeof opened !== "string") throw new Problem(409, t("This can no longer be undone."));
  const bytes = await through(fromBase64(opened), new DecompressionStream("gzip"));
  const read = JSON.parse(new TextDecoder().decode(bytes)) as Json;
  if (!isObject(read) || !Array.isArray(read["removed"]) || Number(read["until"]) < ports.keep.wallNow())
    throw new Problem(409, t("This can no longer be undone."));
  const all = (read["removed"] as [string, JsonObject][]).map(([id, form]) => ({ id, form }));
  const there = new Set(
    (
      await ports.keep.known(
        of,
        all.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  return all.filter(({ id }) => !there.has(id));
}
