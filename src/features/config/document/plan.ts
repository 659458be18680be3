import type { FieldError } from "../../../core/refusal.ts";
import { configured } from "../../../resources/registry.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import { tooLong } from "../../../resources/write/refused.ts";
import { lostRefs, planned, type Plan, type Planning, type Records } from "./planned.ts";
import type { Entries } from "./read-document.ts";

/** Plans the changes that make the current records match the document. Whatever prevents them is added to `errors`. */
export async function plansOf(entries: Entries, current: Records, planning: Planning): Promise<Plan[]> {
  const wanted: Records = new Map();
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

/** The quotas that the plan would exceed. Existing excess is tolerated. */
function excessOf({ of, wanted }: Plan, records: AnyStored[]): FieldError[] {
  const excess = wanted.length > records.length ? tooLong(of, wanted.length) : null;
  const crowded = of.validateAll?.(wanted, records) ?? null;
  const messages = [excess, crowded?.message ?? null].filter((message) => message !== null);
  return messages.map((message) => ({ pointer: `/${of.name}`, message }));
}

/** A list that the document omits. Records follow the deletion of those they refer to, or it is an error. */
function leftAlone(of: Declared, records: AnyStored[], wanted: Records, errors: FieldError[]): Plan {
  const lost = lostRefs(of, wanted);
  const reported = new Set<string>();
  const remove = records.filter((one) => {
    const gone = lost(one);
    for (const { to, id } of gone.filter(({ ref }) => ref.onDelete === "refuse")) {
      const name = JSON.stringify(of.document!.displayName(one));
      if (!reported.has(id))
        errors.push({
          pointer: `/${to}`,
          message: `leaves out ${id}, which the ${of.noun} ${name} names: give /${of.name} too`,
        });
      reported.add(id);
    }
    return gone.some(({ ref }) => ref.onDelete === "follow");
  });
  const going = new Set(remove);
  const staying = records.filter((one) => !going.has(one));
  return { of, create: [], change: [], remove, unchanged: 0, settled: [], wanted: staying };
}
