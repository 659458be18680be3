import type { Applied, ConfigChange } from "../shape.ts";
import { type Pause, sliced } from "../../../core/concurrency.ts";
import type { Json } from "../../../core/json.ts";
import { conflict, type FieldError, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { AnyStored, Declared } from "../../../resources/resource.ts";
import type { Step } from "../../../resources/step.ts";
import { target } from "../../creators/resource/target.ts";
import { askingLater } from "../../../engine/upstream/own-call.ts";
import type { ConfigDeps, Configuration } from "./deps.ts";
import { orphanedBy, planOperations, withOperations } from "./operations.ts";
import { lostRefs, type Plan, planned, type Planning, type Records } from "./planned.ts";
import { type Entries, MAX_ERRORS, readDocument } from "./read-document.ts";
import { configured } from "../../../resources/registry.ts";
import { tooLong } from "../../../resources/write/refused.ts";

/** This many slices of records take some milliseconds. */
const SLICES_AT_ONCE = 4;

/** Reads all records, by resource. */
async function readAll({ slices }: Configuration, pause: Pause): Promise<Records> {
  const each = sliced(pause, SLICES_AT_ONCE);
  const records: Records = new Map();
  for (const [name, own] of slices) {
    const list: AnyStored[] = [];
    for (const read of own) {
      await each();
      list.push(...read());
    }
    records.set(name, list);
  }
  return records;
}

/**
 * Makes the database match the document in all lists that it contains; all of it or nothing. A dry run writes nothing.
 */
export async function applyConfig(
  body: () => Promise<Json>,
  dryRun: boolean,
  deps: ConfigDeps,
): Promise<Result<Applied, Refusal>> {
  const refused = (errors: FieldError[]) => err({ kind: "invalid" as const, errors: errors.slice(0, MAX_ERRORS) });
  const read = await readDocument(body, deps.limits, deps.pause);
  if (!read.ok) return refused(read.error);
  const { entries } = read.value;
  const now = await deps.now();
  const configuration = await deps.configuration("made");
  const { fingerprint } = configuration;
  const records = await readAll(configuration, deps.pause);
  configuration.slices.clear();
  const errors: FieldError[] = [];
  const { operations } = read.value;
  const defined = await planOperations(operations, configuration.operations, deps, errors);
  if (!deps.mayDefine && (errors.length > 0 || defined.changes.length > 0))
    return err({ kind: "forbidden", detail: "The document changes operations, and the token's scope is not admin." });
  const own = dryRun ? new Set([...entries.values()].flatMap((listed) => listed.map(({ id }) => id))) : null;
  const plans = await plansOf(entries, records, {
    ...deps,
    tools: { ...deps, now, upstream: askingLater(withOperations(deps.upstream, defined)) },
    errors,
  });
  const targets = plans.find(({ of }) => of.name === target.name)!.wanted;
  if (errors.length === 0) errors.push(...orphanedBy(defined, targets));
  if (errors.length > 0) return refused(errors);
  // Both are not needed while writing.
  entries.clear();
  records.clear();
  const changes = [...plans.flatMap((plan) => changesOf(plan, own)), ...defined.changes];
  const unchanged = plans.reduce((sum, plan) => sum + plan.unchanged, defined.unchanged);
  if (dryRun || changes.length === 0) return ok({ dryRun, changes, unchanged, made: [] });
  const settled = plans.flatMap((plan) => plan.settled.map((one) => ({ of: plan.of, ...one })));
  const created = settled
    .filter((one) => Object.keys(one.made).length > 0)
    .map(({ of, one, made: own }): Record<string, string> => ({ ...own, [`${of.noun}Id`]: one.id }));
  const applied = { dryRun, changes, unchanged, made: created };
  const written = await deps.write([{ do: "stand", fingerprint }, ...defined.steps, ...stepsOf(plans)], applied);
  if (!written.ok) return conflict("The configuration was changed by others at the same time; try again.");
  const news = settled.flatMap((one) => one.news);
  if (news.length > 0) await deps.announce(news, now);
  return ok(applied);
}

/** Records are deleted before those they refer to, and created after them. */
const stepsOf = (plans: Plan[]): Step[] => [
  ...plans.toReversed().map(({ of, remove }): Step => ({ do: "clear", of, ids: remove.map(({ id }) => id) })),
  ...plans.flatMap(({ of, change, create }): Step[] => [
    { do: "change", of, changes: change.map(({ before, after, written }) => ({ before, after, fields: written })) },
    { do: "make", of, records: create },
  ]),
];

/** The changes of a plan. `own` are the ids in the document: in a dry run, other ids of new records are omitted. */
function changesOf({ of, create, change, remove }: Plan, own: Set<string | null> | null): ConfigChange[] {
  const reported = (action: ConfigChange["action"], one: AnyStored, id: string | null = one.id) => ({
    action,
    type: of.noun,
    id,
    name: of.document!.displayName(one),
  });
  return [
    ...create.map((one) => reported("create", one, own === null || own.has(one.id) ? one.id : null)),
    ...change.map(({ after, fields }) => ({ ...reported("change", after), fields })),
    ...remove.map((one) => reported("delete", one)),
  ];
}

/** Plans the changes that make the current records match the document. Whatever prevents them is added to `errors`. */
async function plansOf(entries: Entries, current: Records, planning: Planning): Promise<Plan[]> {
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
