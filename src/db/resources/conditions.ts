import { configured, resourceOf } from "../../resources/registry.ts";
import type { AnyStored, Declared, Param } from "../../resources/resource.ts";
import { compares, suits, type Ref } from "../../resources/ref.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { jsonChunks } from "../json-chunks.ts";
import { columnOf } from "../record.ts";
import { operationUsers, definitionPath } from "../definitions.ts";
import { refsTo } from "./statements.ts";

/** A condition of a write, as SQL with a `?` for each parameter, and the refusal if it does not hold. */
export interface Condition {
  sql: string;
  params: Param[];
  otherwise: Refused;
  /** True if the table enforces the condition itself. It is then evaluated only to explain a refusal. */
  enforced?: true;
}

/**
 * Evaluates conditions and returns the refusal of the first that fails; null if all hold. A dangling reference lists
 * every field that has one.
 */
export async function refusedBy(db: D1Database, conditions: Condition[]): Promise<Refused | null> {
  if (conditions.length === 0) return null;
  const columns = conditions.map(({ sql }, place) => `(${sql}) AS c${place}`).join(", ");
  const params = conditions.flatMap((one) => one.params);
  const row = await db
    .prepare(`SELECT ${columns}`)
    .bind(...params)
    .first<Record<string, number>>();
  const failing = conditions.flatMap(({ otherwise }, place) => (row?.[`c${place}`] === 1 ? [] : otherwise));
  const [first = null] = failing;
  if (first?.kind !== "dangling") return first;
  return { kind: "dangling", fields: failing.flatMap((one) => (one.kind === "dangling" ? one.fields : [])) };
}

type Removal = Extract<Step, { do: "remove" }>;

/** No other record refers to them. */
const unused = ({ of, ids, cascade }: Removal): Condition[] =>
  refsTo(of)
    .filter(({ gone }) => !cascade && gone === "refuse")
    .map(({ user, column }) => ({
      sql: `NOT EXISTS (SELECT 1 FROM "${user.name}" WHERE ${column} IN (SELECT value FROM json_each(?)))`,
      params: [JSON.stringify(ids)],
      otherwise: { kind: "used" },
    }));

/**
 * A condition that limits records to some watchlists (null for all). Resources that belong to no watchlist are hidden
 * entirely.
 */
export const limitOf = (
  { within }: Pick<Declared, "within">,
  lists: string[] | null,
): { where: string; values: string[] } =>
  lists === null
    ? { where: "true", values: [] }
    : { where: within ?? "false", values: within === undefined ? [] : [JSON.stringify(lists)] };

/** No record beyond the watchlists would keep these from being deleted, or be deleted with them. */
function unusedBeyond({ of, ids, cascade, lists }: Removal): Condition[] {
  if (lists === undefined) return [];
  const otherwise: Refused = { kind: "used beyond" };
  const beyond = (used: Declared, some: string): Condition[] =>
    refsTo(used)
      .filter(({ gone }) => cascade || gone === "refuse")
      .flatMap(({ user, column }) => {
        const { where, values } = limitOf(user, lists);
        const params = [JSON.stringify(ids), ...values];
        const sql = `NOT EXISTS (SELECT 1 FROM "${user.name}" t WHERE t.${column} IN (${some}) AND NOT coalesce(${where}, 0))`;
        const along = cascade ? beyond(user, `SELECT id FROM "${user.name}" WHERE ${column} IN (${some})`) : [];
        return [{ sql, params, otherwise }, ...along];
      });
  return beyond(of, "SELECT value FROM json_each(?)");
}

/** The conditions of these steps. If the whole configuration must be unchanged, that is the only one. */
export function conditionsOf(steps: Step[]): Condition[] {
  const stand = steps.find((step) => step.do === "stand");
  if (stand !== undefined)
    return [{ sql: `${FINGERPRINT} = ?`, params: [stand.fingerprint], otherwise: { kind: "moved" } }];
  const created = new Map<string, Map<string, AnyStored>>();
  for (const step of steps)
    if (step.do === "make") created.set(step.of.name, new Map(step.records.map((one) => [one.id, one])));
  return steps.flatMap((step): Condition[] => {
    if (step.do === "make")
      return [
        ...roomFor(step),
        ...namesOf(step.of, step.records, created),
        ...alone(step.of, step.records),
        ...compared(
          step.of,
          step.records.map((after) => ({ before: null, after })),
        ),
      ];
    if (step.do === "change") {
      const after = step.changes.map((change) => change.after);
      const names = namesOf(step.of, after, created);
      return [...unmoved(step), ...names, ...alone(step.of, after), ...compared(step.of, step.changes)];
    }
    if (step.do === "undefine") return undefinable(step);
    return step.do === "remove" ? [...there(step), ...unusedBeyond(step), ...unused(step)] : [];
  });
}

type Of<Do extends Step["do"]> = Extract<Step, { do: Do }>;

function roomFor({ of, records }: Of<"make">): Condition[] {
  if (records.length === 0) return [];
  const { count, counting, counted } = of.quota;
  const some = `(SELECT count(*) FROM (SELECT 1 FROM "${of.name}" WHERE ${counting?.(records[0]!.createdAt) ?? "true"} LIMIT ${count}))`;
  return [{ sql: `${counted ?? some} + ${records.length} <= ${count}`, params: [], otherwise: { kind: "full", of } }];
}

type Named = Pick<Ref, "to" | "only">;

const idsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : [];

/** The referenced records exist or are created by the same write. */
export function namesOf(
  of: Declared,
  records: Record<string, unknown>[],
  created = new Map<string, Map<string, AnyStored>>(),
): Condition[] {
  const listed = Object.entries(of.listRefs ?? {}).map(([field, to]): [string, Named] => [field, { to: to! }]);
  const named = Object.entries(of.refs).map(([field, ref]): [string, Named] => [field, ref!]);
  return [...named, ...listed].flatMap(([field, ref]): Condition[] => {
    const ids = new Set(records.flatMap((one) => idsIn(one[field])));
    const to = resourceOf(ref.to);
    const coming = (id: string): boolean => {
      const one = created.get(to.name)?.get(id);
      return one !== undefined && suits(ref, one);
    };
    const there = [...ids].filter((id) => !coming(id));
    if (there.length === 0) return [];
    const { only } = ref;
    const such =
      only === undefined
        ? ""
        : ` AND o.${columnOf(to, only.field)} IN (${only.values.map((value) => `'${value}'`).join(", ")})`;
    const sql = `NOT EXISTS (SELECT 1 FROM json_each(?) j WHERE NOT EXISTS
      (SELECT 1 FROM "${to.name}" o WHERE o.id = j.value${such}))`;
    return [{ sql, params: [JSON.stringify(there)], otherwise: { kind: "dangling", fields: [field] } }];
  });
}

/** No other record has the same unique key. */
function alone(of: Declared, records: Record<string, unknown>[]): Condition[] {
  if (of.unique === undefined) return [];
  const { columns } = of.unique;
  const same = columns.map((field, place) => `o.${columnOf(of, field)} = j.value ->> ${place}`).join(" AND ");
  const rows = records.map((one) => [...columns.map((field) => one[field]), one["id"]]);
  return jsonChunks(rows).map(({ text }) => ({
    sql: `NOT EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN "${of.name}" o ON ${same} AND o.id <> j.value ->> ${columns.length})`,
    params: [text],
    otherwise: { kind: "taken" },
    enforced: true,
  }));
}

interface Changed {
  before: AnyStored | null;
  after: AnyStored;
}

/** Conditions on values that are new: older data may break them, and stays as it is. */
const compared = (of: Declared, changes: Changed[]): Condition[] => [...shared(of, changes), ...distinct(of, changes)];

/** A record has the same value of a field as the record that it refers to. */
const shared = (of: Declared, changes: Changed[]): Condition[] =>
  Object.entries(of.refs).flatMap(([field, ref]) => {
    const rows = changes
      .filter(({ before, after }) => compares(ref!, field, before, after))
      .map(({ after }) => [after[field], after[ref!.same!.field]]);
    const to = resourceOf(ref!.to);
    return jsonChunks(rows).map(({ text }): Condition => ({
      sql: `NOT EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN "${to.name}" o
        ON o.id = j.value ->> 0 AND o.${columnOf(to, ref!.same!.field)} <> j.value ->> 1)`,
      params: [text],
      otherwise: { kind: "apart", field },
    }));
  });

/** A new value of the field that must differ belongs to no other record. Repetitions in older data stay as they are. */
function distinct(of: Declared, changes: Changed[]): Condition[] {
  if (of.distinct === undefined) return [];
  const { field } = of.distinct;
  const rows = changes
    .filter(({ before, after }) => after[field] !== null && before?.[field] !== after[field])
    .map(({ after }) => [after[field], after.id]);
  return jsonChunks(rows).map(({ text }) => ({
    sql: `NOT EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN "${of.name}" o
      ON o.${columnOf(of, field)} = j.value ->> 0 AND o.id <> j.value ->> 1)`,
    params: [text],
    otherwise: { kind: "twice" },
  }));
}

/** Each record still has the revision that was read. */
const unmoved = ({ of, changes }: Of<"change">): Condition[] =>
  jsonChunks(changes.map(({ before }) => [before.id, before.revision])).map(({ text }) => ({
    sql: `NOT EXISTS (SELECT 1 FROM json_each(?) j WHERE NOT EXISTS (SELECT 1 FROM "${of.name}" o
      WHERE o.id = j.value ->> 0 AND o.${columnOf(of, "revision")} = j.value ->> 1))`,
    params: [text],
    otherwise: { kind: "moved" },
  }));

function there({ of, ids, revision }: Of<"remove">): Condition[] {
  const all = JSON.stringify(ids);
  const each = (one: string) =>
    `NOT EXISTS (SELECT 1 FROM json_each(?) j WHERE NOT EXISTS (SELECT 1 FROM "${of.name}" o WHERE ${one}))`;
  const exist: Condition = { sql: each("o.id = j.value"), params: [all], otherwise: { kind: "missing" } };
  if (revision === null) return [exist];
  const sql = each(`o.id = j.value AND o.${columnOf(of, "revision")} = ?`);
  return [exist, { sql, params: [all, revision], otherwise: { kind: "moved" } }];
}

/** The operation has a definition of its own, and no target uses it. */
function undefinable({ operation, kinds, cascade }: Of<"undefine">): Condition[] {
  const defined: Condition = {
    sql: "EXISTS (SELECT 1 FROM ticker WHERE id = 1 AND json_type(operations, ?) IS NOT NULL)",
    params: [definitionPath(operation)],
    otherwise: { kind: "missing" },
  };
  if (cascade || kinds.length === 0) return [defined];
  const params = [JSON.stringify(kinds), operation];
  return [defined, { sql: `NOT EXISTS (${operationUsers("?", "?")})`, params, otherwise: { kind: "used" } }];
}

/**
 * Identifies the state of the configuration. A change moves a revision and a time, a creation or removal the count.
 * Polls, deliveries and ticks do not affect it. Operations are part of it as they are.
 */
export const FINGERPRINT = `json_array(${configured
  .map(
    (of) =>
      `(SELECT json_array(count(*), sum(${columnOf(of, "revision")}), sum(updated_at), sum(created_at)) FROM "${of.name}")`,
  )
  .join(", ")}, (SELECT operations FROM ticker WHERE id = 1))`;
