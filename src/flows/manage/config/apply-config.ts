import type { Json } from "../../../core/json.ts";
import { err, ok, type Result } from "../../../core/result.ts";
import type { OperatorNews } from "../../../core/upstream-watch.ts";
import { changedNews } from "../destination.ts";
import { conflict, type Refusal } from "../refusal.ts";
import type { ChannelVault } from "./channel-entry.ts";
import { planOf, type Plan } from "./plan.ts";
import { MOST_ERRORS, readDocument, type Judging } from "./read-document.ts";
import { targetWrites, type Seats, type TargetWrites } from "./seats.ts";
import type { Step } from "./step.ts";
import { differing, nameOf, nounOf, SECTIONS, shown, type Section, type Things } from "./things.ts";
import { wantedOf, type Wanted } from "./wanted.ts";

/** What the database was when it was read. */
export interface Current<Mark = unknown> extends Things {
  mark: Mark;
}

type Plans = { [S in Section]: Plan<Things[S][number]> };

/** What is to be written, all of it or nothing. */
export interface ConfigWrites extends Omit<Plans, "targets"> {
  targets: TargetWrites;
  now: number;
}

/** What an apply needs. */
export interface ConfigDeps extends ChannelVault, Judging, Seats {
  read(): Promise<Current>;
  /** Writes in one step; false, with nothing written, where the database is no longer as it was when it was marked. */
  write(writes: ConfigWrites, mark: unknown): Promise<boolean>;
  /** Commits and tells news; that this fails takes no change back. */
  announce(news: OperatorNews[], now: number): Promise<void>;
  newId: Step["newId"];
  now(): Promise<number>;
}

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
  /** What was made for new channels: shown this once. */
  made: ({ channelId: string } & Record<string, string>)[];
}

/** Makes the database what the document of whoever is named `by` says, in the sections that it has; all of it or nothing. */
export async function applyConfig(
  body: Json,
  { dryRun, by }: { dryRun: boolean; by: string },
  deps: ConfigDeps,
): Promise<Result<Applied, Refusal>> {
  const entries = readDocument(body, deps);
  if (!entries.ok) return err({ kind: "invalid", errors: entries.error.slice(0, MOST_ERRORS) });
  const now = await deps.now();
  const current = await deps.read();
  const wanted = await wantedOf(entries.value, current, { now, newId: deps.newId }, deps);
  if (!wanted.ok) return err({ kind: "invalid", errors: wanted.error.slice(0, MOST_ERRORS) });
  const plans = plansOf(current, wanted.value);
  const own = new Set(SECTIONS.flatMap((section) => entries.value[section]?.map(({ id }) => id) ?? []));
  const changes = SECTIONS.flatMap((section) => changesOf(section, plans[section] as Plan<never>, dryRun, own));
  const listed = SECTIONS.filter((section) => entries.value[section] !== undefined);
  const unchanged = listed.reduce((sum, section) => sum + plans[section].unchanged, 0);
  if (dryRun || changes.length === 0) return ok({ dryRun, changes, unchanged, made: [] });
  const targets = await targetWrites(plans.targets, deps);
  if (!(await deps.write({ ...plans, targets, now }, current.mark)))
    return conflict("The configuration was changed by others at the same time; try again.");
  if (wanted.value.moved.length > 0) await deps.announce(changedNews(wanted.value.moved, by, now), now);
  const made = wanted.value.made.map(({ channelId, made: one }) => ({ ...one, channelId }));
  return ok({ dryRun, changes, unchanged, made });
}

function plansOf(current: Things, wanted: Wanted): Plans {
  const plan = <S extends Section>(section: S) =>
    planOf<Things[S][number]>(current[section], wanted[section], (before, after) =>
      differing(shown[section](before), shown[section](after)),
    );
  return {
    watchlists: plan("watchlists"),
    targets: plan("targets"),
    channels: planOf(current.channels, wanted.channels, (before, after) => [
      ...differing(shown.channels(before), shown.channels(after)),
      ...(before.sealed === after.sealed ? [] : ["settings"]),
    ]),
    subscriptions: plan("subscriptions"),
    digests: plan("digests"),
    silences: plan("silences"),
  };
}

type Named = Things[Section][number];

function changesOf(section: Section, plan: Plan<Named>, dryRun: boolean, own: Set<string | null>): ConfigChange[] {
  const said = (action: ConfigChange["action"], thing: Named, id: string | null = thing.id) => ({
    action,
    type: nounOf(section),
    id,
    name: nameOf(thing),
  });
  return [
    ...plan.create.map((thing) => said("create", thing, dryRun && !own.has(thing.id) ? null : thing.id)),
    ...plan.change.map(({ after, fields }) => ({ ...said("change", after), fields })),
    ...plan.remove.map((thing) => said("delete", thing)),
  ];
}
