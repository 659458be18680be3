import type { BreakerChanges } from "../../core/breaker.ts";
import { bug, NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import { sideBySide, widening } from "../../core/side-by-side.ts";
import type { Call, Reading } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { callsWithin, NOT_ASKED, type Caller, type Missed, type Read, type Room } from "./calls.ts";
import { askingOf, type Seen } from "./judge.ts";

/** All that is optional in a batch has so long together: no start waits longer for it. */
const OPTIONAL_MS = 3000;

interface Reader extends Caller {
  /** Readings that wait for an answer at once, where the service takes so long for one (milliseconds). */
  widthAt: (latencyMs: number) => number;
  wallNow: () => number;
  /** True where the operation can be called. */
  configured: (operation: string) => boolean;
  /** A signal that comes after so many milliseconds. */
  deadline: (ms: number) => AbortSignal;
}

/** So many readings begin side by side, until one was answered well: a service that refuses us is not asked by more. */
const FIRST = 6;

interface Readings {
  seen: Seen[];
  closedBy: Fault | null;
  made: number;
  missed: Missed[];
  /** The breakers of optional operations that opened or closed. */
  breakers: BreakerChanges;
}

/** A reading under way: its target, the call that it asks for, and how many it asked for before. */
interface Open {
  one: Omit<Seen, "seen" | "asked">;
  reading: Reading<unknown>;
  call: Call;
  asked: number;
}

/** A reading that came to its end, or to an optional call. */
type Step = { done: Seen } | { parked: Open };

/**
 * Reads the targets at `at` (tick time), so many side by side, first all that their polls take, then what is optional, with one
 * deadline for all of it. Those not asked have `seen` null; `made` counts the calls.
 */
export async function readAll(wanted: Open["one"][], at: number, room: Room, reader: Reader): Promise<Readings> {
  const calls = callsWithin(room, at, reader);
  const seen: Seen[] = [];
  let parked: Open[] = [];
  const advance = async (one: Open["one"], drive: () => Promise<Step>) => {
    const step = await drive().catch((thrown: unknown): Step => {
      reader.bug(thrown);
      return { done: { ...one, seen: err(bug(thrown, "reading it")), asked: one.calls } };
    });
    if ("done" in step) seen.push(step.done);
    else parked.push(step.parked);
    return "parked" in step || step.done.seen?.ok === true;
  };
  const begin = (some: Open["one"][]) => {
    const work = (one: Open["one"]) => advance(one, () => started(one, at, reader, calls.needed));
    return widening(some, FIRST, reader.widthAt, work, reader.wallNow);
  };
  const finish = async () => {
    if (parked.length === 0) return;
    const deadline = reader.deadline(OPTIONAL_MS);
    const call = (asked: Call) => calls.optional(asked, deadline);
    // In rounds, so that the first call of each comes before the second of any.
    while (parked.length > 0) {
      const round = parked.toSorted((a, b) => rank(a.call) - rank(b.call));
      parked = [];
      await sideBySide(round, reader.widthAt(0), async (open) => {
        await advance(open.one, async () => {
          const waits = room.laterToo === false && open.call.optional === "later";
          const answer = waits ? err(NOT_ASKED) : await call(open.call);
          const unasked = !answer.ok && answer.error === NOT_ASKED && open.call.optional === undefined;
          return unasked ? notAsked(open.one) : driven(open, answer, reader, calls.needed);
        });
      });
    }
  };
  const ordered = leastUrgentLast(wanted, room.heldBack ?? 0);
  for (const some of ordered) {
    await begin(some);
    await finish();
  }
  return { seen, ...calls.readings() };
}

/** Those that are read first, and so many that wait until they are: who is on air has no start to tell, who was polled last has one least likely. */
function leastUrgentLast(wanted: Open["one"][], heldBack: number): Open["one"][][] {
  if (heldBack === 0) return [wanted];
  const ordered = wanted.toSorted((a, b) => Number(a.target.onAir) - Number(b.target.onAir) || a.lastAt - b.lastAt);
  return [ordered.slice(0, -heldBack), ordered.slice(-heldBack)];
}

const rank = ({ optional }: Call): number => (optional === "first" ? 0 : 1);

const notAsked = (one: Open["one"]): Step => ({ done: { ...one, seen: null, asked: 0 } });

type Needed = (call: Call) => ReturnType<Read>;

/**
 * Begins a kind's reading; `seen` is null where its first call was not started. Looking up whom a target means waits with
 * what is optional: it must not hold up the checks of others.
 */
async function started(one: Open["one"], at: number, reader: Reader, needed: Needed): Promise<Step> {
  const { target, lastAt } = one;
  const kind = targetKinds[target.kind];
  if (kind === undefined) return { done: { ...one, seen: err(unknownKind(target.kind)), asked: 0 } };
  const resolves = resolvingOf(target);
  const reading: Reading<unknown> = resolves?.read(target.params) ?? kind.read(askingOf(target, lastAt, at));
  const first = reading.next();
  if (first.done) return { done: { ...one, seen: first.value, asked: 0 } };
  if (resolves !== null) return { parked: { one, reading, call: first.value, asked: 0 } };
  const answer = await needed(first.value);
  if (!answer.ok && answer.error === NOT_ASKED) return notAsked(one);
  return driven({ one, reading, call: first.value, asked: 0 }, answer, reader, needed);
}

/** Drives a reading on with the answer to its call, to its end or to its next optional call. */
async function driven(
  { one, reading, call, asked }: Open,
  answer: Awaited<ReturnType<Read>>,
  reader: Reader,
  needed: Needed,
): Promise<Step> {
  let next = reading.next(answer);
  let calls = asked + (call.optional === undefined ? 1 : 0);
  while (!next.done) {
    const wants = next.value;
    const optional = wants.optional !== undefined;
    if (optional && reader.configured(wants.operation)) return { parked: { one, reading, call: wants, asked: calls } };
    next = reading.next(optional ? err(NOT_CONFIGURED) : await needed(wants));
    if (!optional) calls += 1;
  }
  return { done: { ...one, seen: next.value, asked: calls } };
}

/** A row that a newer version made. */
const unknownKind = (kind: string): Fault => ({
  kind: "bug",
  status: null,
  detail: `this version of Tallylight knows no kind ${JSON.stringify(kind.slice(0, 40))}`,
});
