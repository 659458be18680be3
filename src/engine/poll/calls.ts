import { bug, type Fault } from "../../core/fault.ts";
import { err, type Result } from "../../core/result.ts";
import type { Answer, Call } from "../../kinds/kind.ts";
import { operationsWithin, type OperationRules } from "./callable.ts";

/** Calls the service. `deadline` aborts the call before its own timeout. */
export type Read = (call: Call, deadline?: AbortSignal) => Promise<Result<Answer, Fault>>;

/** The fault of a call that was not made: the grant is used up, a breaker is open, or it was too late. */
export const NOT_REQUESTED: Fault = { kind: "unreachable", status: null, detail: "not asked" };

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

export interface Caller extends OperationRules {
  read: Read;
  /** Takes further calls from the budget, and returns how many it got. */
  more: () => Promise<number>;
  /** True once no further call may start. */
  late: () => boolean;
  bug: (thrown: unknown) => void;
}

/** Makes calls as long as there is capacity and no breaker is open. */
export function callsWithin({ most: max, all }: CallCapacity, caller: Caller) {
  const { read, late, bug: report, more } = caller;
  let [calls, further] = [0, 0];
  const missed = new Map<string, FailedCalls>();
  const operations = operationsWithin(caller);
  const call = async (room: number, { operation }: Call, optional: boolean, answer: () => ReturnType<Read>) => {
    if (calls >= room || late() || !operations.allow(operation, optional)) return err(NOT_REQUESTED);
    calls += 1;
    const arrived = await answer();
    operations.note(operation, optional, arrived);
    return arrived;
  };
  const asking = (requested: Call, deadline: AbortSignal) =>
    read(requested, deadline).catch((thrown: unknown) => {
      report(thrown);
      return err(bug(thrown, "asking for more"));
    });
  return {
    /** A call for a poll. */
    needed: (requested: Call) => call(max, requested, false, () => read(requested)),
    /** A call for a poll that nobody planned: one that is left, or one more from the budget. */
    async unplanned(requested: Call) {
      if (calls >= all + further) further += await more();
      return call(all + further, requested, false, () => read(requested));
    },
    /** A call that is optional, or that resolves a target. */
    async optional(requested: Call, deadline: AbortSignal) {
      if (deadline.aborted) return err(NOT_REQUESTED);
      const { operation } = requested;
      const arrived = await call(all, requested, true, () =>
        Promise.race([asking(requested, deadline), over(deadline)]),
      );
      if (!arrived.ok && arrived.error !== NOT_REQUESTED) {
        const known = missed.get(operation);
        missed.set(operation, {
          operation,
          count: (known?.count ?? 0) + 1,
          detail: known?.detail ?? arrived.error.detail,
        });
      }
      return arrived;
    },
    works: (operation: string) => operations.answers.good.has(operation),
    readings: () => ({ made: calls, further, missed: [...missed.values()], answers: operations.answers }),
  };
}

const TOO_LATE: Fault = { kind: "unreachable", status: null, detail: "no answer in time" };

/** Resolves at the deadline, whatever happens to the call. */
const over = (deadline: AbortSignal): ReturnType<Read> =>
  new Promise((resolve) => deadline.addEventListener("abort", () => resolve(err(TOO_LATE)), { once: true }));
