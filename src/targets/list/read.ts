import type { Fault } from "../../core/fault.ts";
import { err, ok } from "../../core/result.ts";
import { rowsOf } from "../../core/rows.ts";
import type { Reading } from "../kind.ts";
import { MAX_FIELDS, type ListParams } from "./params.ts";
import type { ListView } from "./view.ts";

/** The fault of a target whose operation was redefined after the target was added. */
const notAList = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a list any more: it needs rows, id and fields`,
});

/** Reads a list with one call. The operation defines where its rows are. */
export function* readList({ operation, values }: ListParams): Reading<ListView> {
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  if (defined.listing === null || names.length === 0) return err(notAList(operation));
  const pointers = Object.fromEntries(names.map((name) => [name, defined.fields[name]!]));
  const rows = rowsOf(body, defined.listing, pointers);
  return rows.ok ? ok({ items: rows.value.rows, names, complete: rows.value.complete }) : err(rows.error);
}
