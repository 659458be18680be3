import { malformed, type Fault } from "../../core/fault.ts";
import { isObject } from "../../core/json.ts";
import { namedValues } from "../../core/named-values.ts";
import { err, ok } from "../../core/result.ts";
import type { Reading } from "../kind.ts";
import { MAX_FIELDS, type RecordParams } from "./params.ts";
import type { RecordView } from "./view.ts";

/** The fault of a target whose operation was redefined after the target was added. */
const notARecord = (operation: string): Fault => ({
  kind: "refused",
  status: null,
  detail: `the operation ${operation} is not defined as a record any more: it needs fields, and no rows with id`,
});

/**
 * Reads a record with one call. The operation defines where its fields are. An answer without any of them is a fault.
 */
export function* readRecord({ operation, values }: RecordParams): Reading<RecordView> {
  const answer = yield { operation, values };
  if (!answer.ok) return err(answer.error);
  const { body, operation: defined } = answer.value;
  const names = Object.keys(defined.fields).slice(0, MAX_FIELDS);
  const [first] = names;
  if (defined.listing !== null || first === undefined) return err(notARecord(operation));
  if (!isObject(body) && !Array.isArray(body)) return err(malformed("", "the answer is not a JSON object"));
  const fields = namedValues(body, Object.fromEntries(names.map((name) => [name, defined.fields[name]!])));
  if (Object.keys(fields).length > 0) return ok({ fields, names });
  return err(malformed(isObject(body) ? defined.fields[first]! : "", "no field leads to anything"));
}
