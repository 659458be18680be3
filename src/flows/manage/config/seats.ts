import { sameParams, seated, seatEdit, type SeatEdit } from "../seat.ts";
import type { Plan } from "./plan.ts";
import type { ConfiguredTarget } from "./things.ts";

/** A target to write, with what that means for the timetable; null for nothing. */
export interface SeatedTarget {
  target: ConfiguredTarget;
  seat: SeatEdit | null;
}

/** A target that stays, with other fields. */
export interface ChangedTarget extends SeatedTarget {
  /** True where it watches something else now: what was remembered is forgotten. */
  forget: boolean;
  /** The last good answer, to be kept where the timetable forgets it; null to leave what is there. */
  lastOkAt: number | null;
}

/** The targets to write, and the ids of those that go. */
export interface TargetWrites {
  create: SeatedTarget[];
  change: ChangedTarget[];
  remove: string[];
}

/** What the timetable knows. */
export interface Seats {
  /** The last good answers of these targets, epoch ms. */
  lastOkOf(ids: string[]): Promise<Map<string, number>>;
}

/** The plan of the targets with their seats: what stays keeps what is remembered of it, and its turn. */
export async function targetWrites(plan: Plan<ConfiguredTarget>, deps: Seats): Promise<TargetWrites> {
  const toggled = plan.change.filter(({ before, after }) => before.enabled !== after.enabled);
  const lastOk =
    toggled.length === 0 ? new Map<string, number>() : await deps.lastOkOf(toggled.map(({ after }) => after.id));
  return {
    create: plan.create.map((target) => ({ target, seat: target.enabled ? seated(target, 0) : null })),
    change: plan.change.map(({ before, after }) => {
      const lastOkAt = lastOk.get(after.id) ?? null;
      return {
        target: after,
        seat: seatEdit({ ...before, lastOkAt }, after),
        forget: !sameParams(before, after),
        lastOkAt,
      };
    }),
    remove: plan.remove.map(({ id }) => id),
  };
}
