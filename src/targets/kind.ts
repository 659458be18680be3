import type { z } from "zod";
import type { Change } from "../core/event.ts";
import type { Facts } from "../core/facts.ts";
import type { Fault } from "../core/fault.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Operation } from "../core/operation.ts";
import type { FieldError } from "../core/refusal.ts";
import type { Result } from "../core/result.ts";
import type { ChangeOf, EventTypes } from "./event-type.ts";
import type { KindPage } from "./page.ts";

/** One call of the polled service, by the operation's name; values fill the operation's placeholders. */
export interface Call {
  operation: string;
  values: Record<string, Json | undefined>;
  /**
   * There where the poll is whole without it: it is asked when all others have been answered, within what is left of calls
   * and a few seconds, those of `first` before those of `later`. Its failure is no fault.
   */
  optional?: "first" | "later";
}

/** An answer that passed all three layers of success, with the operation as it was configured for this call. */
export interface Answer {
  body: Json;
  operation: Operation;
  /** What the operation's `fields` gave; nothing where they point into rows. */
  facts: Facts;
}

/** What a reading knows of its poll. */
export interface Asking<Params, Settings, State> extends Omit<
  Judging<Params, Settings, State, never>,
  "before" | "view" | "hold" | "holdsMs"
> {
  /** What was remembered, null before the first good answer; read when it is asked for. */
  before: () => State | null;
}

/** A poll of one target as a list of calls: yields a call, is resumed with its answer, returns what was seen. */
export type Reading<View> = Generator<Call, Result<View, Fault>, Result<Answer, Fault>>;

export interface Judging<Params, Settings, State, View> {
  targetId: string;
  params: Params;
  settings: Settings;
  announceInitial: boolean;
  /** What was remembered, null before the first good answer. */
  before: State | null;
  view: View;
  /** When this poll happened, epoch ms of its tick. */
  at: number;
  /** True where a flip found now is to await the next poll, whatever the settings: too many flipped at once. */
  hold: boolean;
  /** The last earlier poll that was answered well, epoch ms; null where there was none. */
  lastOkAt: number | null;
  /** How long what a poll said holds, milliseconds (`unknownAfterMs`): of a longer time without another one nothing is known. */
  holdsMs: number;
}

export interface Judgment<State, Found = Change> {
  state: State;
  changes: Found[];
  /** Ask again within this many seconds: something awaits confirmation. */
  again: number | null;
  /** A point of the target's time series, by series name; left out where it is not time for one. */
  samples?: Record<string, number>;
}

/**
 * What rows hold that an older version wrote, read as this version knows it: what has come since is filled in with what
 * it means not to have it. Runs at each poll, so it checks nothing: what is stored was checked when it came in.
 */
export interface Stored<Params, Settings, State> {
  params(stored: JsonObject): Params;
  settings(stored: JsonObject): Settings;
  /** Null where nothing can be made of it: then the next poll is the first. */
  state(stored: Json): State | null;
}

/** Params that name a target and do not identify it: it is asked who that is before it is polled. */
export interface Resolving<Params> {
  /** The operation that knows, read by its `fields`; where it cannot be called such params are refused. */
  operation: KnownOperation;
  /** The field that names it, null where the params identify the target already. */
  named(params: Params): (keyof Params & string) | null;
  /** Asks for the params that identify it. */
  read(params: Params): Reading<Params>;
}

/** Of a kind that polls any operation: which one, and what keeps a target from being polled by it. */
interface Polling<Params, Settings> {
  operation(params: Params): string;
  /** What is wrong with a target as the operation is defined now, null where it is not; pointers are into the target. */
  wrong(form: { params: Params; settings: Settings }, operation: Operation | null): FieldError[];
}

/** An operation as it is called unless the configuration says otherwise: by GET, shown by the service's interface or guessed. */
export type KnownOperation = Pick<Operation, "name" | "path"> & Partial<Operation> & { source: "spec" | "default" };

/**
 * The contract of a target kind: pure, each in a folder of its own, listed in the registry. Beside its `kind.ts` a folder has
 * `fixtures.ts`, payloads as the service really sends them, for the tests.
 */
export interface TargetKind<
  Params = unknown,
  Settings = unknown,
  State = unknown,
  View = unknown,
  Events extends EventTypes = EventTypes,
> {
  kind: string;
  title: string;
  page: KindPage;
  /** A strict object, made when it is wanted: what a text or a number is there is a column of the CSV import. */
  params: () => z.ZodType<Params> & { shape: z.core.$ZodShape };
  settings: () => z.ZodType<Settings>;
  /** The longest wait between two polls unless the target says otherwise, seconds. */
  intervalSeconds: number;
  /** Reads what is stored; nothing else of a kind sees it as it stands. */
  stored: Stored<Params, Settings, State>;
  /**
   * The CPU time of one call with its answer decoded and judged, in live polls (0.17 ms, the call itself included): where
   * an invocation has little of it, a batch holds fewer of the heavy ones. Measured with payloads as large as the
   * service's: `npm run bench -- --only weights`.
   */
  cpuWeight: number;
  /** What makes two targets the same one: equal params give equal text. */
  identity(params: Params): string;
  /** Another identity that stands for it: what it was called before it was known who that is. Null for none. */
  alias?: (params: Params) => string | null;
  /** How params that only name a target become those that identify it, where people may name it so. */
  resolves?: Resolving<Params>;
  /** The operations that a poll takes; of a kind that polls any one, those that need no configuration. */
  operations: KnownOperation[];
  /** Where the params name the operation. */
  polls?: Polling<Params, Settings>;
  /** Those that a poll may call beside them (`optional`): what they say is read by their `fields`. */
  enriching?: KnownOperation[];
  /** The most upstream calls that one poll makes, optional ones aside: what the first is granted; later ones as many as the last wanted. */
  calls(params: Params): number;
  read(asking: Asking<Params, Settings, State>): Reading<View>;
  judge(input: Judging<Params, Settings, State, View>): Judgment<State, ChangeOf<Events>>;
  /** What no longer waits at `at` (tick time), though no poll was answered well. Null for nothing. */
  overdue?: (state: State, at: number) => Pick<Judgment<State, ChangeOf<Events>>, "state" | "changes"> | null;
  /** The state of one whose facts nobody waits for: a change of it was `pending`. */
  unawaited?: (state: State) => State;
  /** The way in which this poll turns the target, null where it does not: many at once the same way are held back. */
  turns?: (before: State, view: View) => string | null;
  /** What its series measure, where they are named by an id (`views:ID`): names by id, in a state and in an event's data. */
  measured?: {
    known: (state: State) => Record<string, string | null>;
    named: (data: JsonObject) => [id: Json | undefined, name: Json | undefined];
    /** The currency of a series by its name; null of one that is no price. A series has one currency. */
    currency?: (state: State, series: string) => string | null;
  };
  /** The public snapshot of a state. */
  snapshot(state: State): JsonObject;
  /** The public status of a state: a verdict, or a summary in words. */
  status(state: State): { verdict: string } | { summary: string };
  /**
   * Of a kind whose polls give a verdict: the last poll that gave one, epoch ms, where the last good answer gave none; null where
   * none ever did, undefined where the last good answer gave one.
   */
  verdictAt?: (state: State) => number | null | undefined;
  /** When the status became what it is, epoch ms. */
  since(state: State): number;
  /** True while the target is on air. */
  live(state: State): boolean;
  /** Where people watch it, https; null where nobody knows. */
  watchUrl?: (params: Params, state: State) => string | null;
  /** All that its targets can tell: the judge finds nothing else. */
  events: Events;
  /** A target of the kind, as documentation and previews speak of one. */
  example: { name: string; params: JsonObject };
}

/** A payload as the service really sends it, and what was read from it. */
export interface Fixture {
  name: string;
  params: Json;
  /** The settings by which its target has all that one may have; none: those of who says nothing. */
  settings?: JsonObject;
  /** One body a call, in order. */
  bodies: Json[];
  snapshot: JsonObject;
}
