import { HALF_OPEN_EVERY_MS, isRefusing, isShut, type Breakers } from "../../core/circuit-breaker.ts";
import type { Folded } from "../../core/sheet.ts";
import { LIVE_CHECK } from "../../core/operation.ts";
import { operationOfSlot } from "../../kinds/operations.ts";
import type { SlotCandidate, Survey } from "./assign.ts";
import type { Timetable } from "./timetable.ts";

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
