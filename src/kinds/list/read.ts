import { unreadableFault, type Fault } from "../../core/fault.ts";
import { lostNumber } from "../../core/lost-number.ts";
import { numberOf, valueOf } from "../../core/named-values.ts";
import { err, ok } from "../../core/result.ts";
import { rowsOf } from "../../core/rows.ts";
import type { ReadContext, Reading } from "../kind.ts";
import { MAX_FIELDS, type ListParams, type ListSettings } from "./params.ts";
import type { Item, ListState, ListView } from "./view.ts";

/** The fault of a target whose operation was redefined after the target was added. */
const notAList = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a list any more: it needs rows, id and fields`,
});

type Asking = Pick<ReadContext<ListParams, ListSettings, ListState>, "params" | "settings" | "before">;

/** Reads a list with one call. The operation defines where its rows are. */
export function* readList({ params, settings, before }: Asking): Reading<ListView> {
  const { operation, values } = params;
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  if (defined.listing === null || names.length === 0) return err(notAList(operation));
  const pointers = Object.fromEntries(names.map((name) => [name, defined.fields[name]!]));
  const read = rowsOf(body, defined.listing, pointers, () => before()?.mark ?? null);
  if (!read.ok) return err(read.error);
  const { rows, complete, mark } = read.value;
  const lost = unreadableIn(rows, settings, before);
  const path = lost === null ? "" : `${defined.listing.rows}/${lost.place}${pointers[lost.field] ?? ""}`;
  return ok({
    items: rows,
    names,
    complete,
    mark,
    unreadable: lost === null ? null : unreadableFault(path, lost.field),
  });
}

/**
 * A watched field that had numbers, of which an item has other text now, or most items have none; null if there is none.
 */
function unreadableIn(items: Item[], { watch }: ListSettings, before: Asking["before"]) {
  const watched = [...new Set(watch.map(({ field }) => field))];
  const without = watched.filter((field) => items.some(({ fields }) => numberOf(fields, field) === null));
  const known = without.length === 0 ? {} : (before()?.known ?? {});
  for (const field of without) {
    const had = items.flatMap(({ id, fields }, place) =>
      Object.hasOwn(known, id) && Object.hasOwn(known[id]!.numbers, field) ? [{ place, field, fields }] : [],
    );
    const lost = lostNumber(had, ({ fields }) =>
      numberOf(fields, field) !== null ? "read" : valueOf(fields, field) === undefined ? "missing" : "text",
    );
    if (lost !== null) return lost;
  }
  return null;
}
