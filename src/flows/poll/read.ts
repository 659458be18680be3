import { bug, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import { sideBySide, widening } from "../../core/side-by-side.ts";
import type { Answer, Call, Reading } from "../../targets/kind.ts";
import { targetKinds } from "../../targets/registry.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { askingOf, type Seen } from "./judge.ts";

/** Calls the service; `deadline` ends the call before its own time. */
export type Read = (call: Call, deadline?: AbortSignal) => Promise<Result<Answer, Fault>>;

/** A call that was not started: the grant was spent, the gate had closed, or it was too late. */
const NOT_ASKED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** All that is optional in a batch has so long together: no start waits longer for it. */
const OPTIONAL_MS = 3000;

interface Reader {
  read: Read;
  /** Readings that wait for an answer at once. */
  sideBySide: number;
  /** True where the operation can be called. */
  configured: (operation: string) => boolean;
  /** A signal that comes after so many milliseconds. */
  deadline: (ms: number) => AbortSignal;
  /** The faults that let no further call start. */
  closes: (fault: Fault) => boolean;
  /** True once no further call may start. */
  late: () => boolean;
  bug: (thrown: unknown) => void;
}

/** So many readings begin side by side, until one was answered well: a service that refuses us is not asked by more. */
const FIRST = 6;

/** How many calls may be made: `most` of those that polls take, and `all` together with optional ones. */
interface Room {
  most: number;
  all: number;
}

/** Optional calls of one operation that failed: how many, and why the first one did. */
export interface Missed {
  operation: string;
  count: number;
  detail: string;
}

interface Readings {
  seen: Seen[];
  closedBy: Fault | null;
  made: number;
  missed: Missed[];
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
  const calls = callsWithin(room, reader);
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
  await widening(wanted, FIRST, reader.sideBySide, (one) => advance(one, () => begun(one, at, reader, calls.needed)));
  if (parked.length > 0) {
    const deadline = reader.deadline(OPTIONAL_MS);
    const call = (asked: Call) => calls.optional(asked, deadline);
    // In rounds, so that the first call of each comes before the second of any.
    while (parked.length > 0) {
      const round = parked.toSorted((a, b) => rank(a.call) - rank(b.call));
      parked = [];
      await sideBySide(round, reader.sideBySide, async (open) => {
        await advance(open.one, async () => driven(open, await call(open.call), reader, calls.needed));
      });
    }
  }
  return { seen, ...calls.readings() };
}

const rank = ({ optional }: Call): number => (optional === "first" ? 0 : 1);

/** Makes calls, each only while there is room and nothing forbids it. */
function callsWithin({ most, all }: Room, { read, closes, late, bug: report }: Reader) {
  let calls = 0;
  let closedBy: Fault | null = null;
  const missed = new Map<string, Missed>();
  const made = async (room: number, answer: () => ReturnType<Read>) => {
    if (calls >= room || closedBy !== null || late()) return err(NOT_ASKED);
    calls += 1;
    const came = await answer();
    if (!came.ok && closes(came.error)) closedBy ??= came.error;
    return came;
  };
  const asking = (asked: Call, deadline: AbortSignal) =>
    read(asked, deadline).catch((thrown: unknown) => {
      report(thrown);
      return err(bug(thrown, "asking for more"));
    });
  return {
    needed: (asked: Call) => made(most, () => read(asked)),
    async optional(asked: Call, deadline: AbortSignal) {
      if (deadline.aborted) return err(NOT_ASKED);
      const came = await made(all, () => Promise.race([asking(asked, deadline), over(deadline)]));
      if (!came.ok && came.error !== NOT_ASKED) {
        const known = missed.get(asked.operation);
        const detail = known?.detail ?? came.error.detail;
        missed.set(asked.operation, { operation: asked.operation, count: (known?.count ?? 0) + 1, detail });
      }
      return came;
    },
    readings: () => ({ made: calls, closedBy, missed: [...missed.values()] }),
  };
}

const TOO_LATE: Fault = { kind: "unreachable", status: null, detail: "no answer in time" };

/** Comes when the deadline does, whatever became of the call. */
const over = (deadline: AbortSignal): ReturnType<Read> =>
  new Promise((resolve) => deadline.addEventListener("abort", () => resolve(err(TOO_LATE)), { once: true }));

type Needed = (call: Call) => ReturnType<Read>;

/** Begins a kind's reading; `seen` is null where its first call was not started. */
async function begun(one: Open["one"], at: number, reader: Reader, needed: Needed): Promise<Step> {
  const { target, lastAt } = one;
  const kind = targetKinds[target.kind];
  if (kind === undefined) return { done: { ...one, seen: err(unknownKind(target.kind)), asked: 0 } };
  const reading: Reading<unknown> = resolvingOf(target)?.read(target.params) ?? kind.read(askingOf(target, lastAt, at));
  const first = reading.next();
  if (first.done) return { done: { ...one, seen: first.value, asked: 0 } };
  const answer = await needed(first.value);
  if (!answer.ok && answer.error === NOT_ASKED) return { done: { ...one, seen: null, asked: 0 } };
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
  let made = asked + (call.optional === undefined ? 1 : 0);
  while (!next.done) {
    const wants = next.value;
    const optional = wants.optional !== undefined;
    if (optional && reader.configured(wants.operation)) return { parked: { one, reading, call: wants, asked: made } };
    next = reading.next(optional ? err(NOT_ASKED) : await needed(wants));
    if (!optional) made += 1;
  }
  return { done: { ...one, seen: next.value, asked: made } };
}

/** A row that a newer version made. */
const unknownKind = (kind: string): Fault => ({
  kind: "bug",
  status: null,
  detail: `this version of Tallylight knows no kind ${JSON.stringify(kind.slice(0, 40))}`,
});
