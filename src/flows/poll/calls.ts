import { breakerAfter, type BreakerChanges, type Breakers } from "../../core/breaker.ts";
import { bug, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../targets/kind.ts";

/** Calls the service. `deadline` aborts the call before its own timeout. */
export type Read = (call: Call, deadline?: AbortSignal) => Promise<Result<Answer, Fault>>;

/** The fault of a call that was not made: the grant is used up, a breaker is open, or it was too late. */
export const NOT_ASKED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

/** Capacity for calls: `most` for polls, and `all` including optional ones. */
export interface CallCapacity {
  most: number;
  all: number;
  /** The number of targets to poll after all optional calls, with the calls that are left. */
  heldBack?: number;
  /** True if their calls may go to all optional calls, not only to those for starts. */
  laterToo?: boolean;
}

/** Failed optional calls of one operation, with the first fault. */
export interface FailedCalls {
  operation: string;
  count: number;
  detail: string;
}

export interface Caller {
  read: Read;
  /** Reports whether the fault of a polled operation stops all further calls. */
  closes: (fault: Fault) => boolean;
  /** True once no further call may start. */
  late: () => boolean;
  /** The open breakers of optional operations, and whether this batch may test those whose time is over. */
  breakers: Breakers;
  tests: boolean;
  bug: (thrown: unknown) => void;
}

/** Makes calls at `at` (tick time), as long as there is capacity and no breaker is open. */
export function callsWithin(
  { most: max, all }: CallCapacity,
  at: number,
  { read, closes, late, bug: report, ...rest }: Caller,
) {
  let calls = 0;
  let stoppedBy: Fault | null = null;
  const missed = new Map<string, FailedCalls>();
  const breakers = breakersWithin(at, rest);
  const call = async (room: number, answer: () => ReturnType<Read>, allowed = () => true) => {
    if (calls >= room || stoppedBy !== null || late() || !allowed()) return err(NOT_ASKED);
    calls += 1;
    return answer();
  };
  const asking = (asked: Call, deadline: AbortSignal) =>
    read(asked, deadline).catch((thrown: unknown) => {
      report(thrown);
      return err(bug(thrown, "asking for more"));
    });
  return {
    /** A call for a poll. A refusal stops all further ones. */
    needed: async (asked: Call) => {
      const came = await call(max, () => read(asked));
      if (!came.ok && closes(came.error)) stoppedBy ??= came.error;
      return came;
    },
    /** An optional call. A refusal stops only calls of the same operation. */
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
    readings: () => ({ made: calls, stoppedBy, missed: [...missed.values()], breakers: breakers.changes }),
  };
}

/**
 * The breakers during one batch. An operation that refuses is not called again; one whose pause is over is tested once.
 */
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

/** Resolves at the deadline, whatever happens to the call. */
const over = (deadline: AbortSignal): ReturnType<Read> =>
  new Promise((resolve) => deadline.addEventListener("abort", () => resolve(err(TOO_LATE)), { once: true }));
