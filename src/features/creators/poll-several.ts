import type { Fault } from "../../core/fault.ts";
import { type JsonObject, parsed } from "../../core/json.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { calledFor } from "../../kinds/operations.ts";
import { blocking } from "../../engine/upstream/own-call.ts";
import type { PollNowDeps } from "../../engine/upstream/poll-now.ts";

/** A target to poll. */
interface PollTarget {
  id: string;
  kind: string;
  params: JsonObject;
}

/** The result of polling a target: its verdict, or a fault. */
export interface SeenNow {
  verdict: string | null;
  fault: Fault | null;
}

/** Targets without a user id need one poll to resolve it and one for the state. */
const ROUNDS = 2;

/**
 * Polls several targets now, in one batch per round from the budget, and sends the changes it finds. Targets for which
 * the budget has no call left are missing in the result; ticks poll them.
 */
export async function pollSeveral(targets: PollTarget[], deps: PollNowDeps): Promise<Map<string, SeenNow>> {
  const seen = new Map<string, SeenNow>();
  let left = targets;
  let sendableAt: number | null = null;
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    const at = await deps.now();
    const faultOf = await blocking(deps);
    left = left.filter((one) => faultOf(calledFor(one)) === null);
    if (left.length === 0) break;
    const calls = left.map(({ kind, params }) => targetKinds[kind]!.calls(params));
    const grant = calls.reduce((sum, one) => sum + one, 0);
    if (!(await deps.spend(grant)).ok) break;
    const polled = await deps.poll({
      tick: at,
      slot: null,
      batches: 1,
      grant,
      spare: 0,
      careful: false,
      targets: left.map(({ id }, index) => [id, 0, calls[index]!]),
    });
    const found = new Set<string>();
    for (const { target, fault, resolved, write } of polled.findings) {
      if (resolved !== null) found.add(target.id);
      else seen.set(target.id, { verdict: verdictOf(target.kind, write?.state ?? target.state), fault });
    }
    if (polled.sendable) sendableAt = at;
    left = left.filter(({ id }) => found.has(id));
  }
  if (sendableAt !== null) await deps.deliver(sendableAt);
  return seen;
}

function verdictOf(kind: string, text: string | null): string | null {
  const state = parsed(text);
  return state === null ? null : (targetKinds[kind]!.verdicts?.of(state) ?? null);
}
