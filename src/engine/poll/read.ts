import { bug, NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import { sideBySide, widening } from "../../core/concurrency.ts";
import type { Call, Reading } from "../../kinds/kind.ts";
import { givesVerdict } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import { callsWithin, NOT_REQUESTED, type Caller, type FailedCalls, type Read, type CallCapacity } from "./calls.ts";
import { askingOf, type PollAnswer } from "./judge.ts";
import type { OperationAnswers } from "./callable.ts";

/** The time for all optional calls of a batch. No start is delayed longer. */
const OPTIONAL_MS = 3000;

interface Reader extends Caller {
  /** The number of readings that run concurrently, by latency (milliseconds). */
  widthAt: (latencyMs: number) => number;
  wallNow: () => number;
  /** Reports whether an operation can be called. */
  configured: (operation: string) => boolean;
  /** Returns a signal that aborts after so many milliseconds. */
  deadline: (ms: number) => AbortSignal;
}

/** The number of concurrent readings until one succeeds, so that a service that refuses us gets few calls. */
const FIRST = 6;

interface Readings {
  seen: PollAnswer[];
  made: number;
  missed: FailedCalls[];
  answers: OperationAnswers;
}

/** A reading in progress: its target, the call that it requests, and the number of calls before. */
interface Open {
  one: Omit<PollAnswer, "seen" | "asked">;
  reading: Reading<unknown>;
  call: Call;
  asked: number;
}

/** The state of a reading: finished, or waiting for an optional call. */
type Step = { done: PollAnswer } | { parked: Open };

/**
 * Reads targets at `at` (tick time), several concurrently: first all calls that polls need, then optional ones with a
 * common deadline. Targets that were not polled have `seen` null. `made` counts the calls.
 */
export async function readAll(
  wanted: Open["one"][],
  at: number,
  room: CallCapacity,
  reader: Reader,
): Promise<Readings> {
  const calls = callsWithin(room, reader);
  const seen: PollAnswer[] = [];
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
    const call = (requested: Call) => calls.optional(requested, deadline);
    // Rounds: every reading makes its first call before any makes its second.
    while (parked.length > 0) {
      const round = parked.toSorted((a, b) => rank(a.call) - rank(b.call));
      parked = [];
      await sideBySide(round, reader.widthAt(0), async (open) => {
        await advance(open.one, async () => {
          const waits = room.laterToo === false && open.call.optional === "later";
          const answer = waits ? err(NOT_REQUESTED) : await call(open.call);
          const unasked = !answer.ok && answer.error === NOT_REQUESTED && open.call.optional === undefined;
          return unasked ? notRequested(open.one) : driven(open, answer, reader, calls.needed);
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

/**
 * Splits targets into those to read first and `heldBack` to read last: creators who are live, because no start is
 * missed, then the latest polled.
 */
function leastUrgentLast(wanted: Open["one"][], heldBack: number): Open["one"][][] {
  if (heldBack === 0) return [verdictsFirst(wanted)];
  const ordered = wanted.toSorted((a, b) => Number(a.target.onAir) - Number(b.target.onAir) || a.lastAt - b.lastAt);
  return [verdictsFirst(ordered.slice(0, -heldBack)), verdictsFirst(ordered.slice(-heldBack))];
}

/** Puts who may be live first, so that another operation that does not answer delays nobody's check. */
const verdictsFirst = (some: Open["one"][]): Open["one"][] =>
  some.toSorted((a, b) => Number(givesVerdict(b.target.kind)) - Number(givesVerdict(a.target.kind)));

const rank = ({ optional }: Call): number => (optional === "first" ? 0 : 1);

const notRequested = (one: Open["one"]): Step => ({ done: { ...one, seen: null, asked: 0 } });

type Needed = (call: Call) => ReturnType<Read>;

/**
 * Starts the reading of a kind. `seen` is null if its first call was not made. Resolving a target waits with optional
 * calls, so that it does not delay the checks of others.
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
  if (!answer.ok && answer.error === NOT_REQUESTED) return notRequested(one);
  return driven({ one, reading, call: first.value, asked: 0 }, answer, reader, needed);
}

/** Continues a reading with the answer to its call, to its end or its next optional call. */
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

/** The fault of a row written by a newer version. */
const unknownKind = (kind: string): Fault => ({
  kind: "bug",
  status: null,
  detail: `this version of Tallylight knows no kind ${JSON.stringify(kind.slice(0, 40))}`,
});
