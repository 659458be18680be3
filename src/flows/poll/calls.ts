import { breakerAfter, type BreakerChanges, type Breakers } from "../../core/breaker.ts";
import { bug, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../targets/kind.ts";

/** Calls the service; `deadline` ends the call before its own time. */
export type Read = (call: Call, deadline?: AbortSignal) => Promise<Result<Answer, Fault>>;

/** A call that was not started: the grant was spent, the gate had closed, a breaker is open, or it was too late. */
export const NOT_ASKED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** How many calls may be made: `most` of those that polls take, and `all` together with optional ones. */
export interface Room {
  most: number;
  all: number;
  /** So many targets are read after all that is optional, with the calls that are left. */
  heldBack?: number;
  /** True where their calls go to what can wait, too, and not to starts alone. */
  laterToo?: boolean;
}

/** Optional calls of one operation that failed: how many, and why the first one did. */
export interface Missed {
  operation: string;
  count: number;
  detail: string;
}

export interface Caller {
  read: Read;
  /** The faults of a polled operation that let no further call start. */
  closes: (fault: Fault) => boolean;
  /** True once no further call may start. */
  late: () => boolean;
  /** The open breakers of optional operations, and whether this batch may test one whose time is over. */
  breakers: Breakers;
  tests: boolean;
  bug: (thrown: unknown) => void;
}

/** Makes calls at `at` (tick time), each only while there is room, and nothing forbids it. */
export function callsWithin(
  { most: max, all }: Room,
  at: number,
  { read, closes, late, bug: report, ...rest }: Caller,
) {
  let calls = 0;
  let closedBy: Fault | null = null;
  const missed = new Map<string, Missed>();
  const breakers = breakersWithin(at, rest);
  const call = async (room: number, answer: () => ReturnType<Read>, allowed = () => true) => {
    if (calls >= room || closedBy !== null || late() || !allowed()) return err(NOT_ASKED);
    calls += 1;
    return answer();
  };
  const asking = (asked: Call, deadline: AbortSignal) =>
    read(asked, deadline).catch((thrown: unknown) => {
      report(thrown);
      return err(bug(thrown, "asking for more"));
    });
  return {
    /** A call that a poll takes: a refusal stops every other one. */
    needed: async (asked: Call) => {
      const came = await call(max, () => read(asked));
      if (!came.ok && closes(came.error)) closedBy ??= came.error;
      return came;
    },
    /** One beside it: a refusal stops calls of the same operation alone. */
    async optional(asked: Call, deadline: AbortSignal) {
      if (deadline.aborted) return err(NOT_ASKED);
      const { operation } = asked;
      const answer = () => Promise.race([asking(asked, deadline), over(deadline)]);
      const came = await call(all, answer, () => breakers.allow(operation));
      if (!came.ok && came.error === NOT_ASKED) return came;
      breakers.note(operation, came);
      if (!came.ok) {
        const known = missed.get(operation);
        missed.set(operation, {
          operation,
          count: (known?.count ?? 0) + 1,
          detail: known?.detail ?? came.error.detail,
        });
      }
      return came;
    },
    readings: () => ({ made: calls, closedBy, missed: [...missed.values()], breakers: breakers.changes }),
  };
}

/** The breakers as one batch meets them: an operation that refuses is not called again, one whose wait is over is tested once. */
function breakersWithin(at: number, { breakers: known, tests }: Pick<Caller, "breakers" | "tests">) {
  const changes: BreakerChanges = {};
  const testing = new Set<string>();
  return {
    changes,
    allow(operation: string): boolean {
      const changed = changes[operation];
      if (changed !== undefined) return changed === null;
      const open = known[operation];
      if (open === undefined) return true;
      if (at < open.until || !tests || testing.has(operation)) return false;
      testing.add(operation);
      return true;
    },
    note(operation: string, answer: Result<Answer, Fault>): void {
      const open = answer.ok ? null : breakerAfter(answer.error, known[operation], at);
      if (open !== null) changes[operation] = open;
      else if (answer.ok && known[operation] !== undefined) changes[operation] ??= null;
    },
  };
}

const TOO_LATE: Fault = { kind: "unreachable", status: null, detail: "no answer in time" };

/** Comes when the deadline does, whatever became of the call. */
const over = (deadline: AbortSignal): ReturnType<Read> =>
  new Promise((resolve) => deadline.addEventListener("abort", () => resolve(err(TOO_LATE)), { once: true }));
