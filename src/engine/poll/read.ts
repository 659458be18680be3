import { bug, NOT_CONFIGURED, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import { sideBySide, widening } from "../../core/concurrency.ts";
import type { Answer, Call, Reading } from "../../kinds/kind.ts";
import { operationOf } from "../../kinds/operations.ts";
import { givesVerdict } from "../../kinds/proof.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import { callsWithin, NOT_REQUESTED, type Caller, type FailedCalls, type Read, type CallCapacity } from "./calls.ts";
import { askingOf, type PollAnswer } from "./judge.ts";
import type { OperationAnswers } from "./callable.ts";
import { callOf, groupsOf, whyUnaskable, type Group, type Open, type SharedOf, type Wanted } from "./groups.ts";
import { halveRefused, isDisliked, type Learned, type RefusedGroup } from "./refused-groups.ts";

/** The time for all optional calls of a batch. No start is delayed longer. */
const OPTIONAL_MS = 3000;

interface Reader extends Caller {
  /** The number of readings that run concurrently, by latency (milliseconds). */
  widthAt: (latencyMs: number) => number;
  wallNow: () => number;
  /** Reports whether an operation can be called. */
  configured: (operation: string) => boolean;
  /** How an operation asks for many targets in one call; null if it does not. */
  sharedOf: SharedOf;
  /** Returns a signal that aborts after so many milliseconds. */
  deadline: (ms: number) => AbortSignal;
}

/** The number of concurrent readings until one succeeds, so that a service that refuses us gets few calls. */
const FIRST = 6;

interface Readings {
  seen: PollAnswer[];
  made: number;
  /** Calls that were taken from the budget besides. */
  further: number;
  missed: FailedCalls[];
  answers: OperationAnswers;
  learned: Learned;
}

/** The state of a reading: finished, or waiting for an optional call. */
type Step = { done: PollAnswer } | { parked: Open };

/**
 * Reads targets at `at` (tick time), several concurrently: first all calls that polls need, then optional ones with a
 * common deadline. Targets that one call can ask for share it. Targets that were not polled have `seen` null. `made`
 * counts the calls.
 */
export async function readAll(wanted: Wanted[], at: number, room: CallCapacity, reader: Reader): Promise<Readings> {
  const calls = callsWithin(room, reader);
  const seen: PollAnswer[] = [];
  let parked: Open[] = [];
  const note = (step: Step): boolean => {
    if ("done" in step) seen.push(step.done);
    else parked.push(step.parked);
    return "parked" in step || step.done.seen?.ok === true;
  };
  const failed =
    (one: Wanted) =>
    (thrown: unknown): Step => {
      reader.bug(thrown);
      return { done: { ...one, seen: err(bug(thrown, "reading it")), asked: one.calls } };
    };
  const advance = async (one: Wanted, drive: () => Promise<Step>) => note(await drive().catch(failed(one)));
  const openings = ordered(wanted, room).map((one): Step | { open: Open } => {
    try {
      return started(one, at, reader);
    } catch (thrown) {
      return failed(one)(thrown);
    }
  });
  for (const step of openings) if (!("open" in step)) note(step);
  const sizes: Learned["sizes"] = new Map();
  const groups = groupsOf(
    openings.flatMap((step) => ("open" in step ? step.open : [])),
    reader.sharedOf,
    (operation, size) => sizes.set(operation, size),
  );
  let sharedCalls = 0;
  const refused: RefusedGroup[] = [];
  const hand = async (members: Open[], answer: Result<Answer, Fault>): Promise<boolean> => {
    const sharedCall = members.length > 1 ? { sharedCall: (sharedCalls += 1) } : {};
    let well = false;
    for (const open of members) {
      const one = { ...open.one, ...sharedCall };
      const unasked = !answer.ok && answer.error === NOT_REQUESTED;
      const drive = () =>
        unasked ? Promise.resolve(notRequested(one)) : driven({ ...open, one }, answer, reader, calls.needed);
      well = (await advance(one, drive)) || well;
    }
    return well;
  };
  const begin = (some: Group[]) => {
    const work = async ({ members, call }: Group) => {
      const answer = await calls.needed(call);
      if (answer.ok || members.length === 1 || !isDisliked(answer)) return hand(members, answer);
      refused.push({ members, fault: answer.error });
      return false;
    };
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
  for (const some of leastUrgentLast(groups, room.heldBack ?? 0)) {
    await begin(some);
    await finish();
  }
  const learned = await halveRefused(refused, sizes, {
    ask: (members) => calls.unplanned(callOf(members, reader.sharedOf)),
    hand: async (members, answer) => void (await hand(members, answer)),
    works: (operation) => calls.works(operation),
  });
  await finish();
  return { seen: seen.map((one) => sharing(one, learned, reader)), learned, ...calls.readings() };
}

/** A target that is refused by itself shares no call until it is answered. */
function sharing(one: PollAnswer, { disliked }: Learned, { sharedOf }: Reader): PollAnswer {
  if (disliked.has(one.target.id)) return { ...one, mayShare: false };
  const answered = one.alone === true && one.seen?.ok === true && sharedOf(operationOf(one.target) ?? "") !== null;
  return answered ? { ...one, mayShare: true } : one;
}

/**
 * Targets in the order in which they are read. If some are read last, those are creators who are live, because no start
 * is missed, then the latest polled.
 */
const ordered = (wanted: Wanted[], { heldBack = 0 }: CallCapacity): Wanted[] =>
  heldBack === 0
    ? wanted
    : wanted.toSorted((a, b) => Number(a.target.onAir) - Number(b.target.onAir) || a.lastAt - b.lastAt);

/** Splits groups into those to read first and `heldBack` to read last. */
function leastUrgentLast(groups: Group[], heldBack: number): Group[][] {
  if (heldBack === 0) return [verdictsFirst(groups)];
  return [verdictsFirst(groups.slice(0, -heldBack)), verdictsFirst(groups.slice(-heldBack))];
}

/** Puts who may be live first, so that another operation that does not answer delays nobody's check. */
const verdictsFirst = (some: Group[]): Group[] => some.toSorted((a, b) => verdicts(b) - verdicts(a));

const verdicts = ({ members }: Group): number => Number(givesVerdict(members[0]!.one.target.kind));

const rank = ({ optional }: Call): number => (optional === "first" ? 0 : 1);

const notRequested = (one: Wanted): Step => ({ done: { ...one, seen: null, asked: 0 } });

type Needed = (call: Call) => ReturnType<Read>;

/**
 * Starts the reading of a kind up to its first call. Resolving a target waits with optional calls, so that it does not
 * delay the checks of others.
 */
function started(one: Wanted, at: number, { sharedOf }: Reader): Step | { open: Open } {
  const { target, lastAt } = one;
  const kind = targetKinds[target.kind];
  if (kind === undefined) return { done: { ...one, seen: err(unknownKind(target.kind)), asked: 0 } };
  const resolves = resolvingOf(target);
  const reading: Reading<unknown> = resolves?.read(target.params) ?? kind.read(askingOf(target, lastAt, at));
  const first = reading.next();
  if (first.done) return { done: { ...one, seen: first.value, asked: 0 } };
  const open = { one, reading, call: first.value, asked: 0 };
  if (resolves !== null) return { parked: open };
  const unaskable = whyUnaskable(first.value, sharedOf);
  if (unaskable !== null) return { done: { ...one, seen: err(notAskable(unaskable)), asked: 0 } };
  return { open };
}

/** The fault of a target that the operation cannot ask for. */
const notAskable = (why: string): Fault => ({ kind: "refused", status: null, detail: `not asked: it ${why}` });

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
