import type { IdPrefix } from "../../../core/ids.ts";
import { sameJson, type Json } from "../../../core/json.ts";
import { QUICK_STEPS, sliced, type Pause } from "../../../core/concurrency.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { resourceOf } from "../../../resources/registry.ts";
import type { AnyStored, Declared, Tools } from "../../../resources/resource.ts";
import { compares, suits } from "../../../resources/ref.ts";
import { danglingErrors } from "../../../resources/write/refused.ts";
import { fixedFields, validateRecord, type ValidatedRecord } from "../../../resources/write/validate.ts";
import { finder, match, type Matched } from "./match.ts";
import { pointedAt, type Entry } from "./read-document.ts";

/** The changes of one resource. */
export interface Plan {
  of: Declared;
  create: AnyStored[];
  /** `fields` are those that differ, `written` those that are written. */
  change: { before: AnyStored; after: AnyStored; fields: string[]; written: string[] }[];
  remove: AnyStored[];
  unchanged: number;
  /** New or changed records that have new secrets or are news for operators. */
  settled: ValidatedRecord[];
  /** All records after the change. */
  wanted: AnyStored[];
}

/** What the plans of all resources share. */
export interface Planning {
  tools: Tools;
  newId: (prefix: IdPrefix) => string;
  /** The records with these ids, with values computed from other tables, but without the state of polls. */
  knownInBrief: (of: Declared, ids: string[]) => Promise<AnyStored[]>;
  errors: FieldError[];
  pause: Pause;
}

/** The records after the change, by resource. Resources come after those that they refer to. */
export type Records = Map<string, AnyStored[]>;

/** The names of the fields in which two records differ in their document form. */
type Differing = (before: AnyStored, after: Record<string, unknown>) => string[];

/** Returns the comparison for a resource. */
function differing(of: Declared): Differing {
  const displayed = of.document!.entry?.shown;
  if (displayed !== undefined)
    return (before, after) => {
      const [was, is] = [displayed(before, false), displayed(after as AnyStored, false)];
      return Object.keys(is).filter((field) => !sameJson(was[field] ?? null, is[field]!));
    };
  const fields = Object.keys(of.form().shape);
  const reported = (one: Record<string, unknown>, field: string) =>
    (of.serialize[field]?.write(one[field]) ?? one[field] ?? null) as Json;
  return (before, after) => fields.filter((field) => !sameJson(reported(before, field), reported(after, field)));
}

/** Plans a list of the document: it becomes exactly these records. Expired ones are neither created nor missed. */
export async function planned(
  of: Declared,
  listed: Entry[],
  records: AnyStored[],
  wanted: Records,
  planning: Planning,
): Promise<Plan> {
  const { errors, newId, tools, pause } = planning;
  const over = (one: Record<string, unknown>) => of.document!.isExpired?.(one, tools.now) === true;
  const ids = new Set(records.map(({ id }) => id));
  const meant = listed.filter(({ id, form }) => !over(form) || (id !== null && ids.has(id)));
  const provided = new Set(meant.map(({ id }) => id));
  const alive = records.filter((one) => !over(one) || provided.has(one.id));
  const named = await withIds(of, meant, wanted, planning);
  const matched = await match(of, named, alive, { newId: () => newId(of.prefix), errors, pause });
  const taken = new Set(matched.map(({ id }) => id));
  const usual = alive.filter(({ id }) => id === of.builtIn?.id && !taken.has(id));
  await refuseTwins(of, matched, usual, planning);
  await refuseApart(of, matched, wanted, planning);
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
  const differ = differing(of);
  await readInFull(of, matched, differ, planning);
  const each = sliced(pause);
  // If the oldest decides, new records keep the order of the document.
  let madeAt = records.reduce((latest, { createdAt }) => Math.max(latest, createdAt + 1), tools.now);
  for (const one of matched) {
    await each();
    const createdAt = of.document!.order === "createdAt" && one.before === null ? madeAt++ : tools.now;
    await add(plan, one, { createdAt, differ }, planning);
  }
  const wantedIds = new Set(plan.wanted.map(({ id }) => id));
  plan.remove = records.filter(({ id }) => !wantedIds.has(id));
  return plan;
}

/** Expired records that are not in the document stay, unless a record that they refer to is deleted. */
function stillOver(of: Declared, records: AnyStored[], alive: AnyStored[], wanted: Records): AnyStored[] {
  const living = new Set(alive);
  const lost = lostRefs(of, wanted);
  return records.filter((one) => !living.has(one) && lost(one).length === 0);
}

/** Replaces names by ids. A text that matches none is an error and stays. */
async function withIds(of: Declared, entries: Entry[], wanted: Records, { errors, pause }: Planning): Promise<Entry[]> {
  const each = sliced(pause, QUICK_STEPS);
  const refs = Object.entries(of.refs).map(([field, ref]) => ({
    field,
    ref: ref!,
    find: finder(resourceOf(ref!.to), wanted.get(ref!.to)!),
  }));
  if (refs.length === 0) return entries;
  for (const entry of entries) {
    await each();
    const { form } = entry;
    for (const { field, ref, find } of refs) {
      const text = form[field];
      if (typeof text !== "string") continue;
      const found = find(text);
      if (!("id" in found)) errors.push({ pointer: `${entry.at}/${field}`, message: found.message });
      else {
        form[field] = found.id;
        if (!suits(ref, found)) errors.push(...danglingErrors(of, [field], entry.at));
      }
    }
  }
  return entries;
}

/**
 * Refuses new and changed records that differ from one that they refer to in a field that both must share. New ones with
 * an id come from an export, and may have differed there since the other record was changed.
 */
async function refuseApart(of: Declared, matched: Matched[], wanted: Records, { errors, pause }: Planning) {
  const each = sliced(pause, QUICK_STEPS);
  for (const [field, ref] of Object.entries(of.refs)) {
    if (ref?.same === undefined) continue;
    const { field: shared, message } = ref.same;
    const values = new Map(wanted.get(ref.to)!.map((one) => [one.id, one[shared]]));
    for (const { entry, before } of matched) {
      await each();
      const { at, form, id } = entry;
      if (before === null && id !== null) continue;
      const value = values.get(String(form[field]));
      if (value !== undefined && value !== form[shared] && compares(ref, field, before, form))
        errors.push({ pointer: `${at}/${field}`, message });
    }
  }
}

async function refuseTwins(of: Declared, matched: Matched[], usual: AnyStored[], { errors, pause }: Planning) {
  if (of.unique === undefined) return;
  const each = sliced(pause, QUICK_STEPS);
  const seen = new Map(usual.map((one) => [JSON.stringify(of.key(one)), one.id]));
  for (const { entry, id, key } of matched) {
    await each();
    const other = seen.get(key);
    if (other !== undefined)
      errors.push({ pointer: `${entry.at}/${of.unique.field}`, message: of.unique.twice(other) });
    seen.set(key, entry.id === null ? entry.at : id);
  }
}

/** Reads records again whose change needs computed values, as these are expensive for thousands of unchanged ones. */
async function readInFull(
  of: Declared,
  matched: Matched[],
  differ: Differing,
  { knownInBrief, pause }: Planning,
): Promise<void> {
  if (of.rows?.computed === undefined) return;
  const each = sliced(pause);
  const changed: Matched[] = [];
  for (const one of matched) {
    await each();
    const fields = one.before === null ? [] : differ(one.before, one.entry.form);
    if (fields.some((field) => of.rows?.computedFor?.includes(field) ?? true)) changed.push(one);
  }
  const ids = changed.map(({ id }) => id);
  const found = new Map((ids.length === 0 ? [] : await knownInBrief(of, ids)).map((one) => [one.id, one]));
  for (const one of changed) one.before = found.get(one.id) ?? one.before;
}

interface Adding {
  /** The creation time of a new record, epoch ms. */
  createdAt: number;
  differ: Differing;
}

/** Adds the change of an entry to the plan. */
async function add(plan: Plan, { entry, id, before }: Matched, how: Adding, { tools, errors }: Planning) {
  const { createdAt, differ } = how;
  const { of } = plan;
  const { at, form } = entry;
  for (const field of before === null ? [] : fixedFields(of, before, form))
    errors.push({ pointer: `${at}/${field}`, message: fixedWords(of, field) });
  const { entry: own } = of.document!;
  const input = { id, form, before, given: null, createdAt };
  const settled = await validateRecord(of, input, tools, own?.validated ?? of.validated);
  if (!settled.ok) {
    errors.push(...pointedAt(at, settled.error));
    // Other records may refer to it, and are validated too.
    plan.wanted.push({ ...(before ?? { createdAt, updatedAt: createdAt, revision: 0 }), ...form, id });
    return;
  }
  const { one, fields: written } = settled.value;
  const fields = before === null ? [] : [...differ(before, one), ...(own?.differing({ before, after: one }) ?? [])];
  // Unchanged records are in memory only once.
  plan.wanted.push(before !== null && fields.length === 0 ? before : one);
  if (before === null) plan.create.push(one);
  else if (fields.length > 0) plan.change.push({ before, after: one, fields, written });
  else plan.unchanged += 1;
  const { made: created, news } = settled.value;
  const notifies = Object.keys(created).length > 0 || news.length > 0;
  if (notifies && (before === null || fields.length > 0)) plan.settled.push(settled.value);
}

const fixedWords = ({ builtIn, noun }: Declared, field: string): string =>
  field === "kind" ? "cannot be changed" : `is not that of the ${builtIn!.adjective} ${noun}, which keeps its ${field}`;

/** Returns a function that lists the references of a record to records that will not exist. */
export function lostRefs(of: Declared, wanted: Records) {
  const refs = Object.entries(of.refs).map(([field, ref]) => {
    const there = new Set(wanted.get(ref!.to)!.map(({ id }) => id));
    return { field, ref: ref!, there };
  });
  return (one: AnyStored) =>
    refs.flatMap(({ field, ref, there }) => {
      const id = one[field];
      return typeof id !== "string" || there.has(id) ? [] : { ref, to: ref.to, id };
    });
}
