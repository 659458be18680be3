import { LISTS, unaskable, type Operation } from "../../core/operation.ts";
import type { Json } from "../../core/json.ts";
import type { Call, Reading } from "../../kinds/kind.ts";
import { isTooLong } from "../upstream/request.ts";
import type { PollAnswer } from "./judge.ts";

/** A target to read, before its poll. */
export type Wanted = Omit<PollAnswer, "seen" | "asked">;

/** A reading in progress: its target, the call that it requests, and the number of calls before. */
export interface Open {
  one: Wanted;
  reading: Reading<unknown>;
  call: Call;
  asked: number;
}

/** An operation that asks for many targets in one call, and for how many at once. */
interface Shared {
  operation: Operation;
  size: number;
}

export type SharedOf = (operation: string) => Shared | null;

/** Readings whose targets one call asks for. A reading with a call of its own is a group of one. */
export interface Group {
  members: Open[];
  call: Call;
}

/** Why the operation of a call cannot ask for its target; null if it can. */
export const whyUnaskable = ({ operation, values }: Call, sharedOf: SharedOf): string | null => {
  const shared = sharedOf(operation);
  return shared === null ? null : unaskable(shared.operation, values);
};

/**
 * Groups readings by the operation that they call first, in their order. Where the address of a call would be too long,
 * `tooLong` is called with the largest number of targets for which it is not.
 */
export function groupsOf(
  opens: readonly Open[],
  sharedOf: SharedOf,
  tooLong: (operation: string, size: number) => void,
): Group[] {
  const groups: Open[][] = [];
  const unfilled = new Map<string, Open[]>();
  for (const open of opens) {
    const { operation, optional } = open.call;
    const shared = open.one.alone || optional !== undefined ? null : sharedOf(operation);
    const group = shared === null ? undefined : unfilled.get(operation);
    if (group !== undefined && group.length < shared!.size) group.push(open);
    else {
      const members = [open];
      groups.push(members);
      if (shared !== null) unfilled.set(operation, members);
    }
  }
  return groups.flatMap((members) => {
    const parts = fitting(members, sharedOf);
    if (parts.length > 1) tooLong(parts[0]!.call.operation, Math.max(...parts.map((part) => part.members.length)));
    return parts;
  });
}

/** A group, or its parts whose addresses are short enough. */
function fitting(members: Open[], sharedOf: SharedOf): Group[] {
  const call = callOf(members, sharedOf);
  if (members.length === 1 || !isTooLong(sharedOf(call.operation)!.operation, call.values)) return [{ members, call }];
  const half = Math.ceil(members.length / 2);
  return [members.slice(0, half), members.slice(half)].flatMap((part) => fitting(part, sharedOf));
}

/** The call that asks for all members of a group. */
export function callOf(members: readonly Open[], sharedOf: SharedOf): Call {
  const [{ call }] = members as [Open];
  if (members.length === 1) return call;
  const values: Call["values"] = {};
  for (const list of sharedOf(call.operation)!.operation.many!.lists) {
    const provided = members.flatMap((one): Json[] => {
      const value = one.call.values[LISTS[list]];
      return value === undefined || value === null ? [] : [value];
    });
    values[list] = [...new Set(provided)];
  }
  return { operation: call.operation, values };
}
