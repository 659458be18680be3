import type { z } from "zod";
import type { Change } from "../core/event.ts";
import type { Facts } from "../core/facts.ts";
import type { Fault } from "../core/fault.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Operation } from "../core/operation.ts";
import type { FieldError } from "../core/refusal.ts";
import type { Say } from "../core/sentence.ts";
import type { Result } from "../core/result.ts";
import type { ChangeOf, EventTypes } from "./event-type.ts";
import type { Judging, Judgment } from "./judgment.ts";
import type { Past } from "./news.ts";
import type { KindPage } from "./page.ts";

/** A call of the polled service. `values` fill the placeholders of the operation. */
export interface Call {
  operation: string;
  values: Record<string, Json | undefined>;
  /**
   * Marks a call without which the poll is still complete. It is made after all others are answered, if calls and time
   * are left; `first` before `later`. Its failure is not a fault.
   */
  optional?: "first" | "later";
}

/** A successful answer, with the operation as configured for this call. */
export interface Answer {
  body: Json;
  operation: Operation;
  /** The values of the operation's `fields`; empty if these point into rows. */
  facts: Facts;
}

/** The read context: what a reading knows about its poll. */
export interface ReadContext<Params, Settings, State> extends Omit<
  Judging<Params, Settings, State, never>,
  "before" | "view" | "hold" | "holdsMs"
> {
  /** The stored state, parsed on demand; null before the first successful poll. */
  before: () => State | null;
}

/** A poll of one target as a generator: yields calls, receives their answers, and returns a view or a fault. */
export type Reading<View> = Generator<Call, Result<View, Fault>, Result<Answer, Fault>>;

/** What the service says of a named target: the identifying params, and the name to show; null for none. */
export interface Resolution<Params> {
  params: Params;
  name: string | null;
}

/** How params that name a target, but do not identify it, are resolved before it is polled. */
export interface Resolving<Params> {
  /** The operation that resolves them through its `fields`. If it cannot be called, such params are refused. */
  operation: KnownOperation;
  /** The field by which a service may be asked for it without knowing more, and the params that say it alone; null for none. */
  asks: keyof Params & string;
  byName(params: Params): Params | null;
  /** The field that names it, null where the params identify the target already. */
  named(params: Params): (keyof Params & string) | null;
  /** A second identity: its name before it was resolved. Null for none. */
  alias(params: Params): string | null;
  /** The name of a target for which nobody chose one. */
  unnamed(params: Params): string;
  read(params: Params): Reading<Resolution<Params>>;
}

/** How changes wait for facts, which optional calls bring. */
interface Waiting<State, Found> {
  /** Until when changes wait, epoch ms; null if none does. */
  until(state: State): number | null;
  /** Changes that no longer wait at `at` (tick time), without a successful poll. Null if nothing changes. */
  overdue(state: State, at: number): Pick<Judgment<State, Found>, "state" | "changes"> | null;
  /** The state after a `pending` change that no subscription wants facts for. */
  without(state: State): State;
}

/** What verdicts say, also over time. */
interface Verdicts<State, View> {
  of(state: State): string;
  /** Whether the target is live. */
  isLive(state: State): boolean;
  /** The change of verdict in this poll; null if there is none. Many identical changes at once are held back. */
  turn(before: State, view: View): string | null;
  /** The last poll with a verdict, epoch ms; null if none had one, undefined if the last good poll had. */
  at(state: State): number | null | undefined;
  /** While it is live: the change that told of it, and the last poll that saw it (undefined: the last good one). Null if none did. */
  standing(state: State): { told: NonNullable<Change["follows"]>; seenAt: number | undefined } | null;
}

/** For kinds that can poll any operation: which one, and whether a target can use it. */
interface Polling<Params, Settings> {
  operation(params: Params): string;
  /** Errors of a target with the current definition of the operation. Pointers are into the target. */
  wrong(form: { params: Params; settings: Settings }, operation: Operation | null): FieldError[];
}

/** The default definition of an operation. `source` tells whether it comes from the service's specification. */
export type KnownOperation = Pick<Operation, "name" | "path"> & Partial<Operation> & { source: "spec" | "default" };

/** What every state has. */
export interface Dated {
  /** When the status last changed, epoch ms. */
  since: number;
}

/** What an answer can have besides what its kind compares. */
export interface Seen {
  /** Set if a number in it can no longer be read. The rest of it is compared. */
  unreadable?: Fault | null;
}

/** The last value of a series. */
export interface LastValue {
  value: number;
  /** Epoch ms, if it has left the answers since, or can no longer be read: its last sight. Null while it is current. */
  until: number | null;
}

/**
 * The contract of a target kind. A kind is pure and has a folder of its own, listed in the registry. Next to its
 * `kind.ts`, `fixtures.ts` has payloads as the service really sends them, for tests.
 */
export interface TargetKind<
  Params = unknown,
  Settings = unknown,
  State extends Dated = Dated,
  View extends Seen = Seen,
  Events extends EventTypes = EventTypes,
> {
  kind: string;
  title: string;
  page: KindPage;
  /** A strict object, built on first use. Its text and number fields are columns of the CSV import. */
  params: () => z.ZodType<Params> & { shape: z.core.$ZodShape };
  settings: () => z.ZodType<Settings>;
  /** Default interval between two polls, seconds. */
  intervalSeconds: number;
  /**
   * CPU time of a call, including decoding and judging, in live polls (0.17 ms). With little CPU time, batches hold
   * fewer heavy targets. Measured with realistic payloads: `npm run bench -- --only weights`.
   */
  cpuWeight: number;
  /** Identifies a target: equal params give equal text. */
  identity(params: Params): string;
  /** How params that only name a target are resolved, for kinds that allow them. */
  resolves?: Resolving<Params>;
  /** The operations of a poll. For a kind that can poll any operation, those that need no configuration. */
  operations: KnownOperation[];
  /** For kinds whose params name the operation. */
  polls?: Polling<Params, Settings>;
  /** Operations of `optional` calls. Their answers are read through `fields`. */
  enriching?: KnownOperation[];
  /**
   * Most calls of one poll, without optional ones. The first poll is granted this many, later ones as many as the last
   * used.
   */
  calls(params: Params): number;
  read(asking: ReadContext<Params, Settings, State>): Reading<View>;
  judge(input: Judging<Params, Settings, State, View>): Judgment<State, ChangeOf<Events>>;
  /** For kinds whose changes can wait for facts. */
  waiting?: Waiting<State, ChangeOf<Events>>;
  /** For kinds with verdicts. */
  verdicts?: Verdicts<State, View>;
  /**
   * The names of its series; where it has `measured`, what stands in them before the colon and the id. `state` is null
   * before the first successful poll. Null if nobody can know yet.
   */
  series: (settings: Settings, state: State | null) => string[] | null;
  /**
   * What its series measure if their names contain ids (`views:ID`): names by id, from a state and from an event's
   * data.
   */
  measured?: {
    known: (state: State) => Record<string, string | null>;
    /** The ids that the last answers had; all known ones by default. */
    found?: (state: State) => string[];
    named: (data: JsonObject) => [id: Json | undefined, name: Json | undefined];
    /** When an id was first seen, epoch ms, as far as that is known. */
    since?: (state: State) => Record<string, number>;
    /** The currency of a series by its name; null if it is not a price. A series has one currency. */
    currency?: (state: State, series: string) => string | null;
  };
  /** The last value of each series, which is newer than the last sample. Not those that are not known any more. */
  last?: (state: State) => Record<string, LastValue>;
  /** The public snapshot of a state. */
  snapshot(state: State): JsonObject;
  /** The status of a state in words, for kinds without verdicts. */
  summary?: (state: State, say: Say) => string;
  /**
   * What changed lately, in a sentence for its pages. `past` has no points where only the state is read. Null if there is
   * nothing to say.
   */
  news?: (state: State, past: Past, say: Say) => string | null;
  /** Where people can watch it, https; null if unknown. */
  watchUrl?: (params: Params, state: State) => string | null;
  /** All event types of the kind. Its judge can find nothing else. */
  events: Events;
  /** An example target for documentation and previews. */
  example: { name: string; params: JsonObject };
}

/** A payload as the service really sends it, and the snapshot read from it. */
export interface Fixture {
  name: string;
  params: Json;
  /** Settings with which the target's state has every field. Default: none. */
  settings?: JsonObject;
  /** One body per call, in order. */
  bodies: Json[];
  snapshot: JsonObject;
}
