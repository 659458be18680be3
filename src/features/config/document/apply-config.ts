import type { Applied, ConfigChange } from "../shape.ts";
import { sliced, type Pause } from "../../../core/concurrency.ts";
import type { Json } from "../../../core/json.ts";
import { conflict, type FieldError, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import type { Step } from "../../../resources/step.ts";
import { target } from "../../creators/resource/target.ts";
import { askingLater } from "../../../engine/upstream/own-call.ts";
import type { ConfigDeps, Configuration } from "./deps.ts";
import { orphanedBy, planOperations, withOperations } from "./operations.ts";
import { plansOf } from "./plan.ts";
import type { Plan, Records } from "./planned.ts";
import { MAX_ERRORS, readDocument } from "./read-document.ts";

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
