import type { FieldError } from "../../../core/refusal.ts";
import { configured } from "../../../resources/registry.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import { tooLong } from "../refused.ts";
import { lostRefs, planned, type Plan, type Planning, type Wanted } from "./planned.ts";
import type { Entries } from "./read-document.ts";

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
function excessOf({ of, wanted }: Plan, records: AnyStored[]): FieldError[] {
  const excess = wanted.length > records.length ? tooLong(of, wanted.length) : null;
  const crowded = of.together?.(wanted, records) ?? null;
  const messages = [excess, crowded?.message ?? null].filter((message) => message !== null);
  return messages.map((message) => ({ pointer: `/${of.name}`, message }));
}

/** A list that the document leaves out: what follows what it names goes with it, what holds it is told. */
function leftAlone(of: Declared, records: AnyStored[], wanted: Wanted, errors: FieldError[]): Plan {
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
  const going = new Set(remove);
  const staying = records.filter((one) => !going.has(one));
  return { of, create: [], change: [], remove, unchanged: 0, settled: [], wanted: staying };
}
