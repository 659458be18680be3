import type { IdPrefix } from "../../../core/ids.ts";
import { sliced, type Pause } from "../../../core/slices.ts";
import type { Json } from "../../../core/json.ts";
import { conflict, type FieldError, type Refusal } from "../../../core/refusal.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { OperatorNews } from "../../../core/upstream-watch.ts";
import type { AnyStored, Declared, Tools } from "../../../resources/resource.ts";
import type { Refused, Step } from "../../../resources/step.ts";
import { askingLater } from "../own-call.ts";
import { plansOf } from "./plan.ts";
import type { Plan, Wanted } from "./planned.ts";
import { MAX_ERRORS, readDocument } from "./read-document.ts";

/** All that is configured at one moment, and what tells that moment from others. */
export interface Configuration {
  fingerprint: string;
  /** By resource; each slice is read when it is wanted. */
  slices: Map<string, (() => AnyStored[])[]>;
}

/** What an apply needs. */
export interface ConfigDeps extends Omit<Tools, "now"> {
  /** As documents have it: oldest first, or in the order of the document. */
  configuration(order: "made" | "document"): Promise<Configuration>;
  /** Those of these ids with what is worked out of other tables, but without what polls remember. */
  knownInBrief(of: Declared, ids: string[]): Promise<AnyStored[]>;
  /** Writes in one step, with what stays of the request. */
  write(steps: Step[], applied: Applied): Promise<Result<null, Refused>>;
  /** Tells operators; that this fails takes no change back. */
  announce(news: OperatorNews[], now: number): Promise<void>;
  /** Others run meanwhile: there may be very many things. */
  pause: Pause;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** As many slices of records take some milliseconds. */
const SLICES_AT_ONCE = 4;

/** One thing that an apply does. */
interface ConfigChange {
  action: "create" | "change" | "delete";
  type: string;
  /** Null where it is not made yet. */
  id: string | null;
  name: string;
  /** Which fields change; never what they hold. */
  fields?: string[];
}

/** What an apply did, or would do. */
export interface Applied {
  dryRun: boolean;
  changes: ConfigChange[];
  unchanged: number;
  /** What was made for new records, such as a channel's secret: shown this once. */
  made: Record<string, string>[];
}

/** What there is, by resource. */
async function readAll({ slices }: Configuration, pause: Pause): Promise<Wanted> {
  const each = sliced(pause, SLICES_AT_ONCE);
  const records: Wanted = new Map();
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

/** Makes the database what the document says, in the lists that it has; all of it or nothing. */
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
  // What was read of both is not needed while it is written.
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

/** Users go before what they name, and come after it. */
const stepsOf = (plans: Plan[]): Step[] => [
  ...plans.toReversed().map(({ of, remove }): Step => ({ do: "clear", of, ids: remove.map(({ id }) => id) })),
  ...plans.flatMap(({ of, change, create }): Step[] => [
    { do: "change", of, changes: change.map(({ before, after, written }) => ({ before, after, fields: written })) },
    { do: "make", of, records: create },
  ]),
];

/** What a plan does; `own`: the ids that the document gives, where those that would be made anew are not said. */
function changesOf({ of, create, change, remove }: Plan, own: Set<string | null> | null): ConfigChange[] {
  const said = (action: ConfigChange["action"], one: AnyStored, id: string | null = one.id) => ({
    action,
    type: of.noun,
    id,
    name: of.document!.called(one),
  });
  return [
    ...create.map((one) => said("create", one, own === null || own.has(one.id) ? one.id : null)),
    ...change.map(({ after, fields }) => ({ ...said("change", after), fields })),
    ...remove.map((one) => said("delete", one)),
  ];
}
