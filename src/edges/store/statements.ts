import { mapped } from "../../core/pieces.ts";
import type { AnyStored, Declared, Param, Statement } from "../../resources/resource.ts";
import { resources } from "../../resources/registry.ts";
import type { Step } from "../../resources/step.ts";
import { jsonChunks } from "./json-chunks.ts";
import { columnOf, rowOf } from "./record.ts";
import type { Row } from "./row.ts";

/** A statement as D1 takes it. */
export interface Bound {
  sql: string;
  params: Param[];
}

/** Statements with their rows as parameters that D1 takes. */
const bound = (statements: Statement[]): Bound[] =>
  statements.flatMap((one) =>
    "params" in one ? [one] : jsonChunks(one.rows).map(({ text }) => ({ sql: one.sql, params: [text] })),
  );

/** What a step changes, in order. */
export function statementsOf(step: Step): Bound[] {
  if (step.do === "make") return bound(created(step.of, step.records));
  if (step.do === "change") return bound(changed(step.of, step.changes));
  if (step.do === "clear")
    return jsonChunks(step.ids).flatMap(({ text }) => cleared(step.of, "SELECT value FROM json_each(?1)", [text]));
  if (step.do === "remove") {
    return removed(step.of, "SELECT value FROM json_each(?1)", [JSON.stringify(step.ids)], step.cascade);
  }
  return [];
}

const value = (field: string): string => `j.value ->> '${field}'`;

/** All of them in one go: one and ten thousand are the same statements. A row is its place and its values, which SQL finds sooner than names. */
function created(of: Declared, records: AnyStored[]): Statement[] {
  if (records.length === 0) return [];
  const first = rowOf(of, records[0]!, Object.keys(records[0]!));
  const shared = records.length < MANY ? new Map<string, string>() : sharedBy(first, records);
  const own = Object.keys(first).filter((field) => !shared.has(field));
  const placed = Object.entries(of.placed?.columns ?? {});
  const columns = [...own, ...shared.keys(), ...placed.map(([field]) => field)].map((field) => columnOf(of, field));
  const values = [
    ...own.map((_, index) => `j.value ->> ${index + 1}`),
    ...shared.values(),
    ...placed.map(([, sql]) => sql),
  ];
  const sql = `INSERT INTO "${of.name}" (${columns.join(", ")}) SELECT ${values.join(", ")}
    FROM json_each(?1) j ${of.placed?.join ?? ""}`;
  const rows = mapped(records, (one, place) => {
    const row = rowOf(of, one, own);
    return [place, ...own.map((field) => row[field])];
  });
  return [...(of.along?.before?.(records.length) ?? []), { sql, rows }, ...(of.along?.made?.(records) ?? [])];
}

/** So many rows are worth a look at what they have in common. */
const MANY = 500;

/** The numbers, flags and nulls that all of them have, as SQL: they need not stand in every row. */
function sharedBy(first: Row, records: AnyStored[]): Map<string, string> {
  const shared = Object.entries(first).filter(
    ([field, value]) =>
      (value === null || Number.isSafeInteger(value)) && records.every((one) => one[field] === records[0]![field]),
  );
  return new Map(shared.map(([field, value]) => [field, String(value)]));
}

type Changes = Extract<Step, { do: "change" }>["changes"];

/** Changes that write the same fields are one statement. */
function changed(of: Declared, changes: Changes): Statement[] {
  const alike = Map.groupBy(changes, ({ fields }) => fields.toSorted().join());
  return [
    ...steppedAside(of, changes),
    ...[...alike.values()].map((group) => updated(of, group)),
    ...(of.along?.changed?.(changes) ?? []),
  ];
}

function updated(of: Declared, group: Changes): Statement {
  const fields = [...group[0]!.fields, "updatedAt"];
  const row = ({ after }: Changes[number]) => rowOf(of, after, ["id", ...fields]);
  const written = Object.keys(row(group[0]!)).filter((field) => field !== "id");
  const moved = ["revision", ...(of.moves ?? [])].map((field) => columnOf(of, field));
  const sets = [
    ...written.map((field) => `${columnOf(of, field)} = ${value(field)}`),
    ...moved.map((column) => `${column} = "${of.name}".${column} + 1`),
  ];
  const sql = `UPDATE "${of.name}" SET ${sets.join(", ")} FROM json_each(?1) j WHERE "${of.name}".id = ${value("id")}`;
  return { sql, rows: mapped(group, row) };
}

/** Several may change names with each other: no name has a blank before it, so this one is nobody's. */
function steppedAside(of: Declared, changes: Changes): Statement[] {
  const column = of.unique?.columns.at(-1);
  if (column === undefined || changes.length < 2) return [];
  const moving = changes.filter(({ before, after }) => of.unique!.columns.some((one) => before[one] !== after[one]));
  if (moving.length === 0) return [];
  const sql = `UPDATE "${of.name}" SET ${columnOf(of, column)} = ' ' || id WHERE id IN (SELECT value FROM json_each(?1))`;
  return [{ sql, rows: moving.map(({ after }) => after.id) }];
}

/** Every field of every resource that names this one. */
export const refsTo = (of: Declared): { user: Declared; field: string; column: string; gone: "refuse" | "follow" }[] =>
  resources.flatMap((user) =>
    Object.entries(user.refs).flatMap(([field, ref]) =>
      ref?.to === of.name ? [{ user, field, column: columnOf(user, field), gone: ref.gone }] : [],
    ),
  );

/** What names them goes first, with what names that. */
function removed(of: Declared, ids: string, params: Param[], cascade: boolean): Bound[] {
  const users = refsTo(of)
    .filter(({ gone }) => cascade || gone === "follow")
    .flatMap(({ user, column }) =>
      removed(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${ids})`, params, true),
    );
  return [...users, ...deleted(of, ids, params)];
}

/** What is unused goes, with what follows it and stands in no document: of all else the document itself speaks. */
const cleared = (of: Declared, ids: string, params: Param[]): Bound[] => [
  ...refsTo(of)
    .filter(({ user, gone }) => gone === "follow" && user.document === undefined)
    .flatMap(({ user, column }) => deleted(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${ids})`, params)),
  ...deleted(of, ids, params),
];

/** The rows themselves, with what goes along. */
const deleted = (of: Declared, ids: string, params: Param[]): Bound[] => [
  ...bound(of.along?.removed?.(ids, params) ?? []),
  { sql: `DELETE FROM "${of.name}" WHERE id IN (${ids})`, params },
];
