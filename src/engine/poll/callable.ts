import { type Breakers, HALF_OPEN_EVERY_MS, isRefusing, isShut, reasonOf } from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import type { Result } from "../../core/result.ts";
import type { Folded } from "../../core/sheet.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { operationOfSlot } from "../../kinds/operations.ts";
import type { SlotCandidate, Survey } from "./assign.ts";
import type { Timetable } from "./timetable.ts";

/** What operations answered to the calls of a batch. */
export interface OperationAnswers {
  /** The first refusal of each operation by a call that a poll needs, and by an optional one. */
  refused: Map<string, Fault>;
  refusedOptional: Map<string, Fault>;
  /** Operations that gave a good answer, and those of them that a poll needed. */
  good: Set<string>;
  goodNeeded: Set<string>;
  /** The refusal that concerns the account, as far as these calls prove it; null for none. */
  account: Fault | null;
}

export const NO_ANSWERS: OperationAnswers = {
  refused: new Map(),
  refusedOptional: new Map(),
  good: new Set(),
  goodNeeded: new Set(),
  account: null,
};

export interface OperationRules {
  breakers: Breakers;
  /** Reports whether one call of this operation may test its open breaker. */
  tests: (operation: string, optional: boolean) => boolean;
  /** True if only one operation is polled, so that its refusal concerns the account. */
  alone: boolean;
  /** True once an operation that has not answered so far gets no further call. */
  slow: () => boolean;
}

interface Operations {
  answers: OperationAnswers;
  /** Reports whether a call of an operation may start. */
  allow(operation: string, optional: boolean): boolean;
  note(operation: string, optional: boolean, answer: Result<unknown, Fault>): void;
}

/**
 * The breakers during one batch. An operation that refuses is not called again; one whose pause is
 * over is called once until it answers. No operation is called once the account is refused, or may be.
 */
export function operationsWithin({ breakers, tests, alone, slow }: OperationRules): Operations {
  const answers: OperationAnswers = {
    refused: new Map(),
    refusedOptional: new Map(),
    good: new Set(),
    goodNeeded: new Set(),
    account: null,
  };
  const testing = new Set<string>();
  let halted = false;
  const [silent, answered] = [new Set<string>(), new Set<string>()];
  const isRefused = (operation: string) =>
    answers.account !== null || answers.refused.has(operation) || answers.refusedOptional.has(operation);
  return {
    answers,
    allow(operation, optional) {
      if (isRefused(operation) || (halted && answers.goodNeeded.size === 0)) return false;
      if (slow() && silent.has(operation) && !answered.has(operation)) return false;
      const open = breakers[operation];
      if (open === undefined || !isRefusing(open) || answers.good.has(operation)) return true;
      if (testing.has(operation) || !tests(operation, optional)) return false;
      testing.add(operation);
      return true;
    },
    note(operation, optional, answer) {
      if (answer.ok) {
        answers.good.add(operation);
        if (!optional) answers.goodNeeded.add(operation);
      }
      const fault = answer.ok ? null : answer.error;
      if (fault?.status === null) silent.add(operation);
      else answered.add(operation);
      if (fault === null || reasonOf(fault) === undefined) return;
      const refused = optional ? answers.refusedOptional : answers.refused;
      if (!refused.has(operation)) refused.set(operation, fault);
      if (optional || answers.goodNeeded.size > 0) return;
      // Until something is known to work, the account may be refused.
      const known = breakers[operation];
      halted ||= known === undefined || known.silent === true || !isRefusing(known);
      if (alone || isAlike(operation, fault, answers.refused)) answers.account ??= fault;
    },
  };
}

/** Reports whether two operations are refused alike, one of them the witness. */
const isAlike = (operation: string, { status }: Fault, refused: ReadonlyMap<string, Fault>): boolean =>
  operation === LIVE_CHECK
    ? [...refused].some(([other, fault]) => other !== LIVE_CHECK && fault.status === status)
    : refused.get(LIVE_CHECK)?.status === status;

export type FoldedSheet = Folded & { sheet: Timetable["sheets"][number] };

export interface Callable {
  /** The sheets without targets whose operation is refused. */
  folded: FoldedSheet[];
  /** One target of each refused operation whose pause is over, by operation: its poll tests whether that works again. */
  tests: Map<string, SlotCandidate>;
}

/** Leaves out targets whose operation is refused, so that they take no calls from the others. Pure. */
export function callableAt(folded: FoldedSheet[], breakers: Breakers, now: number): Callable {
  const closed = new Set(Object.entries(breakers).flatMap(([name, one]) => (isRefusing(one) ? name : [])));
  const tests: Callable["tests"] = new Map();
  if (closed.size === 0) return { folded, tests };
  const waiting = new Map<string, SlotCandidate[]>();
  const callable = folded.map((one) => {
    const entries: FoldedSheet["entries"] = new Map();
    for (const [id, entry] of one.entries) {
      const operation = operationOfSlot(entry);
      if (operation === null || !closed.has(operation)) entries.set(id, entry);
      else {
        const some = waiting.get(operation) ?? [];
        waiting.set(operation, some);
        some.push({ id, entry, sheetId: one.sheet.id });
      }
    }
    return { ...one, entries };
  });
  for (const [operation, some] of waiting) {
    if (isShut(breakers[operation]!, now) || some.some(({ entry }) => entry.claim !== 0)) continue;
    tests.set(operation, inTurn(some, now));
  }
  return { folded: callable, tests };
}

/** Another one each ten minutes, because one that is always refused would hide that the others are not. */
export const inTurn = <T>(some: T[], now: number): T => some[Math.floor(now / HALF_OPEN_EVERY_MS) % some.length]!;

/**
 * The targets that can tell whether a refusal concerns the account, of two operations that are not refused, the one that
 * most depends on first. Empty if only one operation is polled, undefined if that is unknown.
 */
export function witnessesOf({ operations }: Pick<Survey, "operations">, breakers: Breakers): string[] | undefined {
  if (operations.size < 2) return operations.has("") ? undefined : [];
  return [...operations]
    .filter(([operation]) => breakers[operation] === undefined || !isRefusing(breakers[operation]))
    .sort(([a, one], [b, other]) => Number(b === LIVE_CHECK) - Number(a === LIVE_CHECK) || other.last - one.last)
    .slice(0, 2)
    .map(([, { id }]) => id);
}
