import { mapLazily } from "../../core/concurrency.ts";
import { sameJson, type Json } from "../../core/json.ts";
import type { AnyStored, Declared, Param, Statement } from "../../resources/resource.ts";
import { resources } from "../../resources/registry.ts";
import type { Step } from "../../resources/step.ts";
import { target } from "../../features/creators/resource/target.ts";
import { jsonChunks } from "../json-chunks.ts";
import { operationUsers, definitionPath, REMOVE_DEFINITION, STORE_DEFINITION } from "../definitions.ts";
import { columnOf, rowOf } from "../record.ts";
import type { Row } from "../row.ts";

/** A statement with its parameters, ready for D1. */
export interface Bound {
  sql: string;
  params: Param[];
}

/** Binds statements, dividing their rows into parameters that D1 accepts. */
const bound = (statements: Statement[]): Bound[] =>
  statements.flatMap((one) =>
    "params" in one
      ? [one]
      : jsonChunks(one.rows).map(({ text, from, to }) => ({
          sql: one.sql,
          params: one.counted === true ? [text, from, to] : [text],
        })),
  );

/**
 * The rows of a statement as `j`, each a JSON text in `value`. The limit makes SQLite store them as a table; otherwise
 * it would serialize a row again for each column that reads it, a third of the time of an import.
 */
const ROWS = "(SELECT value FROM json_each(?1) LIMIT -1) j";

/** The same rows with their index among all rows as `place`. */
const COUNTED_ROWS = "(SELECT value, key + ?2 AS place FROM json_each(?1) LIMIT -1) j";

/** The statements of a step at an instant (wall clock, epoch ms), in order. */
export function statementsOf(step: Step, at: number): Bound[] {
  if (step.do === "make") return bound(created(step.of, step.records));
  if (step.do === "change") return bound(changed(step.of, step.changes));
  if (step.do === "clear")
    return jsonChunks(step.ids).flatMap(({ text }) => cleared(step.of, "SELECT value FROM json_each(?1)", [text], at));
  if (step.do === "remove") {
    return removed(step.of, "SELECT value FROM json_each(?1)", [JSON.stringify(step.ids)], at, step.cascade);
  }
  if (step.do === "define")
    return [{ sql: STORE_DEFINITION, params: [definitionPath(step.operation), JSON.stringify(step.definition)] }];
  return step.do === "undefine" ? undefining(step, at) : [];
}

/** Deletes a definition; with `cascade` after the targets that use it. */
const undefining = ({ operation, kinds, cascade }: Extract<Step, { do: "undefine" }>, at: number): Bound[] => [
  ...(cascade && kinds.length > 0
    ? removed(target, operationUsers("?1", "?2"), [JSON.stringify(kinds), operation], at, true)
    : []),
  { sql: REMOVE_DEFINITION, params: [definitionPath(operation)] },
];

/**
 * Inserts all records with the same statements, whether one or ten thousand. A row is an array of values, which SQL
 * accesses faster than names.
 */
function created(of: Declared, records: AnyStored[]): Statement[] {
  if (records.length === 0) return [];
  const first = rowOf(of, records[0]!, Object.keys(records[0]!));
  const shared = records.length < MANY ? new Map<string, string>() : sharedBy(first, records);
  const own = Object.keys(first).filter((field) => !shared.has(field));
  const placed = Object.entries(of.rows?.assigned?.columns ?? {});
  const columns = [...own, ...shared.keys(), ...placed.map(([field]) => field)].map((field) => columnOf(of, field));
  const values = [
    ...own.map((_, index) => `j.value ->> ${index}`),
    ...shared.values(),
    ...placed.map(([, sql]) => sql),
  ];
  const sql = `INSERT INTO "${of.name}" (${columns.join(", ")}) SELECT ${values.join(", ")}
    FROM ${of.rows?.assigned?.among(COUNTED_ROWS) ?? ROWS}`;
  const rows = mapLazily(records, (one) => {
    const row = rowOf(of, one, own);
    return own.map((field) => row[field]);
  });
  const creation: Statement = { sql, rows, counted: of.rows?.assigned !== undefined };
  return [...(of.sideEffects?.before?.(records.length) ?? []), creation, ...(of.sideEffects?.made?.(records) ?? [])];
}

/** From this number of rows on, shared values are worth looking for. */
const MANY = 500;

/** Numbers, booleans and nulls that all records share, as SQL, so that they are not repeated in each row. */
function sharedBy(first: Row, records: AnyStored[]): Map<string, string> {
  const shared = Object.entries(first).filter(
    ([field, value]) =>
      (value === null || Number.isSafeInteger(value)) && records.every((one) => one[field] === records[0]![field]),
  );
  return new Map(shared.map(([field, value]) => [field, String(value)]));
}

type Changes = Extract<Step, { do: "change" }>["changes"];

/** One statement for all changes that write the same fields. */
function changed(of: Declared, changes: Changes): Statement[] {
  const alike = Map.groupBy(changes, ({ fields }) => fields.toSorted().join());
  return [
    ...(of.sideEffects?.changing?.(changes) ?? []),
    ...steppedAside(of, changes),
    ...[...alike.values()].map((group) => updated(of, group)),
    ...(of.sideEffects?.changed?.(changes) ?? []),
  ];
}

function updated(of: Declared, group: Changes): Statement {
  const fields = ["id", ...differingFields(of, group), "updatedAt"];
  const row = ({ after }: Changes[number]) => rowOf(of, after, fields);
  const written = Object.keys(row(group[0]!));
  const moved = ["revision", ...(of.rows?.increments ?? [])].map((field) => columnOf(of, field));
  const sets = [
    ...written.flatMap((field, place) => (field === "id" ? [] : `${columnOf(of, field)} = j.value ->> ${place}`)),
    ...moved.map((column) => `${column} = "${of.name}".${column} + 1`),
  ];
  const sql = `UPDATE "${of.name}" SET ${sets.join(", ")} FROM ${ROWS} WHERE "${of.name}".id = j.value ->> ${written.indexOf("id")}`;
  const rows = mapLazily(group, (one) => {
    const values = row(one);
    return written.map((field) => values[field]);
  });
  return { sql, rows };
}

/**
 * Returns the fields that a group of changes writes. Fields that only people edit are left out if no change of the group
 * differs in them, because SQLite rewrites each index that contains a named column. Other fields are always written:
 * polls may have changed them since they were read.
 */
function differingFields(of: Declared, group: Changes): string[] {
  const { columns = [], alias } = of.unique ?? {};
  const same = ({ before, after }: Changes[number], field: string): boolean =>
    before[field] !== undefined && sameJson(before[field] as Json, (after[field] ?? null) as Json);
  // Temporary keys are replaced again.
  const moving = group.some((one) => columns.some((field) => !same(one, field)));
  const peoples = new Set([...Object.keys(of.form().shape), ...columns, ...(alias === undefined ? [] : [alias])]);
  const left = (field: string): boolean =>
    peoples.has(field) && !(moving && columns.includes(field)) && group.every((one) => same(one, field));
  return group[0]!.fields.filter((field) => !left(field));
}

/** Gives records temporary keys, so that they can swap names. No real name begins with a blank. */
function steppedAside(of: Declared, changes: Changes): Statement[] {
  const column = of.unique?.columns.at(-1);
  if (column === undefined || changes.length < 2) return [];
  const moving = changes.filter(({ before, after }) => of.unique!.columns.some((one) => before[one] !== after[one]));
  if (moving.length === 0) return [];
  const sql = `UPDATE "${of.name}" SET ${columnOf(of, column)} = ' ' || id WHERE id IN (SELECT value FROM json_each(?1))`;
  return [{ sql, rows: moving.map(({ after }) => after.id) }];
}

/** All fields of all resources that refer to this one. */
export const refsTo = (of: Declared): { user: Declared; field: string; column: string; gone: "refuse" | "follow" }[] =>
  resources.flatMap((user) =>
    Object.entries(user.refs).flatMap(([field, ref]) =>
      ref?.to === of.name ? [{ user, field, column: columnOf(user, field), gone: ref.onDelete }] : [],
    ),
  );

/** Deletes records after those that refer to them, recursively. */
function removed(of: Declared, ids: string, params: Param[], at: number, cascade: boolean): Bound[] {
  const users = refsTo(of)
    .filter(({ gone }) => cascade || gone === "follow")
    .flatMap(({ user, column }) =>
      removed(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${ids})`, params, at, true),
    );
  return [...users, ...deleted(of, ids, params, at)];
}

/**
 * Deletes unused records, and those that follow them but are not in the configuration document. The document determines
 * everything else.
 */
const cleared = (of: Declared, ids: string, params: Param[], at: number): Bound[] => [
  ...refsTo(of)
    .filter(({ user, gone }) => gone === "follow" && user.document === undefined)
    .flatMap(({ user, column }) =>
      deleted(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${ids})`, params, at),
    ),
  ...deleted(of, ids, params, at),
];

/** Deletes the rows, with their side effects. */
const deleted = (of: Declared, ids: string, params: Param[], at: number): Bound[] => [
  ...bound(of.sideEffects?.removed?.(ids, params, at) ?? []),
  { sql: `DELETE FROM "${of.name}" WHERE id IN (${ids})`, params },
];
