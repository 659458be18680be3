import {
  type BreakerChanges,
  type Breakers,
  type CircuitBreaker,
  isRefusing,
  isShut,
  reasonOf,
  TOGETHER_MS,
} from "../../core/circuit-breaker.ts";
import type { Fault } from "../../core/fault.ts";
import { turnMs } from "../../core/knowledge.ts";
import { type SideBySide, widthFor } from "../../core/limits.ts";
import type { Watch } from "../../core/drift-detector.ts";
import { LIVE_CHECK, type Operation } from "../../core/operation.ts";
import { sizeAt } from "../../core/shared-calls.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import type { Result } from "../../core/result.ts";
import { calledFor, operationOf, slotOperationOf } from "../../kinds/operations.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { resolvingOf } from "../../kinds/resolving.ts";
import { type Batch, grantedTo, type WatchedTarget } from "./batch.ts";
import type { OperationAnswers } from "./callable.ts";
import { askingOf, type PollAnswer } from "./judge.ts";
import { merged, type Polled, SILENT, store, type Stored, type StoreDeps } from "./store.ts";
import type { Planning } from "./learn.ts";
import type { CallCapacity, Read } from "./calls.ts";
import type { SharedOf } from "./groups.ts";
import { readAll } from "./read.ts";
import { mostOf } from "../upstream/request.ts";
import { judgeUpstream } from "./upstream.ts";

export interface Loaded {
  lastTickAt: number;
  gate: CircuitBreaker | null;
  watch: Watch;
  breakers: Breakers;
  /** True if this batch has finished already or was released: queues repeat messages. */
  ended: boolean;
  planning: Planning;
  /** Calls for one poll of all targets, and the calls per minute that all intervals need. */
  load: { calls: number; asked: number };
  /** The budget: calls per minute. */
  perMinute: number;
  targets: WatchedTarget[];
  /** An operation as configured; null if it cannot be called. */
  operation: (name: string) => Operation | null;
  /** True where the service is asked for targets of a kind by their names alone. */
  byName: (kind: string) => boolean;
}

export interface PollDeps extends StoreDeps {
  load(batch: Batch): Promise<Loaded>;
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  read: Read;
  /** Polls of a batch that run concurrently. */
  sideBySide: SideBySide;
  /** Returns a signal that aborts after so many milliseconds of wall time. */
  deadline: (ms: number) => AbortSignal;
  wallNow(): number;
}

/**
 * Reserves calls for optional ones. Those about streams that are already running take a twentieth of the calls for
 * polls.
 */
function heldBackIn({ tick, grant, targets, heldBack = 0 }: Batch): Pick<CallCapacity, "heldBack" | "laterToo"> {
  const every = Math.ceil(heldBack / (LATER_SHARE * Math.min(grant, targets.length)));
  return { heldBack, laterToo: heldBack === 0 || Math.floor(tick / 60_000) % every === 0 };
}

const LATER_SHARE = 0.05;

const NOTHING: Polled = { findings: [], events: [], opened: [], sendable: false, complete: false, missed: [] };

/** No call starts later than this after the first, so that the commit is well within the lease. */
const LONGEST_READING_MS = 60_000;

/** After this time an operation that has not answered gets no further call, so that it does not delay the others. */
const PATIENT_MS = 20_000;

/**
 * Says for a target that was not polled because its operation is refused which one that is, so that ticks leave it out
 * until then. One that must be resolved takes no calls until that operation's breaker lets one through.
 */
function waiting(one: PollAnswer, breakers: Record<string, CircuitBreaker | null>): PollAnswer {
  const open = breakers[calledFor(one.target) ?? ""];
  if (open == null || one.seen?.ok || (one.seen !== null && one.seen.error.status !== open.status)) return one;
  const waits = { ...one, ...(isRefusing(open) ? { operation: slotOperationOf(one.target) } : {}) };
  return resolvingOf(one.target) === null ? waits : { ...waits, seen: null, retryAt: open.until };
}

interface AccountDeps {
  load(batch: Batch): Promise<{ targets: WatchedTarget[] }>;
  /** Takes calls from the budget. The error is the number of seconds after which it may have enough. */
  spend(calls: number): Promise<Result<null, number>>;
  read: Read;
}

interface Refusals {
  answers: OperationAnswers;
  gate: CircuitBreaker | null;
  breakers: Breakers;
  /** Granted calls that were not made. */
  unspent: number;
}

/**
 * Finds out whether the refusals of a batch concern the account and not just their operations. Where its own answers do
 * not tell, another operation is called once, if a call is left: best the one that most depends on. That answer is added
 * to the others. `made` counts it where it was one of the granted calls.
 */
export async function accountRefusal(
  batch: Batch,
  { answers, gate, breakers, unspent }: Refusals,
  deps: AccountDeps,
): Promise<{ fault: Fault | null; made: number }> {
  const { refused, goodNeeded, account } = answers;
  const [first] = refused.values();
  const concluded = (fault: Fault | null) => ({ fault, made: 0 });
  if (first === undefined || account !== null) return concluded(account);
  if (goodNeeded.size > 0) return concluded(null);
  if (gate !== null && isRefusing(gate)) return concluded(first);
  const alike = alikeOf(refused, breakers, batch.tick);
  const witnessed = isStanding(breakers[LIVE_CHECK]) ? breakers[LIVE_CHECK] : refused.get(LIVE_CHECK);
  if (alike !== null && witnessed?.status === alike.status) return concluded(alike);
  if ([...refused.keys()].every((operation) => isStanding(breakers[operation]))) return concluded(null);
  const witness = await witnessOf(batch, refused, breakers, deps);
  if (witness === null) return concluded(alike);
  const made = unspent < 1 ? 0 : 1;
  if (made === 0 && !(await deps.spend(1)).ok) return concluded(null);
  const arrived = await deps.read(witness.call);
  if (arrived.ok) {
    answers.good.add(witness.call.operation);
    goodNeeded.add(witness.call.operation);
    return { fault: null, made };
  }
  if (reasonOf(arrived.error) === undefined) return { fault: null, made };
  const same = [...refused.values()].some(({ status }) => status === arrived.error.status);
  refused.set(witness.call.operation, arrived.error);
  return { fault: same ? arrived.error : null, made };
}

const isStanding = (breaker: CircuitBreaker | undefined): breaker is CircuitBreaker =>
  breaker !== undefined && breaker.silent !== true && isRefusing(breaker);

/**
 * A refusal that another operation got alike: in this batch, within the last minute, or, if it is the one that most
 * depends on, ever since. Null for none.
 */
function alikeOf(refused: ReadonlyMap<string, Fault>, breakers: Breakers, at: number): Fault | null {
  for (const [operation, fault] of refused) {
    const here = [...refused].some(([other, { status }]) => other !== operation && status === fault.status);
    const before = Object.entries(breakers).some(
      ([other, one]) =>
        other !== operation &&
        isStanding(one) &&
        one.status === fault.status &&
        (other === LIVE_CHECK || at - one.refusedAt <= TOGETHER_MS),
    );
    if (here || before) return fault;
  }
  return null;
}

/** The first call of a target of another operation, as far as is known not refused; null for none. */
async function witnessOf(
  batch: Batch,
  refused: ReadonlyMap<string, Fault>,
  breakers: Breakers,
  deps: Pick<AccountDeps, "load">,
) {
  const ids = batch.witnesses ?? [];
  if (ids.length === 0) return null;
  const { targets } = await deps.load({ ...batch, targets: ids.map((id) => [id, 0, 1]) });
  for (const id of ids) {
    const target = targets.find((one) => one.id === id);
    if (target === undefined || resolvingOf(target) !== null) continue;
    const operation = operationOf(target);
    if (operation === undefined || refused.has(operation) || breakers[operation] !== undefined) continue;
    const { value, done } = targetKinds[target.kind]!.read(askingOf(target, target.lastOkAt ?? 0, batch.tick)).next();
    if (done !== true) return { call: value };
  }
  return null;
}

/**
 * Polls one batch: reads, evaluates, commits. A duplicate message, or one past its lease, does nothing. `maxCalls`
 * limits calls below the grant; targets without a call are due again immediately.
 */
export async function poll(batch: Batch, deps: PollDeps, maxCalls = grantedTo(batch)): Promise<Polled> {
  const startedAt = deps.wallNow();
  const loaded = await deps.load(batch);
  if (batch.slot !== null && (loaded.ended || loaded.lastTickAt - batch.tick >= LEASE_MS)) return NOTHING;
  const assigned = new Map(batch.targets.map((one) => [one[0], one]));
  const wanted = loaded.targets.map((target) => {
    const [, lastAt = 0, calls = 1, steadySeconds = null, alone = 0] = assigned.get(target.id) ?? [];
    const steadySince = steadySeconds === null ? null : lastAt - steadySeconds * 1000;
    return { target, lastAt, steadySince, calls, ...(alone === 1 ? { alone: true } : {}) };
  });
  const shut = loaded.gate !== null && isShut(loaded.gate, batch.tick) && !batch.careful;
  const room = shut ? 0 : Math.min(maxCalls, grantedTo(batch));
  const answers = await readAll(
    wanted,
    batch.tick,
    { most: Math.min(room, batch.grant), all: room, ...heldBackIn(batch) },
    {
      read: deps.read,
      widthAt: (latencyMs) => widthFor(deps.sideBySide, wanted.length, batch.batches, latencyMs),
      wallNow: () => deps.wallNow(),
      more: furtherCalls(deps),
      configured: (operation) => loaded.operation(operation) !== null,
      sharedOf: sharedIn(loaded, batch.tick),
      deadline: deps.deadline,
      breakers: loaded.breakers,
      tests: testsIn(batch, loaded.breakers),
      alone: batch.witnesses?.length === 0,
      late: () => deps.wallNow() - startedAt >= LONGEST_READING_MS,
      slow: () => deps.wallNow() - startedAt >= PATIENT_MS,
      bug: deps.bug,
    },
  );
  const unasked = grantedTo(batch) + answers.further - answers.made;
  const account = await accountRefusal(batch, { ...answers, ...loaded, unspent: unasked }, deps);
  const found = { answers: answers.answers, account: account.fault, sizes: answers.learned.sizes };
  const upstream = judgeUpstream(batch, answers.seen, loaded, found);
  const seen = answers.seen.map((one) => waiting(one, { ...loaded.breakers, ...written(upstream.breakers) }));
  const { planning } = loaded;
  const turn = turnMs(loaded.load, loaded.perMinute);
  const unspent = unasked - account.made;
  const first = await store({ batch, planning, turn, seen, upstream, unspent }, deps);
  const polled = first.lost.length === 0 ? first.polled : await again(batch, seen, first, upstream.held, deps);
  return { ...polled, missed: answers.missed };
}

/** How many calls are taken from the budget at a time, and how often, to find out what a service dislikes about groups. */
const [FURTHER, MAX_FURTHER] = [4, 6];

function furtherCalls({ spend }: Pick<PollDeps, "spend">): () => Promise<number> {
  let times = 0;
  return async () => {
    times += 1;
    if (times > MAX_FURTHER) return 0;
    if ((await spend(FURTHER)).ok) return FURTHER;
    return (await spend(1)).ok ? 1 : 0;
  };
}

/** The operations that ask for many targets in one call, and for how many the service takes at `now`. */
const sharedIn =
  ({ operation, watch }: Pick<Loaded, "operation" | "watch">, now: number): SharedOf =>
  (name) => {
    const known = operation(name);
    if (known?.many === undefined) return null;
    return { operation: known, size: sizeAt(mostOf(known), watch.sizes?.[name], now) };
  };

/** Says which open breakers a batch may test: those that its tick chose, and any for a poll that a person requested. */
function testsIn({ tick, slot, careful, tests = [] }: Batch, breakers: Breakers) {
  return (operation: string, optional: boolean): boolean => {
    if (careful || tests.includes(operation)) return true;
    // One batch per tick tests the breakers of optional operations.
    return !isShut(breakers[operation]!, tick) && (slot === null || (optional && slot === 0));
  };
}

const written = (changes: BreakerChanges): Record<string, CircuitBreaker | null> =>
  Object.fromEntries(Object.entries(changes).map(([operation, { write }]) => [operation, write]));

/** Targets that were edited during their poll: reads their rows again and evaluates the same answers, once. */
async function again(
  batch: Batch,
  seen: PollAnswer[],
  first: Stored,
  held: Set<string>,
  deps: PollDeps,
): Promise<Polled> {
  const lost = new Set(first.lost);
  const { targets, planning, load, perMinute } = await deps.load({
    ...batch,
    targets: batch.targets.filter(([id]) => lost.has(id)),
  });
  const asItWas = new Map(seen.map((one) => [one.target.id, one]));
  const anew = targets
    .filter((target) => target.judgedAt !== batch.tick)
    .map((target) => ({ ...asItWas.get(target.id)!, target }))
    .filter((one) => sameQuestion(asItWas.get(one.target.id)!.target, one.target));
  const turn = turnMs(load, perMinute);
  const second = await store({ batch, planning, turn, seen: anew, upstream: { ...SILENT, held }, unspent: 0 }, deps);
  const stored = first.polled.findings.filter(({ target }) => !lost.has(target.id));
  return merged({ ...first.polled, findings: stored }, second.polled);
}

/** Reports whether an answer is still about the target. It is not if kind or params have changed. */
const sameQuestion = (before: WatchedTarget, now: WatchedTarget): boolean =>
  before.kind === now.kind && JSON.stringify(before.params) === JSON.stringify(now.params);
