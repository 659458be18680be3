import type { IdPrefix } from "../../../core/ids.ts";
import { canonical, type JsonObject } from "../../../core/json.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { resourceOf } from "../../../resources/registry.ts";
import type { AnyKept, Declared, Tools } from "../../../resources/resource.ts";
import { suits } from "../../../resources/ref.ts";
import { formOf } from "../../../resources/view.ts";
import { danglingErrors } from "../refused.ts";
import { fixedFields, settle, type SettledRecord } from "../settle.ts";
import { finder, match, type Matched } from "./match.ts";
import { pointedAt, type Entry } from "./read-document.ts";

/** What becomes of the records of one resource. */
export interface Plan {
  of: Declared;
  create: AnyKept[];
  /** `fields` are those that differ, `written` those that are written. */
  change: { before: AnyKept; after: AnyKept; fields: string[]; written: string[] }[];
  remove: AnyKept[];
  unchanged: number;
  /** Those that come or change, with the secrets that were made for them and the news. */
  settled: SettledRecord[];
  /** All that there are to be. */
  wanted: AnyKept[];
}

/** What the resources share. */
export interface Planning {
  tools: Tools;
  newId: (prefix: IdPrefix) => string;
  /** Those of these ids with what is worked out of other tables. */
  known: (of: Declared, ids: string[]) => Promise<AnyKept[]>;
  errors: FieldError[];
}

/** The records that there are to be, by resource: what others name comes before them. */
export type Wanted = Map<string, AnyKept[]>;

/** A list that the document has is the whole truth about its records; those that are over are neither made nor missed. */
export async function planned(
  of: Declared,
  listed: Entry[],
  records: AnyKept[],
  wanted: Wanted,
  planning: Planning,
): Promise<Plan> {
  const { errors, newId, tools } = planning;
  const over = (one: Record<string, unknown>) => of.document!.over?.(one, tools.now) === true;
  const ids = new Set(records.map(({ id }) => id));
  const meant = listed.filter(({ id, form }) => !over(form) || (id !== null && ids.has(id)));
  const given = new Set(meant.map(({ id }) => id));
  const alive = records.filter((one) => !over(one) || given.has(one.id));
  const matched = match(of, withIds(of, meant, wanted, errors), alive, () => newId(of.prefix), errors);
  const taken = new Set(matched.map(({ id }) => id));
  const usual = alive.filter(({ id }) => id === of.builtIn?.id && !taken.has(id));
  refuseTwins(of, matched, usual, errors);
  const staying = records.length === alive.length ? [] : stillOver(of, records, alive, wanted);
  const plan: Plan = {
    of,
    create: [],
    change: [],
    remove: [],
    unchanged: usual.length + staying.length,
    settled: [],
    wanted: [...usual, ...staying],
  };
  const known = await fully(of, matched, planning);
  // Of several the oldest may decide: those that are new keep the order of the document.
  let madeAt = records.reduce((latest, { createdAt }) => Math.max(latest, createdAt + 1), tools.now);
  for (const one of matched) {
    const before = known.get(one.id) ?? one.before;
    const createdAt = of.document!.order === "createdAt" && before === null ? madeAt++ : tools.now;
    await add(plan, { ...one, before }, createdAt, planning);
  }
  const kept = new Set(plan.wanted.map(({ id }) => id));
  plan.remove = records.filter(({ id }) => !kept.has(id) && !taken.has(id));
  return plan;
}

/** Those that are over and that the document does not speak of stay, but where what they name goes. */
function stillOver(of: Declared, records: AnyKept[], alive: AnyKept[], wanted: Wanted): AnyKept[] {
  const living = new Set(alive);
  const lost = lostRefs(of, wanted);
  return records.filter((one) => !living.has(one) && lost(one).length === 0);
}

/** The entries with ids in place of names; a text that stands for none stays, which is a fault. */
function withIds(of: Declared, entries: Entry[], wanted: Wanted, errors: FieldError[]): Entry[] {
  const refs = Object.entries(of.refs).map(([field, ref]) => ({
    field,
    ref: ref!,
    find: finder(resourceOf(ref!.to), wanted.get(ref!.to)!),
  }));
  return entries.map((entry) => {
    const form = { ...entry.form };
    for (const { field, ref, find } of refs) {
      const text = form[field];
      if (typeof text !== "string") continue;
      const found = find(text);
      if (!("id" in found)) errors.push({ pointer: `${entry.at}/${field}`, message: found.message });
      else {
        form[field] = found.id;
        const named = wanted.get(ref.to)!.find(({ id }) => id === found.id)!;
        if (!suits(ref, named)) errors.push(...danglingErrors(of, [field], entry.at));
      }
    }
    return { ...entry, form };
  });
}

function refuseTwins(of: Declared, matched: Matched[], usual: AnyKept[], errors: FieldError[]): void {
  if (of.unique === undefined) return;
  const seen = new Map(usual.map((one) => [JSON.stringify(of.key(one)), one.id]));
  for (const { entry, id } of matched) {
    const key = JSON.stringify(of.key(entry.form));
    const other = seen.get(key);
    if (other !== undefined)
      errors.push({ pointer: `${entry.at}/${of.unique.field}`, message: of.unique.twice(other) });
    seen.set(key, entry.id === null ? entry.at : id);
  }
}

/** Those that differ, with what is worked out of other tables: of thousands that stay as they are nobody asks it. */
async function fully(of: Declared, matched: Matched[], { known }: Planning): Promise<Map<string, AnyKept>> {
  if (of.worked === undefined) return new Map();
  const differ = matched.filter(({ entry, before }) => before !== null && differing(of, before, entry.form).length > 0);
  const found = await known(
    of,
    differ.map(({ id }) => id),
  );
  return new Map(found.map((one) => [one.id, one]));
}

const written = (of: Declared, one: Record<string, unknown>): JsonObject =>
  of.document!.entry?.shown(one as AnyKept, false) ?? formOf(of, one as AnyKept);

/** The names of the fields in which two differ, as the document has them. */
function differing(of: Declared, before: AnyKept, after: Record<string, unknown>): string[] {
  const [was, is] = [written(of, before), written(of, after)];
  return Object.keys(is).filter((field) => canonical(was[field] ?? null) !== canonical(is[field]!));
}

/** Adds to the plan what an entry makes of the record that it speaks of. */
async function add(plan: Plan, { entry, id, before }: Matched, createdAt: number, { tools, errors }: Planning) {
  const { of } = plan;
  const { at, form } = entry;
  for (const field of before === null ? [] : fixedFields(of, before, form))
    errors.push({ pointer: `${at}/${field}`, message: fixedWords(of, field) });
  const { entry: own } = of.document!;
  const settled = await settle(of, { id, form, before, given: null, createdAt }, tools, own?.settle ?? of.settle);
  if (!settled.ok) {
    errors.push(...pointedAt(at, settled.error));
    // Others may name it, and are judged as well.
    plan.wanted.push({ ...(before ?? { createdAt, updatedAt: createdAt, revision: 0 }), ...form, id });
    return;
  }
  const { one, fields: written } = settled.value;
  plan.wanted.push(one);
  const fields =
    before === null ? [] : [...differing(of, before, one), ...(own?.differing({ before, after: one }) ?? [])];
  if (before === null) plan.create.push(one);
  else if (fields.length > 0) plan.change.push({ before, after: one, fields, written });
  else plan.unchanged += 1;
  if (before === null || fields.length > 0) plan.settled.push(settled.value);
}

const fixedWords = ({ builtIn, noun }: Declared, field: string): string =>
  field === "kind" ? "cannot be changed" : `is not that of the ${builtIn!.adjective} ${noun}, which keeps its ${field}`;

/** The references of a record that lead to nothing that is to be there. */
export function lostRefs(of: Declared, wanted: Wanted) {
  const refs = Object.entries(of.refs).map(([field, ref]) => {
    const there = new Set(wanted.get(ref!.to)!.map(({ id }) => id));
    return { field, ref: ref!, there };
  });
  return (one: AnyKept) =>
    refs.flatMap(({ field, ref, there }) => {
      const id = one[field];
      return typeof id !== "string" || there.has(id) ? [] : { ref, to: ref.to, id };
    });
}
