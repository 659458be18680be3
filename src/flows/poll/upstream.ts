import type { Commit } from "../../core/commit.ts";
import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import { afterGoodAnswer, closedBy, breakerNews, breakerRecovered, type CircuitBreaker } from "../../core/gate.ts";
import { watchUpstream, type Observed, type OperatorNews, type Watch } from "../../core/upstream-watch.ts";
import { operationOf } from "../../targets/operations.ts";
import { targetKinds } from "../../targets/registry.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { storedState } from "../../targets/stored.ts";
import { operatorEvent } from "../route/announce.ts";
import type { Batch } from "./batch.ts";
import type { Seen } from "./judge.ts";

/** Fewer flips at once than this are none to wonder about. */
const SUSPICIOUS_FLIPS = 3;

export interface UpstreamFinding {
  gate: Commit["gate"];
  watch: Commit["watch"];
  breakers: Commit["breakers"];
  events: Event[];
  /** Targets whose flip is held back until they are polled again. */
  held: Set<string>;
}

/** What a batch's answers say about the upstream itself. Pure. */
export function judgeUpstream(
  batch: Batch,
  seen: Seen[],
  read: { gate: CircuitBreaker | null; watch: Watch },
  { refusal, breakers }: { refusal: Fault | null; breakers: Commit["breakers"] },
): UpstreamFinding {
  const held = batch.slot === null ? new Set<string>() : massFlip(seen);
  const observed: Observed = {
    tick: batch.tick,
    operations: decoded(seen),
    massFlip: turning(seen).length > 0 ? held.size > 0 : null,
  };
  const { watch, news } = watchUpstream(read.watch, observed);
  const breaker = breakerAfter(batch, seen, read.gate, refusal);
  return {
    gate: breaker.change,
    watch: JSON.stringify(watch) === JSON.stringify(read.watch) ? null : { read: read.watch, write: watch },
    breakers,
    events: [...breaker.news, ...news].map((one) => operatorEvent(one, batch.tick)),
    held,
  };
}

function breakerAfter(
  batch: Batch,
  seen: Seen[],
  breaker: CircuitBreaker | null,
  refusal: Fault | null,
): { change: Commit["gate"]; news: OperatorNews[] } {
  const closed = refusal === null ? null : closedBy(refusal, breaker, batch.tick);
  if (closed !== null) {
    return {
      change: { read: breaker, write: closed },
      news: closed.since === breaker?.since ? [] : [breakerNews(closed)],
    };
  }
  const good = seen.some((one) => one.seen?.ok && resolvingOf(one.target) === null);
  if (breaker === null || breaker.recovered || !good) return { change: null, news: [] };
  return { change: { read: breaker, write: afterGoodAnswer(breaker) }, news: breakerRecovered(breaker) };
}

/** The live targets that flipped the same way, where they are half of those polled together, and three or more. */
function massFlip(seen: Seen[]): Set<string> {
  const turned = turning(seen);
  for (const way of new Set(turned.map((one) => one.way))) {
    const same = turned.filter((one) => one.way === way && way !== null);
    if (same.length >= SUSPICIOUS_FLIPS && same.length * 2 >= turned.length) return new Set(same.map(({ id }) => id));
  }
  return new Set();
}

function turning(seen: Seen[]): { id: string; way: string | null }[] {
  return seen.flatMap(({ target, seen: one }) => {
    const turns = targetKinds[target.kind]?.turns;
    if (turns === undefined || resolvingOf(target) !== null || !one?.ok) return [];
    try {
      const before = storedState(target.kind, target.state);
      return before === null ? [] : [{ id: target.id, way: turns(before, one.value) }];
    } catch {
      // Judging it will throw too, and say so.
      return [];
    }
  });
}

function decoded(seen: Seen[]): Observed["operations"] {
  const operations: Observed["operations"] = {};
  for (const { target, seen: one } of seen) {
    if (one === null || resolvingOf(target) !== null || (!one.ok && one.error.kind !== "malformed")) continue;
    const operation = operationOf(target);
    if (operation === undefined) continue;
    const counts = (operations[operation] ??= { good: 0, bad: 0, path: undefined });
    if (one.ok) counts.good += 1;
    else {
      counts.bad += 1;
      counts.path ??= one.error.path;
    }
  }
  return operations;
}
