import type { Json } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import { targetKinds } from "../../targets/registry.ts";
import { formOf, type TargetRecord } from "../browse/target-view.ts";
import { refusedWrite, type TargetWritten } from "./create-target.ts";
import { mergePatch } from "./merge-patch.ts";
import { invalid, missing, type Refusal } from "./refusal.ts";
import { sameParams, seatEdit, type SeatEdit } from "./seat.ts";
import { readTarget } from "./target-form.ts";

export interface ChangeTargetDeps {
  find(id: string): Promise<TargetRecord | null>;
  /** Writes the target and its seat in one step, only where its revision is still the one that was read. */
  change(target: TargetRecord, identity: string, seat: SeatEdit | null): Promise<TargetWritten>;
  minIntervalSeconds: number;
  now(): Promise<number>;
}

/** Polls write the row too: a lost race is read again. */
const MOST_TRIES = 5;

/** Applies a merge patch; other params are another question, so what was remembered is forgotten. */
export async function changeTarget(
  found: TargetRecord,
  patch: Json,
  deps: ChangeTargetDeps,
): Promise<Result<TargetRecord, Refusal>> {
  const now = await deps.now();
  let before: TargetRecord | null = found;
  let written: TargetWritten = "moved";
  for (let tries = 0; tries < MOST_TRIES && written === "moved"; tries++) {
    if (tries > 0) before = await deps.find(found.id);
    if (before === null) return missing("target");
    const form = readTarget(mergePatch(formOf(before), patch), deps.minIntervalSeconds);
    if (!form.ok) return form;
    if (form.value.kind !== before.kind) return invalid("/kind", "cannot be changed");
    const same = sameParams(before, form.value);
    const after = { ...before, ...form.value, ...(same ? {} : forgotten), updatedAt: now };
    const identity = targetKinds[after.kind]!.identity(after.params);
    written = await deps.change(after, identity, seatEdit(before, after));
    if (written === "written") return ok(after);
  }
  return refusedWrite(written);
}

const forgotten = { state: null, fault: null, consecutiveFaults: 0, lastPolledAt: null, lastOkAt: null };
