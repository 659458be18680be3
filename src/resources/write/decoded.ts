import type { Fault } from "../../core/fault.ts";
import { isObject, type Json } from "../../core/json.ts";
import { err, type Result } from "../../core/result.ts";
import { rowsOf, type Rows } from "../../core/rows.ts";
import type { Answer, Call } from "../../kinds/kind.ts";
import { targetKinds, type AnyTargetKind } from "../../kinds/registry.ts";

interface Decoded {
  /** Null if no kind reads this operation, or nothing could be read. */
  view: Json;
  fault: Fault | null;
}

const ONE_CALL: Fault = { kind: "unreachable", status: null, detail: "a probe makes one call" };

/** What is read of an answer: the operation's fields if it has some, otherwise the views of the kinds that use it. */
export function decoded(operation: string, params: Call["values"], answer: Result<Answer, Fault>): Decoded {
  if (!answer.ok) return { view: null, fault: answer.error };
  const { listing, fields } = answer.value.operation;
  if (listing !== null) {
    const rows = rowsOf(answer.value.body, listing, fields);
    return rows.ok ? { view: rowsDisplayed(rows.value), fault: null } : { view: null, fault: rows.error };
  }
  if (Object.keys(fields).length > 0) return { view: answer.value.facts, fault: null };
  for (const kind of Object.values(targetKinds)) {
    const seen = kind.operations.some(({ name }) => name === operation)
      ? readOnce(kind, operation, params, answer)
      : null;
    if (seen !== null)
      return seen.ok ? { view: displayed(seen.value as Json), fault: null } : { view: null, fault: seen.error };
  }
  return { view: null, fault: null };
}

/** Rows as in the snapshot of a list. */
const rowsDisplayed = ({ rows }: Rows): Json => ({ items: rows.map(({ id, fields }) => ({ itemId: id, fields })) });

/** What the kind reads from this single answer; null if it starts with another call. */
function readOnce(kind: AnyTargetKind, operation: string, params: Call["values"], answer: Result<Answer, Fault>) {
  const reading = kind.read({
    targetId: "",
    params: fitting(kind, params),
    settings: kind.settings().parse({}),
    announceInitial: false,
    before: () => null,
    at: 0,
    lastOkAt: null,
  });
  let step = reading.next();
  if (step.done || step.value.operation !== operation) return null;
  step = reading.next(answer);
  while (!step.done) step = reading.next(err(ONE_CALL));
  return step.value;
}

/** The params in the kind's form. Those that do not fit are omitted. */
function fitting(kind: AnyTargetKind, params: Call["values"]): unknown {
  const read = kind.params().safeParse(params);
  if (read.success) return read.data;
  // A call writes 90 and "90" alike.
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "number" ? String(value) : value,
  ]);
  const inTexts = kind.params().safeParse(Object.fromEntries(texts));
  if (inTexts.success) return inTexts.data;
  const invalid = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0])],
  );
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !invalid.includes(name)));
  return kind.params().safeParse(rest).data ?? rest;
}

/** The view in the API's words: a live check has the room that it saw. */
const displayed = (view: Json): Json =>
  isObject(view) && view["verdict"] !== undefined ? { verdict: view["verdict"], roomId: view["room"] ?? null } : view;
