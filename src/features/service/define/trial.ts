import type { Fault } from "../../../core/fault.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { namedValues, type Values } from "../../../core/named-values.ts";
import { pointed } from "../../../core/json.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { ok, type Result } from "../../../core/result.ts";
import { rowsOf } from "../../../core/rows.ts";
import type { CallDefinition } from "../connect/example-address.ts";
import { faultIn, type TrialFault } from "../connect/look-up.ts";
import { probeOpenly, type ProbeDeps } from "../../../engine/upstream/probe.ts";
import { fieldsFound, type FieldFound } from "./fields-found.ts";
import { rowsFound, type RowsFound } from "./rows-found.ts";

/** How an answer is read: the items of a list, or the fields of one object. Pointers as in an operation. */
export interface AnswerReading {
  mode: "list" | "record";
  /** Only of a list. */
  rows: string | null;
  id: string | null;
  fields: Record<string, string>;
}

/** A call to try, and what is known of how its answer is read; null for what is to be guessed. */
export interface SetUpTrial {
  operation: string;
  /** How it is called; null as configured. */
  definition: CallDefinition | null;
  values: Record<string, string>;
  chosen: {
    mode: AnswerReading["mode"] | null;
    rows: string | null;
    id: string | null;
    fields: Record<string, string> | null;
  };
}

/** What an answer has, and how it would be read. */
export interface SetUpFound {
  lists: RowsFound[];
  /** Pointers that could identify a row of the chosen list. */
  ids: string[];
  offered: FieldFound[];
  reading: AnswerReading;
  /** The first items, as they would be stored. */
  items: { itemId: string; fields: Values }[];
  count: number;
  /** The number of the first answer's items that a second answer has too; null for a record. */
  again: number | null;
  /** The fields of a record, as they would be stored. */
  record: Values;
  /** Removes our credentials, which an answer may repeat. */
  hide: <Value extends Json>(value: Value) => Value;
}

export type SetUpResult = { found: SetUpFound; fault: null } | { found: null; fault: TrialFault["fault"] };

/** Fields of a list and of a record, see CONTRACT of both kinds. */
const MAX_FIELDS = { list: 10, record: 20 } as const;

/** Number of items that are shown. */
const DISPLAYED = 3;

/**
 * Calls an operation twice and finds where the answer has rows, what identifies them and which fields they have. The
 * second call shows whether ids stay the same. Both are taken from the budget.
 */
export async function trySetUp(wish: SetUpTrial, deps: ProbeDeps): Promise<Result<SetUpResult, Refusal>> {
  const first = await call(wish, deps);
  if (!first.ok) return first;
  const fault = faultIn(first.value);
  if (fault !== null) return ok({ found: null, fault });
  const { body, hide } = first.value;
  const lists = rowsFound(body);
  const mode = wish.chosen.mode ?? (lists.length > 0 ? "list" : "record");
  const list = mode === "list" ? (lists.find(({ rows }) => rows === wish.chosen.rows) ?? lists[0]) : undefined;
  if (mode === "list" && list === undefined) return ok({ found: null, fault: EMPTY });
  const found =
    list === undefined
      ? ofRecord(body, lists, wish)
      : await ofList(body, { lists, list, wish }, () => call(wish, deps));
  return ok({ found: { ...found, hide: (value) => hide(value) as typeof value }, fault: null });
}

const EMPTY: Fault = { kind: "malformed", status: 200, detail: "the answer has no list of items" };

const call = ({ operation, definition, values }: SetUpTrial, deps: ProbeDeps) =>
  probeOpenly({ operation, params: values, ...(definition === null ? {} : { definition }) }, deps);

type Found = Omit<SetUpFound, "hide">;

async function ofList(
  body: Json,
  { lists, list, wish }: { lists: RowsFound[]; list: RowsFound; wish: SetUpTrial },
  again: () => ReturnType<typeof call>,
): Promise<Found> {
  const { rows } = list;
  const id = list.ids.includes(wish.chosen.id ?? "") ? wish.chosen.id! : list.ids[0]!;
  const sample = richest((pointed(body, rows) as JsonObject[]).slice(0, 20));
  const offered = fieldsFound(sample, id, wish.chosen.fields ?? {});
  const fields = chosenOf(offered, wish, "list");
  const items = itemsIn(body, { rows, id }, fields);
  const second = await again();
  const ids = second.ok && faultIn(second.value) === null ? itemsIn(second.value.body, { rows, id }, fields) : null;
  const same = new Set(ids?.map(({ itemId }) => itemId));
  return {
    lists,
    ids: list.ids,
    offered,
    reading: { mode: "list", rows, id, fields },
    items: items.slice(0, DISPLAYED),
    count: items.length,
    again: ids === null ? null : items.filter(({ itemId }) => same.has(itemId)).length,
    record: {},
  };
}

function ofRecord(body: Json, lists: RowsFound[], wish: SetUpTrial): Found {
  const offered = fieldsFound(body, null, wish.chosen.fields ?? {});
  const fields = chosenOf(offered, wish, "record");
  return {
    lists,
    ids: [],
    offered,
    reading: { mode: "record", rows: null, id: null, fields },
    items: [],
    count: 0,
    again: null,
    record: namedValues(body, fields),
  };
}

/** The chosen fields that the answer has, or those that are proposed. */
function chosenOf(offered: FieldFound[], { chosen }: SetUpTrial, mode: AnswerReading["mode"]): Record<string, string> {
  const some = offered.filter(({ name, pointer, proposed }) =>
    chosen.fields === null ? proposed : chosen.fields[name] === pointer,
  );
  return Object.fromEntries(some.slice(0, MAX_FIELDS[mode]).map(({ name, pointer }) => [name, pointer]));
}

const itemsIn = (body: Json, listing: { rows: string; id: string }, fields: Record<string, string>) => {
  const read = rowsOf(body, listing, fields);
  return read.ok ? read.value.rows.map(({ id, fields: values }) => ({ itemId: id, fields: values })) : [];
};

/** The row with the most values: others may lack some. */
const richest = (rows: JsonObject[]): JsonObject =>
  rows.reduce((most, row) => (JSON.stringify(row).length > JSON.stringify(most).length ? row : most));
