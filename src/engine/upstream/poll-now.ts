import { publicEvent } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import { type Json, parsed } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { seenOf } from "../../features/creators/resource/seen.ts";
import type { Target } from "../../features/creators/resource/form.ts";
import type { Batch } from "../poll/batch.ts";
import type { Polled } from "../poll/store.ts";
import type { Refusal } from "../../core/refusal.ts";
import { LEFT_OUT, calledFor } from "../../kinds/operations.ts";
import { blocked, type OwnCallDeps } from "./own-call.ts";

export interface PollNowDeps extends Pick<OwnCallDeps, "gate" | "breakers"> {
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  /** The maximum number of optional calls of a poll. */
  optionalCalls(): Promise<number>;
  poll(batch: Batch): Promise<Polled>;
  /** Sends what is due at this instant. */
  deliver(at: number): Promise<void>;
  now(): Promise<number>;
}

export interface PollingPorts {
  polling: PollNowDeps;
}

/** Polls one target now, from the same budget as ticks, and sends the changes it finds. */
export async function pollNow(target: Target, deps: PollNowDeps) {
  const now = await deps.now();
  const fault = await blocked(calledFor(target), deps);
  if (fault !== null) return ok(answer(target, target.state, fault, []));
  const calls = targetKinds[target.kind]!.calls(target.params);
  const optional = await deps.optionalCalls();
  const spared = optional > 0 && (await deps.spend(calls + optional)).ok;
  const spent = spared ? ok(null) : await deps.spend(calls);
  if (!spent.ok) return tooSoon(spent.error);
  const polled = await deps.poll({
    tick: now,
    slot: null,
    batches: 1,
    grant: calls,
    spare: spared ? optional : 0,
    careful: false,
    targets: [[target.id, target.lastPolledAt ?? 0, calls]],
  });
  const own = polled.events.filter(({ targetId }) => targetId === target.id);
  if (polled.sendable) await deps.deliver(now);
  const finding = polled.findings[0];
  const text = finding === undefined ? null : (finding.write?.state ?? finding.target.state);
  const state = finding === undefined ? target.state : parsed(text);
  const left = finding === undefined ? LEFT_OUT : null;
  return ok(answer(target, state, finding?.fault ?? left, own));
}

/** The refusal of a call for which the budget has no token. */
export const tooSoon = (retryAfterSeconds: number): Result<never, Refusal> =>
  err({ kind: "throttled", detail: "The call budget is used up for now.", retryAfterSeconds });

function answer(target: Target, state: Json, fault: Fault | null, events: Polled["events"]) {
  const { status, snapshot } = seenOf(target, state);
  return { ...status, fault, changes: events.map(publicEvent), snapshot };
}
