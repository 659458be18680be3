import { malformed, unreadableFault, type Fault } from "../../core/fault.ts";
import { isObject } from "../../core/json.ts";
import { markIn, numberOf, readValues, type Values } from "../../core/named-values.ts";
import { err, ok } from "../../core/result.ts";
import type { ReadContext, Reading } from "../kind.ts";
import { MAX_FIELDS, type RecordParams, type RecordSettings } from "./params.ts";
import type { RecordState, RecordView } from "./view.ts";

/** The fault of a target whose operation was redefined after the target was added. */
const notARecord = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a record any more: it needs fields, and no rows with id`,
});

type Asking = Pick<ReadContext<RecordParams, RecordSettings, RecordState>, "params" | "settings" | "before">;

/**
 * Reads a record with one call. The operation defines where its fields are. An answer without any of them is a fault.
 */
export function* readRecord({ params, settings, before }: Asking): Reading<RecordView> {
  const { operation, values } = params;
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  const [first] = names;
  if (defined.listing !== null || first === undefined) return err(notARecord(operation));
  if (!isObject(body) && !Array.isArray(body)) return err(malformed("", "the answer is not a JSON object"));
  const pointers = Object.fromEntries(names.map((name) => [name, defined.fields[name]!]));
  const mark = markIn([body], pointers, () => before()?.mark ?? null);
  const read = readValues(body, pointers, mark);
  if (Object.keys(read.fields).length === 0)
    return err(malformed(isObject(body) ? defined.fields[first]! : "", "no field leads to anything"));
  return ok({ ...read, names, mark, unreadable: unreadableIn(read.fields, pointers, settings, before) });
}

/** The fault of watched fields that had numbers, and of which the answer has none. */
function unreadableIn(
  fields: Values,
  pointers: Record<string, string>,
  { watch }: RecordSettings,
  before: Asking["before"],
): Fault | null {
  const without = watch.filter(({ field }) => Object.hasOwn(pointers, field) && numberOf(fields, field) === null);
  const known = without.length === 0 ? {} : (before()?.numbers ?? {});
  const lost = without.find(({ field }) => Object.hasOwn(known, field));
  return lost === undefined ? null : unreadableFault(pointers[lost.field]!, lost.field);
}
