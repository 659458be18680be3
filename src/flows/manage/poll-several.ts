import type { Fault } from "../../core/fault.ts";
import type { JsonObject } from "../../core/json.ts";
import { targetKinds } from "../../targets/registry.ts";
import { storedState } from "../../targets/stored.ts";
import type { PollNowDeps } from "./poll-now.ts";

/** What a poll is told of a target. */
interface Asked {
  id: string;
  kind: string;
  params: JsonObject;
}

/** A target as a poll just now saw it: its verdict, or why there is none. */
export interface SeenNow {
  verdict: string | null;
  fault: Fault | null;
}

/** Those who are only named take one poll to be found and one to be looked at. */
const ROUNDS = 2;

/**
 * Polls several targets now, each round in one batch out of the budget of the timetable, and sends what it finds. Whoever
 * no call is left for is missing in the answer: the ticks poll them.
 */
export async function pollSeveral(targets: Asked[], deps: PollNowDeps): Promise<Map<string, SeenNow>> {
  const seen = new Map<string, SeenNow>();
  const breaker = await deps.gate();
  let left = targets;
  let sendableAt: number | null = null;
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    const at = await deps.now();
    if (breaker !== null && at < breaker.until) break;
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
  const state = storedState(kind, text);
  const status = state === null ? null : targetKinds[kind]!.status(state);
  return status !== null && "verdict" in status ? status.verdict : null;
}
