import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { TargetRecord } from "../browse/target-view.ts";
import { full } from "./quotas.ts";
import { conflict, invalid, type Refusal } from "./refusal.ts";
import { seated, type SeatEdit } from "./seat.ts";
import { readTarget, type TargetForm } from "./target-form.ts";

/** What came of writing a target: `taken` by another of the same identity, `unlisted` where its watchlist is no more, `full` where there may be no more targets. */
export type TargetWritten = "written" | "taken" | "unlisted" | "moved" | "full";

export interface CreateTargetDeps {
  /** Writes the target and its seat in one step; `seat` is null for one that is not polled. */
  add(target: TargetRecord, identity: string, seat: SeatEdit | null): Promise<TargetWritten>;
  minIntervalSeconds: number;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
}

/** Makes a target and puts it on the timetable. */
export async function createTarget(body: unknown, deps: CreateTargetDeps): Promise<Result<TargetRecord, Refusal>> {
  const form = readTarget(body, deps.minIntervalSeconds);
  if (!form.ok) return form;
  const made = newTarget(form.value, deps.newId("tgt"), await deps.now());
  const written = await deps.add(made.target, made.identity, made.seat);
  return written === "written" ? ok(made.target) : refusedWrite(written);
}

/** A target that nobody has polled yet, as it is to be written. */
export interface NewTarget {
  target: TargetRecord;
  identity: string;
  /** Null for one that is not polled. */
  seat: SeatEdit | null;
}

/** What a form makes at `now`. */
export function newTarget(form: TargetForm, id: string, now: number): NewTarget {
  const nothing = { state: null, fault: null, consecutiveFaults: 0, lastPolledAt: null, lastOkAt: null };
  const target: TargetRecord = { id, ...form, revision: 0, ...nothing, createdAt: now, updatedAt: now };
  return {
    target,
    identity: targetKinds[target.kind]!.identity(target.params),
    seat: target.enabled ? seated(target, 0) : null,
  };
}

/** Why a target could not be written. */
export function refusedWrite(written: Exclude<TargetWritten, "written">): Result<never, Refusal> {
  if (written === "unlisted") return invalid("/watchlistId", "names no watchlist");
  if (written === "full") return full("targets");
  if (written === "taken") return conflict("The watchlist has a target of the same kind and params already.");
  return conflict("The target was changed by others at the same time; try again.");
}
