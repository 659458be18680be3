import type { Breaker, Breakers } from "../../core/breaker.ts";
import { closedBy, type CircuitBreaker } from "../../core/gate.ts";
import { turnMs } from "../../core/knowledge.ts";
import { widthFor, type SideBySide } from "../../core/limits.ts";
import type { Watch } from "../../core/upstream-watch.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import { resolvingOf } from "../../targets/resolving.ts";
import { grantedTo, type Batch, type WatchedTarget } from "./batch.ts";
import type { Seen } from "./judge.ts";
import { merged, store, SILENT, type Stored, type StoreDeps, type Polled } from "./keep.ts";
import type { Planning } from "./learn.ts";
import type { Read, Room } from "./calls.ts";
import { readAll } from "./read.ts";
import { judgeUpstream } from "./upstream.ts";

export interface Loaded {
  lastTickAt: number;
  gate: CircuitBreaker | null;
  watch: Watch;
  breakers: Breakers;
  /** True where this batch is in already, or was given back: the queue repeats messages. */
  ended: boolean;
  planning: Planning;
  /** What one poll of everybody takes, and what all intervals ask for a minute. */
  load: { calls: number; asked: number };
  targets: WatchedTarget[];
  /** True where the operation can be called. */
  configured: (operation: string) => boolean;
}

export interface PollDeps extends StoreDeps {
  /** The budget: calls a minute. */
  perMinute: number;
  load(batch: Batch): Promise<Loaded>;
  read: Read;
  /** Polls of a batch that wait for an answer at once. */
  sideBySide: SideBySide;
  /** A signal that comes after so many milliseconds of the wall clock. */
  deadline: (ms: number) => AbortSignal;
  wallNow(): number;
}

/** Facts of who is on air already take a twentieth of the calls that polls could have. */
function heldBackIn({ tick, targets, heldBack = 0 }: Batch): Pick<Room, "heldBack" | "laterToo"> {
  const every = Math.ceil(heldBack / (LATER_SHARE * targets.length));
  return { heldBack, laterToo: heldBack === 0 || Math.floor(tick / 60_000) % every === 0 };
}

const LATER_SHARE = 0.05;

const NOTHING: Polled = { findings: [], events: [], opened: [], sendable: false, complete: false, missed: [] };

/** No call starts later than this after the first: a commit must come well within the lease. */
const LONGEST_READING_MS = 60_000;

/**
 * Polls one batch: read, compare, commit. A message that comes twice or after its lease does nothing. `mostCalls` bounds
 * the calls below what was granted; targets that none is left for are due again at once.
 */
export async function poll(batch: Batch, deps: PollDeps, maxCalls = grantedTo(batch)): Promise<Polled> {
  const startedAt = deps.wallNow();
  const loaded = await deps.load(batch);
  if (batch.slot !== null && (loaded.ended || loaded.lastTickAt - batch.tick >= LEASE_MS)) return NOTHING;
  const assigned = new Map(batch.targets.map((one) => [one[0], one]));
  const wanted = loaded.targets.map((target) => {
    const [, lastAt = 0, calls = 1, steadySeconds = null] = assigned.get(target.id) ?? [];
    const steadySince = steadySeconds === null ? null : lastAt - steadySeconds * 1000;
    return { target, lastAt, steadySince, calls };
  });
  const shut = loaded.gate !== null && batch.tick < loaded.gate.until && !batch.careful;
  const room = shut ? 0 : Math.min(maxCalls, grantedTo(batch));
  const answers = await readAll(
    wanted,
    batch.tick,
    { most: Math.min(room, batch.grant), all: room, ...heldBackIn(batch) },
    {
      read: deps.read,
      widthAt: (latencyMs) => widthFor(deps.sideBySide, wanted.length, batch.batches, latencyMs),
      wallNow: () => deps.wallNow(),
      configured: loaded.configured,
      deadline: deps.deadline,
      closes: (fault) => closedBy(fault, null, batch.tick) !== null,
      breakers: loaded.breakers,
      // One batch of a tick tests what was refused, and what somebody asks for.
      tests: batch.slot === null || batch.slot === 0,
      late: () => deps.wallNow() - startedAt >= LONGEST_READING_MS,
      bug: deps.bug,
    },
  );
  const breakers = { ...loaded.breakers, ...answers.breakers };
  const seen = answers.seen.map((one) => waiting(one, breakers));
  const upstream = judgeUpstream(batch, seen, loaded, { refusal: answers.closedBy, breakers: answers.breakers });
  const { planning } = loaded;
  const turn = turnMs(loaded.load, deps.perMinute);
  const unspent = grantedTo(batch) - answers.made;
  const first = await store({ batch, planning, turn, seen, upstream, unspent }, deps);
  const polled = first.lost.length === 0 ? first.polled : await again(batch, seen, first, upstream.held, deps);
  return { ...polled, missed: answers.missed };
}

/** One that is only named waits for the breaker of the operation that looks it up, and takes no call from others until then. */
function waiting(one: Seen, breakers: Record<string, Breaker | null>): Seen {
  const resolves = resolvingOf(one.target);
  const open = resolves === null ? null : breakers[resolves.operation.name];
  if (open == null || one.seen?.ok || (one.seen !== null && one.seen.error.status !== open.status)) return one;
  return { ...one, seen: null, retryAt: open.until };
}

/** Targets that were edited while their poll was in flight: read the row again, judge the answer that is here, once. */
async function again(batch: Batch, seen: Seen[], first: Stored, held: Set<string>, deps: PollDeps): Promise<Polled> {
  const lost = new Set(first.lost);
  const { targets, planning, load } = await deps.load({
    ...batch,
    targets: batch.targets.filter(([id]) => lost.has(id)),
  });
  const asItWas = new Map(seen.map((one) => [one.target.id, one]));
  const anew = targets
    .filter((target) => target.judgedAt !== batch.tick)
    .map((target) => ({ ...asItWas.get(target.id)!, target }))
    .filter((one) => sameQuestion(asItWas.get(one.target.id)!.target, one.target));
  const turn = turnMs(load, deps.perMinute);
  const second = await store({ batch, planning, turn, seen: anew, upstream: { ...SILENT, held }, unspent: 0 }, deps);
  const stored = first.polled.findings.filter(({ target }) => !lost.has(target.id));
  return merged({ ...first.polled, findings: stored }, second.polled);
}

/** An answer says nothing about a target whose kind or params have changed since it was asked. */
const sameQuestion = (before: WatchedTarget, now: WatchedTarget): boolean =>
  before.kind === now.kind && JSON.stringify(before.params) === JSON.stringify(now.params);
