import { sliced } from "../../../core/slices.ts";
import { configured } from "../../../resources/registry.ts";
import { withoutDefaults } from "../../../resources/defaults.ts";
import type { AnyStored, Declared, Limits } from "../../../resources/resource.ts";
import { formOf } from "../../../resources/view.ts";
import type { ConfigDeps } from "./apply-config.ts";

/** A list of the document: its name, and its things slice by slice. */
export type DocumentList = [name: string, slices: AsyncIterable<object[]>];

/** How the document begins. */
export const DOCUMENT_VERSION = 1;

/**
 * The lists of the document of all that there is at one moment, with sealed secrets or without any; what is over is left out, and what
 * is default. Things are made as they are wanted, so a long list is in memory as the database said it, and no more.
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
    const alive = read().filter((one) => of.document!.over?.(one, showing.now) !== true);
    yield alive.map((one) => shown(of, one, showing.sealed, showing.limits));
  }
}

/** As many slices take some milliseconds. */
const SLICES_AT_ONCE = 4;

const shown = (of: Declared, one: AnyStored, sealed: boolean, limits: Limits) => ({
  id: one.id,
  ...withoutDefaults(
    of.kinds?.names.includes(String(one["kind"])) === true ? of.kinds.form(String(one["kind"]), limits) : of.form(),
    of.document!.entry?.shown(one, sealed) ?? formOf(of, one),
  ),
});
