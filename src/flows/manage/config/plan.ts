import type { IdPrefix } from "../../../core/ids.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { configured } from "../../../resources/registry.ts";
import type { AnyKept, Declared, Settled, Tools } from "../../../resources/resource.ts";
import { tooLong } from "../refused.ts";
import { planned } from "./planned.ts";
import type { Entries } from "./read-document.ts";

/** What becomes of the records of one resource. */
export interface Plan {
  of: Declared;
  create: AnyKept[];
  /** `fields` are those that differ, `written` those that are written. */
  change: { before: AnyKept; after: AnyKept; fields: string[]; written: string[] }[];
  remove: AnyKept[];
  unchanged: number;
  /** What was made for records that come or change, by id: secrets and news. */
  made: { id: string; settled: Settled<object> }[];
  /** All that there are to be. */
  wanted: AnyKept[];
}

/** What the resources share. */
export interface Planning {
  tools: Tools;
  newId(prefix: IdPrefix): string;
  /** Those of these ids with what is worked out of other tables. */
  known(of: Declared, ids: string[]): Promise<AnyKept[]>;
  errors: FieldError[];
}

/** The records that there are to be, by resource: what others name comes before them. */
export type Wanted = Map<string, AnyKept[]>;

/** Where the document, applied to what there is, leads; `errors` get all that keeps it from being applied. */
export async function plansOf(entries: Entries, current: Wanted, planning: Planning): Promise<Plan[]> {
  const wanted: Wanted = new Map();
  const plans: Plan[] = [];
  for (const of of configured) {
    const [listed, records] = [entries.get(of.name), current.get(of.name)!];
    const plan =
      listed === undefined
        ? leftAlone(of, records, wanted, planning.errors)
        : await planned(of, listed, records, wanted, planning);
    if (listed !== undefined) planning.errors.push(...excessOf(plan, records));
    wanted.set(of.name, plan.wanted);
    plans.push(plan);
  }
  return plans;
}

/** What there would be more of than there may be; what is there already may stay. */
function excessOf({ of, wanted }: Plan, records: AnyKept[]): FieldError[] {
  const excess = wanted.length > records.length ? tooLong(of, wanted.length) : null;
  const crowded = of.together?.(wanted, records) ?? null;
  const messages = [excess, crowded?.message ?? null].filter((message) => message !== null);
  return messages.map((message) => ({ pointer: `/${of.name}`, message }));
}

/** A list that the document leaves out: what follows what it names goes with it, what holds it is told. */
function leftAlone(of: Declared, records: AnyKept[], wanted: Wanted, errors: FieldError[]): Plan {
  const lost = lostRefs(of, wanted);
  const said = new Set<string>();
  const remove = records.filter((one) => {
    const gone = lost(one);
    for (const { to, id } of gone.filter(({ ref }) => ref.gone === "refuse")) {
      const name = JSON.stringify(of.document!.called(one));
      if (!said.has(id))
        errors.push({
          pointer: `/${to}`,
          message: `leaves out ${id}, which the ${of.noun} ${name} names: give /${of.name} too`,
        });
      said.add(id);
    }
    return gone.some(({ ref }) => ref.gone === "follow");
  });
  const staying = records.filter((one) => !remove.includes(one));
  return { of, create: [], change: [], remove, unchanged: 0, made: [], wanted: staying };
}

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
