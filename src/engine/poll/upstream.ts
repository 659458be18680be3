import { parsed } from "../../core/json.ts";
import type { Commit } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import {
  afterGoodAnswer,
  type BreakerChange,
  type BreakerChanges,
  breakerNews,
  breakerOpenedBy,
  type Breakers,
  type CircuitBreaker,
  isRefusing,
} from "../../core/circuit-breaker.ts";
import {
  watchUpstream,
  type Observed,
  type Watch,
  goodForMs,
  reportedAlso,
  type OperatorNews,
} from "../../core/drift-detector.ts";
import type { Operation } from "../../core/operation.ts";
import { operationOf } from "../../kinds/operations.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import { operatorEvent } from "../route/announce.ts";
import type { Batch } from "./batch.ts";
import type { PollAnswer } from "./judge.ts";
import type { OperationAnswers } from "./callable.ts";
import type { Learned } from "./refused-groups.ts";
import { learnedSize } from "../../core/shared-calls.ts";
import { mostOf } from "../upstream/request.ts";
import { unreadableOf } from "../../kinds/status.ts";

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

/** The breakers before a batch, and when problems were reported. */
export interface BreakersRead {
  gate: CircuitBreaker | null;
  breakers: Breakers;
  reported: Watch["reported"];
}

interface BreakersFound {
  gate: BreakerChange | null;
  breakers: BreakerChanges;
  reported: Watch["reported"];
  news: OperatorNews[];
}

/**
 * The breakers after what operations answered at `at` (tick time), with the news. `account` is the refusal that
 * concerns all of them; it stands for those of its operations. Pure.
 */
export function breakersAfter(
  at: number,
  read: BreakersRead,
  { refused, refusedOptional, good, goodNeeded }: OperationAnswers,
  account: Fault | null,
): BreakersFound {
  const found: BreakersFound = { gate: null, breakers: {}, reported: read.reported, news: [] };
  const { gate } = read;
  if (account !== null) {
    const opened = breakerOpenedBy(account, gate, at);
    found.gate = { read: gate, write: opened };
    if (opened !== null && opened.since !== gate?.since) found.news.push(breakerNews(opened, null));
  } else if (gate !== null && !gate.recovered && goodNeeded.size > 0) {
    const { breaker, news } = afterGoodAnswer(gate, null, 0, at);
    found.gate = { read: gate, write: breaker };
    found.news.push(...news);
  }
  if (account === null) for (const [operation, fault] of refused) refusal(operation, fault, read, found, at);
  for (const [operation, fault] of refusedOptional)
    if (!refused.has(operation)) silentRefusal(operation, fault, read, found, at);
  for (const operation of good) {
    const known = read.breakers[operation];
    if (known === undefined || refused.has(operation) || refusedOptional.has(operation)) continue;
    const mustStay = goodForMs(read.reported?.[reportedAs(operation, known)], at);
    const { breaker, news } = afterGoodAnswer(known, operation, mustStay, at);
    if (breaker === null || known.goodSince === undefined) found.breakers[operation] = { read: known, write: breaker };
    found.news.push(...news);
  }
  return found;
}

const reportedAs = (operation: string, { reason }: CircuitBreaker): string => `${reason} ${operation}`;

function refusal(operation: string, fault: Fault, read: BreakersRead, found: BreakersFound, at: number): void {
  const known = read.breakers[operation] ?? null;
  // What nobody was told of begins now.
  const opened = breakerOpenedBy(fault, known?.silent ? null : known, at);
  if (opened === null) return;
  found.breakers[operation] = { read: known, write: opened };
  if (!known?.silent && opened.since === known?.since) return;
  found.news.push(breakerNews(opened, operation));
  const name = reportedAs(operation, opened);
  found.reported = { ...found.reported, [name]: reportedAlso(found.reported?.[name], at) };
}

/** The refusal of an optional call pauses its operation, and is reported nowhere. */
function silentRefusal(operation: string, fault: Fault, read: BreakersRead, found: BreakersFound, at: number): void {
  const known = read.breakers[operation] ?? null;
  const opened = breakerOpenedBy(fault, known, at);
  if (opened === null) return;
  const reported = known !== null && !known.silent && isRefusing(known);
  const write: CircuitBreaker = reported
    ? { ...known, until: Math.max(known.until, opened.until) }
    : { ...opened, silent: true };
  found.breakers[operation] = { read: known, write };
}

/** What was stored of the service when a batch began, and its operations by name. */
interface ServiceRead {
  gate: CircuitBreaker | null;
  watch: Watch;
  breakers: Breakers;
  operation: (name: string) => Operation | null;
}

/** What the answers of a batch say about the service itself. `account` is the refusal that concerns the account. Pure. */
export function judgeUpstream(
  batch: Batch,
  seen: PollAnswer[],
  read: ServiceRead,
  { answers, account, sizes }: { answers: OperationAnswers; account: Fault | null; sizes: Learned["sizes"] },
): UpstreamFinding {
  const held = batch.slot === null ? new Set<string>() : massFlip(seen);
  const observed: Observed = {
    tick: batch.tick,
    operations: decoded(seen),
    massFlip: turning(seen).length > 0 ? held.size > 0 : null,
  };
  const watched = watchUpstream(read.watch, observed);
  const found = breakersAfter(batch.tick, { ...read, reported: watched.watch.reported }, answers, account);
  const reported = found.reported === undefined ? watched.watch : { ...watched.watch, reported: found.reported };
  const watch = withSizes(reported, sizes, read, batch.tick);
  return {
    gate: found.gate,
    watch: JSON.stringify(watch) === JSON.stringify(read.watch) ? null : { read: read.watch, write: watch },
    breakers: found.breakers,
    events: [...found.news, ...watched.news].map((one) => operatorEvent(one, batch.tick)),
    held,
  };
}

/** Notes the sizes of calls that a service took after it refused larger ones. */
function withSizes(
  watch: Watch,
  sizes: Learned["sizes"],
  { operation }: Pick<ServiceRead, "operation">,
  at: number,
): Watch {
  if (sizes.size === 0) return watch;
  const learned = [...sizes].flatMap(([name, size]) => {
    const known = operation(name);
    return known === null ? [] : [[name, learnedSize(size, mostOf(known), watch.sizes?.[name], at)]];
  });
  return { ...watch, sizes: { ...watch.sizes, ...Object.fromEntries(learned) } };
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
    const verdicts = targetKinds[target.kind]?.verdicts;
    if (verdicts === undefined || resolvingOf(target) !== null || !one?.ok) return [];
    try {
      const before = parsed(target.state);
      return before === null ? [] : [{ id: target.id, way: verdicts.turn(before, one.value) }];
    } catch {
      // The evaluation will throw too, and report it.
      return [];
    }
  });
}

/** The answers that were decoded and that were not, by operation. One that many targets share counts once. */
function decoded(seen: PollAnswer[]): Observed["operations"] {
  const operations: Observed["operations"] = {};
  const shared = new Map<number, Observed["operations"]>();
  for (const { target, seen: one, sharedCall } of seen) {
    if (one === null || resolvingOf(target) !== null || (!one.ok && one.error.kind !== "malformed")) continue;
    const fault = one.ok ? unreadableOf(one.value) : one.error;
    const operation = operationOf(target);
    if (operation === undefined) continue;
    const within = sharedCall === undefined ? operations : (shared.get(sharedCall) ?? {});
    if (sharedCall !== undefined) shared.set(sharedCall, within);
    countAnswer(within, operation, fault !== null, fault?.path);
  }
  for (const answer of shared.values())
    for (const [operation, { good, bad, path }] of Object.entries(answer))
      countAnswer(operations, operation, bad > good, path);
  return operations;
}

function countAnswer(
  operations: Observed["operations"],
  operation: string,
  isBad: boolean,
  path: string | undefined,
): void {
  const counts = (operations[operation] ??= { good: 0, bad: 0, path: undefined });
  counts[isBad ? "bad" : "good"] += 1;
  if (isBad) counts.path ??= path;
}
