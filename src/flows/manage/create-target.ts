import type { IdPrefix } from "../../core/ids.ts";
import { ok, type Result } from "../../core/result.ts";
import { targetKinds } from "../../targets/registry.ts";
import type { TargetRecord } from "../browse/target-view.ts";
import { conflict, invalid, type Refusal } from "./refusal.ts";
import { seated, type SeatEdit } from "./seat.ts";
import { readTarget } from "./target-form.ts";

/** What came of writing a target: `taken` by another of the same identity, `unlisted` where its watchlist is no more. */
export type TargetWritten = "written" | "taken" | "unlisted" | "moved";

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
  const now = await deps.now();
  const target: TargetRecord = {
    id: deps.newId("tgt"),
    ...form.value,
    revision: 0,
    state: null,
    fault: null,
    consecutiveFaults: 0,
    lastPolledAt: null,
    lastOkAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const identity = targetKinds[target.kind]!.identity(target.params);
  const written = await deps.add(target, identity, target.enabled ? seated(target, 0) : null);
  return written === "written" ? ok(target) : refusedWrite(written);
}

/** Why a target could not be written. */
export function refusedWrite(written: Exclude<TargetWritten, "written">): Result<never, Refusal> {
  if (written === "unlisted") return invalid("/watchlistId", "names no watchlist");
  if (written === "taken") return conflict("The watchlist has a target of the same kind and params already.");
  return conflict("The target was changed by others at the same time; try again.");
}
