import type { Commit, Committed } from "../../core/commit.ts";
import { bug } from "../../core/fault.ts";
import { closedBy, type Gate } from "../../core/gate.ts";
import type { Watch } from "../../core/upstream-watch.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import type { Event } from "../../core/event.ts";
import { err } from "../../core/result.ts";
import { route, type RouteDeps } from "../route/route.ts";
import { grantedTo, type Batch, type WatchedTarget } from "./batch.ts";
import { judge, type Finding, type Seen } from "./judge.ts";
import { planCommit } from "./plan-commit.ts";
import { readAll, type Missed, type Read } from "./read.ts";
import { judgeUpstream, type UpstreamFinding } from "./upstream.ts";

export interface Loaded {
  lastTickAt: number;
  gate: Gate | null;
  watch: Watch;
  /** True where this batch is in already, or was given back: the queue repeats messages. */
  ended: boolean;
  targets: WatchedTarget[];
  /** True where the operation can be called. */
  configured: (operation: string) => boolean;
}

export interface PollDeps extends RouteDeps {
  load(batch: Batch): Promise<Loaded>;
  read: Read;
  /** Readings that wait for an answer at once. */
  sideBySide: number;
  /** A signal that comes after so many milliseconds of the wall clock. */
  deadline: (ms: number) => AbortSignal;
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
  random(): number;
  wallNow(): number;
  /** A mistake of ours that touched one target: it goes to the log. */
  bug: (thrown: unknown) => void;
}

export interface Polled {
  findings: Finding[];
  events: Event[];
  /** Tick times at which messages may go that nobody else sees to, epoch ms. */
  opened: number[];
  /** True where deliveries were made that can be sent. */
  sendable: boolean;
  /** True where every batch of the tick is in. */
  complete: boolean;
  /** Optional calls that failed. */
  missed: Missed[];
}

const NOTHING: Polled = { findings: [], events: [], opened: [], sendable: false, complete: false, missed: [] };

/** No call starts later than this after the first: a commit must come well within the lease. */
const LONGEST_READING_MS = 60_000;

/**
 * Polls one batch: read, compare, commit. A message that comes twice or after its lease does nothing. `mostCalls` bounds
 * the calls below what was granted; targets that none is left for are due again at once.
 */
export async function poll(batch: Batch, deps: PollDeps, mostCalls = grantedTo(batch)): Promise<Polled> {
  const startedAt = deps.wallNow();
  const loaded = await deps.load(batch);
  if (batch.slot !== null && (loaded.ended || loaded.lastTickAt - batch.tick >= LEASE_MS)) return NOTHING;
  const dealt = new Map(batch.targets.map((one) => [one[0], one]));
  const wanted = loaded.targets.map((target) => {
    const [, lastAt = 0, calls = 1] = dealt.get(target.id) ?? [];
    return { target, lastAt, calls };
  });
  const shut = loaded.gate !== null && batch.tick < loaded.gate.until && !batch.careful;
  const room = shut ? 0 : Math.min(mostCalls, grantedTo(batch));
  const answers = await readAll(
    wanted,
    batch.tick,
    { most: Math.min(room, batch.grant), all: room },
    {
      read: deps.read,
      sideBySide: deps.sideBySide,
      configured: loaded.configured,
      deadline: deps.deadline,
      closes: (fault) => closedBy(fault, null, batch.tick) !== null,
      late: () => deps.wallNow() - startedAt >= LONGEST_READING_MS,
      bug: deps.bug,
    },
  );
  const upstream = judgeUpstream(batch, answers.seen, loaded, answers.closedBy);
  const first = await keep({ batch, seen: answers.seen, upstream, unspent: grantedTo(batch) - answers.made }, deps);
  const polled = first.lost.length === 0 ? first.polled : await again(batch, answers.seen, first, upstream.held, deps);
  return { ...polled, missed: answers.missed };
}

/** Targets that were edited while their poll was in flight: read the row again, judge the answer that is here, once. */
async function again(batch: Batch, seen: Seen[], first: Kept, held: Set<string>, deps: PollDeps): Promise<Polled> {
  const lost = new Set(first.lost);
  const { targets } = await deps.load({ ...batch, targets: batch.targets.filter(([id]) => lost.has(id)) });
  const asItWas = new Map(seen.map((one) => [one.target.id, one]));
  const anew = targets
    .filter((target) => target.judgedAt !== batch.tick)
    .map((target) => ({ ...asItWas.get(target.id)!, target }))
    .filter((one) => sameQuestion(asItWas.get(one.target.id)!.target, one.target));
  const second = await keep({ batch, seen: anew, upstream: { ...SILENT, held }, unspent: 0 }, deps);
  const kept = first.polled.findings.filter(({ target }) => !lost.has(target.id));
  return joined({ ...first.polled, findings: kept }, second.polled);
}

/** What two polls of parts of one batch come to together. */
const joined = (one: Polled, other: Polled): Polled => ({
  findings: [...one.findings, ...other.findings],
  events: [...one.events, ...other.events],
  opened: [...new Set([...one.opened, ...other.opened])],
  sendable: one.sendable || other.sendable,
  complete: one.complete || other.complete,
  missed: [...one.missed, ...other.missed],
});

const SILENT: UpstreamFinding = { gate: null, watch: null, events: [], held: new Set() };

/** An answer says nothing about a target whose kind or params have changed since it was asked. */
const sameQuestion = (before: WatchedTarget, now: WatchedTarget): boolean =>
  before.kind === now.kind && JSON.stringify(before.params) === JSON.stringify(now.params);

interface Found {
  batch: Batch;
  seen: Seen[];
  upstream: UpstreamFinding;
  /** Calls that were granted and not made. */
  unspent: number;
  /** False for a part of a batch that is not its last: the batch is not in yet. */
  part?: boolean;
}

interface Kept {
  lost: string[];
  polled: Polled;
}

/**
 * Judges and commits; targets that this tick has judged already are left out. What the database refuses to take (a value that is too large) is divided until the one target is
 * found that it belongs to: that one has a fault, the others go on.
 */
async function keep(found: Found, deps: PollDeps): Promise<Kept> {
  const { batch, upstream, unspent, part = false } = found;
  const seen = found.seen.filter(({ target }) => batch.slot === null || target.judgedAt !== batch.tick);
  const findings = seen.map((one) => judgeOne(one, batch, upstream, deps));
  const events = [...upstream.events, ...findings.flatMap((finding) => finding.events)];
  const deliveries = await route(events, batch, deps);
  const commit = planCommit({ batch, findings, events, deliveries, upstream, unspent, id: deps.newId(), part });
  const { lost, opened, batchesIn, refused } = await deps.commit(commit);
  if (refused !== null) return divided({ ...found, seen }, refused, deps);
  const kept = events.filter(({ targetId }) => targetId === null || !lost.includes(targetId));
  const sendable = kept.length > 0 && deliveries.some(({ status }) => status === "pending");
  return {
    lost,
    polled: {
      findings,
      events: kept,
      opened: sendable ? opened : [],
      sendable,
      complete: !part && batchesIn >= batch.batches,
      missed: [],
    },
  };
}

async function divided(found: Found, refused: string, deps: PollDeps): Promise<Kept> {
  const { seen } = found;
  const [only] = seen;
  if (seen.length > 1) {
    const half = Math.ceil(seen.length / 2);
    const first = await keep(
      {
        ...found,
        seen: seen.slice(0, half),
        upstream: { ...SILENT, held: found.upstream.held },
        unspent: 0,
        part: true,
      },
      deps,
    );
    const second = await keep({ ...found, seen: seen.slice(half) }, deps);
    return { lost: [...first.lost, ...second.lost], polled: joined(first.polled, second.polled) };
  }
  const thrown = new Error(`the database refused what was found: ${refused}`);
  if (only === undefined || (only.seen?.ok === false && only.seen.error.kind === "bug")) throw thrown;
  deps.bug(thrown);
  return keep({ ...found, seen: [{ ...only, seen: err(bug(thrown, "keeping what its answer said")) }] }, deps);
}

/** A kind that throws is a fault of this target alone. */
function judgeOne(one: Seen, batch: Batch, { held }: UpstreamFinding, deps: PollDeps): Finding {
  const jitter = deps.random();
  try {
    return judge(one, batch.tick, jitter, held.has(one.target.id));
  } catch (thrown) {
    deps.bug(thrown);
    return judge({ ...one, seen: err(bug(thrown, "comparing its answer")) }, batch.tick, jitter, false);
  }
}
