import type { Commit } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import type { Breakers, CircuitBreaker } from "../../core/circuit-breaker.ts";
import { watchUpstream, type Observed, type Watch } from "../../core/drift-detector.ts";
import { operationOf } from "../../kinds/operations.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import { storedState } from "../../kinds/stored.ts";
import { operatorEvent } from "../route/announce.ts";
import type { Batch } from "./batch.ts";
import { breakersAfter } from "./breaker-changes.ts";
import type { PollAnswer } from "./judge.ts";
import type { OperationAnswers } from "./operations-within.ts";

/** Fewer changes at once are not suspicious. */
const SUSPICIOUS_FLIPS = 3;

export interface UpstreamFinding {
  gate: Commit["gate"];
  watch: Commit["watch"];
  breakers: Commit["breakers"];
  events: Event[];
  /** Targets whose change is held back until their next poll. */
  held: Set<string>;
}

/** What the answers of a batch say about the service itself. `account` is the refusal that concerns the account. Pure. */
export function judgeUpstream(
  batch: Batch,
  seen: PollAnswer[],
  read: { gate: CircuitBreaker | null; watch: Watch; breakers: Breakers },
  { answers, account }: { answers: OperationAnswers; account: Fault | null },
): UpstreamFinding {
  const held = batch.slot === null ? new Set<string>() : massFlip(seen);
  const observed: Observed = {
    tick: batch.tick,
    operations: decoded(seen),
    massFlip: turning(seen).length > 0 ? held.size > 0 : null,
  };
  const watched = watchUpstream(read.watch, observed);
  const found = breakersAfter(batch.tick, { ...read, reported: watched.watch.reported }, answers, account);
  const watch = found.reported === undefined ? watched.watch : { ...watched.watch, reported: found.reported };
  return {
    gate: found.gate,
    watch: JSON.stringify(watch) === JSON.stringify(read.watch) ? null : { read: read.watch, write: watch },
    breakers: found.breakers,
    events: [...found.news, ...watched.news].map((one) => operatorEvent(one, batch.tick)),
    held,
  };
}

/**
 * The live targets that changed the same way, if they are at least half of those polled together and at least three.
 */
function massFlip(seen: PollAnswer[]): Set<string> {
  const turned = turning(seen);
  for (const way of new Set(turned.map((one) => one.way))) {
    const same = turned.filter((one) => one.way === way && way !== null);
    if (same.length >= SUSPICIOUS_FLIPS && same.length * 2 >= turned.length) return new Set(same.map(({ id }) => id));
  }
  return new Set();
}

function turning(seen: PollAnswer[]): { id: string; way: string | null }[] {
  return seen.flatMap(({ target, seen: one }) => {
    const turns = targetKinds[target.kind]?.turns;
    if (turns === undefined || resolvingOf(target) !== null || !one?.ok) return [];
    try {
      const before = storedState(target.kind, target.state);
      return before === null ? [] : [{ id: target.id, way: turns(before, one.value) }];
    } catch {
      // The evaluation will throw too, and report it.
      return [];
    }
  });
}

function decoded(seen: PollAnswer[]): Observed["operations"] {
  const operations: Observed["operations"] = {};
  for (const { target, seen: one } of seen) {
    if (one === null || resolvingOf(target) !== null || (!one.ok && one.error.kind !== "malformed")) continue;
    const fault = one.ok ? (targetKinds[target.kind]?.unreadable?.(one.value) ?? null) : one.error;
    const operation = operationOf(target);
    if (operation === undefined) continue;
    const counts = (operations[operation] ??= { good: 0, bad: 0, path: undefined });
    if (fault === null) counts.good += 1;
    else {
      counts.bad += 1;
      counts.path ??= fault.path;
    }
  }
  return operations;
}
