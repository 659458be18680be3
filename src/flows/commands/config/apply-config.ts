import type { IdPrefix } from "../../../core/ids.ts";
import { sliced, type Pause } from "../../../core/slices.ts";
import type { Json } from "../../../core/json.ts";
import { conflict, type FieldError, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { OperatorNews } from "../../../core/drift-detector.ts";
import type { AnyStored, Declared, Tools } from "../../../resources/resource.ts";
import type { Refused, Step } from "../../../resources/step.ts";
import { askingLater } from "../own-call.ts";
import { plansOf } from "./plan.ts";
import type { Plan, Records } from "./planned.ts";
import { MAX_ERRORS, readDocument } from "./read-document.ts";

/** The whole configuration at one moment, and a fingerprint of it. */
export interface Configuration {
  fingerprint: string;
  /** By resource. Each slice is read when needed. */
  slices: Map<string, (() => AnyStored[])[]>;
}

/** The ports of an apply. */
export interface ConfigDeps extends Omit<Tools, "now"> {
  /** The configuration: oldest first, or in the order of documents. */
  configuration(order: "made" | "document"): Promise<Configuration>;
  /** The records with these ids, with values computed from other tables, but without the state of polls. */
  knownInBrief(of: Declared, ids: string[]): Promise<AnyStored[]>;
  /** Writes all steps at once, and stores the outcome of the request. */
  write(steps: Step[], applied: Applied): Promise<Result<null, Refused>>;
  /** Notifies operators. If this fails, changes are kept. */
  announce(news: OperatorNews[], now: number): Promise<void>;
  /** Yields to other work, as there may be very many records. */
  pause: Pause;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** This many slices of records take some milliseconds. */
const SLICES_AT_ONCE = 4;

/** One change of an apply. */
interface ConfigChange {
  action: "create" | "change" | "delete";
  type: string;
  /** Null if it is not created yet. */
  id: string | null;
  name: string;
  /** The names of the fields that change, never their values. */
  fields?: string[];
}

/** What an apply did, or would do. */
export interface Applied {
  dryRun: boolean;
  changes: ConfigChange[];
  unchanged: number;
  /** Values created for new records, such as a channel's secret. They are shown only once. */
  made: Record<string, string>[];
}

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
  const entries = await readDocument(body, deps.limits, deps.pause);
  if (!entries.ok) return refused(entries.error);
  const now = await deps.now();
  const configuration = await deps.configuration("made");
  const { fingerprint } = configuration;
  const records = await readAll(configuration, deps.pause);
  configuration.slices.clear();
  const errors: FieldError[] = [];
  const own = dryRun ? new Set([...entries.value.values()].flatMap((listed) => listed.map(({ id }) => id))) : null;
  const plans = await plansOf(entries.value, records, {
    ...deps,
    tools: { ...deps, now, upstream: askingLater(deps.upstream) },
    errors,
  });
  if (errors.length > 0) return refused(errors);
  // Both are not needed while writing.
  entries.value.clear();
  records.clear();
  const changes = plans.flatMap((plan) => changesOf(plan, own));
  const unchanged = plans.reduce((sum, plan) => sum + plan.unchanged, 0);
  if (dryRun || changes.length === 0) return ok({ dryRun, changes, unchanged, made: [] });
  const settled = plans.flatMap((plan) => plan.settled.map((one) => ({ of: plan.of, ...one })));
  const created = settled
    .filter((one) => Object.keys(one.made).length > 0)
    .map(({ of, one, made: own }): Record<string, string> => ({ ...own, [`${of.noun}Id`]: one.id }));
  const applied = { dryRun, changes, unchanged, made: created };
  const written = await deps.write([{ do: "stand", fingerprint }, ...stepsOf(plans)], applied);
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
  const said = (action: ConfigChange["action"], one: AnyStored, id: string | null = one.id) => ({
    action,
    type: of.noun,
    id,
    name: of.document!.displayName(one),
  });
  return [
    ...create.map((one) => said("create", one, own === null || own.has(one.id) ? one.id : null)),
    ...change.map(({ after, fields }) => ({ ...said("change", after), fields })),
    ...remove.map((one) => said("delete", one)),
  ];
}
