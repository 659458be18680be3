import { sliced } from "../../../core/slices.ts";
import { configured } from "../../../resources/registry.ts";
import { briefOf, withoutDefaults } from "../../../resources/defaults.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import type { Limits } from "../../../resources/limits.ts";
import type { ConfigDeps } from "./apply-config.ts";

/** A list of the document: its name, and its records slice by slice. */
export type DocumentList = [name: string, slices: AsyncIterable<object[]>];

/** The version of the document format. */
export const DOCUMENT_VERSION = 1;

/**
 * Exports the whole configuration at one moment, with encrypted secrets or without any. Expired records and default
 * values are omitted. Records are created one slice at a time, so a long list is in memory only as the database
 * returned it.
 */
export async function exportConfig(
  sealed: boolean,
  deps: Pick<ConfigDeps, "configuration" | "now" | "limits" | "pause">,
): Promise<DocumentList[]> {
  const now = await deps.now();
  const { slices } = await deps.configuration("document");
  return configured.map((of) => [of.name, shownOf(of, slices.get(of.name)!, { ...deps, sealed, now })]);
}

interface Showing extends Pick<ConfigDeps, "limits" | "pause"> {
  sealed: boolean;
  now: number;
}

async function* shownOf(of: Declared, slices: (() => AnyStored[])[], showing: Showing): AsyncGenerator<object[]> {
  const each = sliced(showing.pause, SLICES_AT_ONCE);
  for (const read of slices) {
    await each();
    const alive = read().filter((one) => of.document!.isExpired?.(one, showing.now) !== true);
    yield alive.map((one) => shown(of, one, showing.sealed, showing.limits));
  }
}

/** This many slices take some milliseconds. */
const SLICES_AT_ONCE = 4;

function shown(of: Declared, one: AnyStored, sealed: boolean, limits: Limits): object {
  const kind = String(one["kind"]);
  const form = of.kinds?.names.includes(kind) === true ? of.kinds.form(kind, limits) : of.form();
  const { entry } = of.document!;
  return entry === undefined
    ? briefOf(of, form)(one)
    : { id: one.id, ...withoutDefaults(form, entry.shown(one, sealed)) };
}
