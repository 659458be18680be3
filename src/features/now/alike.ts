import type { Fault } from "../../core/fault.ts";

/** A target that can't be checked, or whose checks don't give a status. */
export interface Troubled {
  id: string;
  kind: string;
  name: string;
  fault: (Pick<Fault, "kind" | "status"> & { detail?: string }) | null;
  /** True if its checks fail; false if they succeed, or are not made, without a status. */
  failing: boolean;
  /** The last successful check, or when its status became unknown, epoch ms; null if no check has worked yet. */
  since: number | null;
  /** True if it was live when last checked. */
  wasLive: boolean;
}

/** Targets of one kind that have the same problem. */
export interface Alike extends Pick<Troubled, "kind" | "fault" | "failing"> {
  /** At least one, those that were live when last checked first. */
  all: Troubled[];
  /** When the first and the last of them got the problem, epoch ms; null if no check of any has worked yet. */
  since: { first: number; last: number } | null;
  /** How many have never been checked successfully. */
  never: number;
}

/** What a target lacks that is not asked for, so that each thing to enter is a problem of its own. */
const lackingIn = ({ detail = "" }: NonNullable<Troubled["fault"]>): string =>
  detail.startsWith("not asked: ") ? detail : "";

/** The fault as far as it makes a difference: what the service answered counts only where it is all that is known. */
const reasonOf = ({ fault }: Troubled): string =>
  fault === null
    ? ""
    : `${fault.kind} ${fault.kind === "unreachable" || fault.kind === "refused" ? (fault.status ?? lackingIn(fault)) : ""}`;

const countLive = ({ all }: Alike): number => all.filter(({ wasLive }) => wasLive).length;

/**
 * Groups targets by their problem, each target once, as it is named first. Groups with most who were live when last
 * checked come first, then the largest.
 */
export function alikeOf(troubled: Troubled[]): Alike[] {
  const each = new Map(troubled.toReversed().map((one) => [one.id, one]));
  const ordered = [...each.values()].toReversed();
  const groups = Map.groupBy(ordered, (one) => [one.kind, one.failing, reasonOf(one)].join(" "));
  return [...groups.values()]
    .map((all): Alike => {
      const known = all.flatMap(({ since }) => since ?? []);
      const { kind, fault, failing } = all[0]!;
      return {
        kind,
        fault,
        failing,
        all: all.toSorted((a, b) => Number(b.wasLive) - Number(a.wasLive)),
        since: known.length === 0 ? null : { first: Math.min(...known), last: Math.max(...known) },
        never: all.length - known.length,
      };
    })
    .sort((a, b) => countLive(b) - countLive(a) || b.all.length - a.all.length);
}
