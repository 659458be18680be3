import { sliced } from "../../../core/concurrency.ts";
import { configured } from "../../../resources/registry.ts";
import { briefOf, withoutDefaults } from "../../../resources/defaults.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import type { Limits } from "../../../resources/limits.ts";
import type { JsonObject } from "../../../core/json.ts";
import { operationForm, type OperationsConfig } from "../../../engine/upstream/operation-form.ts";
import type { ConfigDeps } from "./deps.ts";
import { placeOf, withoutSecrets } from "./hidden-values.ts";

/** A list of the document: its name, and its records slice by slice. */
export type DocumentList = [name: string, slices: AsyncIterable<object[]>];

/** The version of the document format. */
export const DOCUMENT_VERSION = 1;

/**
 * Exports the whole configuration at one moment, with encrypted secrets or without any. Expired records and default
 * values are omitted. Definitions of operations are for admins only. Records are created one slice at a time, so a long
 * list is in memory only as the database returned it.
 */
export async function exportConfig(
  { sealed, admin }: { sealed: boolean; admin: boolean },
  deps: Pick<ConfigDeps, "configuration" | "now" | "limits" | "pause" | "seal">,
): Promise<DocumentList[]> {
  const now = await deps.now();
  const { slices, operations } = await deps.configuration("document");
  const lists = configured.map((of): DocumentList => [
    of.name,
    displayedOf(of, slices.get(of.name)!, { ...deps, sealed, now }),
  ]);
  return admin ? [...lists, ["operations", operationsDisplayed(operations, sealed, deps.seal)]] : lists;
}

/** The definitions of operations. One with secrets is encrypted as a whole, or shown without them. */
async function* operationsDisplayed(
  operations: OperationsConfig,
  sealed: boolean,
  seal: ConfigDeps["seal"],
): AsyncGenerator<object[]> {
  const all: object[] = [];
  for (const name of Object.keys(operations).toSorted()) {
    const definition = operations[name]! as JsonObject | null;
    if (definition === null) {
      all.push({ name, path: null });
      continue;
    }
    const displayed = withoutSecrets(definition);
    if (sealed && displayed !== definition) all.push({ name, sealed: await seal(definition, placeOf(name)) });
    else all.push({ name, ...withoutDefaults(operationForm(), displayed) });
  }
  yield all;
}

interface Showing extends Pick<ConfigDeps, "limits" | "pause"> {
  sealed: boolean;
  now: number;
}

async function* displayedOf(of: Declared, slices: (() => AnyStored[])[], showing: Showing): AsyncGenerator<object[]> {
  const each = sliced(showing.pause, SLICES_AT_ONCE);
  for (const read of slices) {
    await each();
    const alive = read().filter((one) => of.document!.isExpired?.(one, showing.now) !== true);
    yield alive.map((one) => displayed(of, one, showing.sealed, showing.limits));
  }
}

/** This many slices take some milliseconds. */
const SLICES_AT_ONCE = 4;

function displayed(of: Declared, one: AnyStored, sealed: boolean, limits: Limits): object {
  const kind = String(one["kind"]);
  const form = of.kinds?.names.includes(kind) === true ? of.kinds.form(kind, limits) : of.form();
  const { entry } = of.document!;
  return entry === undefined
    ? briefOf(of, form)(one)
    : { id: one.id, ...withoutDefaults(form, entry.shown(one, sealed)) };
}
