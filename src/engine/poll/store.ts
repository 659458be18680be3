import type { EntryPatch } from "../../core/sheet.ts";
import type { Commit, Committed, PlannedDelivery } from "../commit.ts";
import { canonical, type Json } from "../../core/json.ts";
import { bug } from "../../core/fault.ts";
import { err } from "../../core/result.ts";
import type { Event } from "../../core/event.ts";
import { isContinuation } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { route, type RouteDeps } from "../route/route.ts";
import { type Batch, grantedTo } from "./batch.ts";
import type { Finding } from "./finding.ts";
import { judge, type PollAnswer } from "./judge.ts";
import { learn, type LearnDeps, type Learned, type Planning } from "./learn.ts";
import type { FailedCalls } from "./calls.ts";
import type { UpstreamFinding } from "./upstream.ts";
import { reasonOf } from "../../core/circuit-breaker.ts";

export interface StoreDeps extends RouteDeps, LearnDeps {
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
  random(): number;
}

export interface Polled {
  findings: Finding[];
  events: Event[];
  /** Due times (tick time, epoch ms) of deliveries for which this run must send wake-ups. */
  opened: number[];
  /** True if deliveries were created that can be sent. */
  sendable: boolean;
  /** True if all batches of the tick have finished. */
  complete: boolean;
  /** Optional calls that failed. */
  missed: FailedCalls[];
}

/** Merges the results of two parts of a batch. */
export const merged = (one: Polled, other: Polled): Polled => ({
  findings: [...one.findings, ...other.findings],
  events: [...one.events, ...other.events],
  opened: [...new Set([...one.opened, ...other.opened])],
  sendable: one.sendable || other.sendable,
  complete: one.complete || other.complete,
  missed: [...one.missed, ...other.missed],
});

export const SILENT: UpstreamFinding = { gate: null, watch: null, breakers: {}, events: [], held: new Set() };

interface BatchAnswers {
  batch: Batch;
  planning: Planning;
  /** How long every target waits for its turn, milliseconds; 0 if the budget is sufficient. */
  turn: number;
  seen: PollAnswer[];
  upstream: UpstreamFinding;
  /** Granted calls that were not made. */
  unspent: number;
  /** True for a part of a batch other than the last: the batch has not finished yet. */
  part?: boolean;
}

export interface Stored {
  lost: string[];
  polled: Polled;
}

/** Plans the commit of a batch. */
function planCommit(found: {
  id: string;
  batch: Batch;
  findings: Finding[];
  events: Event[];
  completed: Event[];
  deliveries: PlannedDelivery[];
  upstream: UpstreamFinding;
  learned: Learned;
  unspent: number;
  /** True for a part of a batch, after which the batch has not finished. */
  part: boolean;
}): Commit {
  const { id, batch, findings, events, deliveries, upstream } = found;
  return {
    id,
    tick: batch.tick,
    slot: found.part ? null : batch.slot,
    targets: findings.flatMap(({ write }) => write ?? []),
    unknown: [],
    ...found.learned,
    resolved: findings.flatMap(({ resolved }) => resolved ?? []),
    events,
    completed: found.completed.map(({ id, targetId, data }) => ({
      id,
      targetId: targetId!,
      info: data["info"] ?? null,
    })),
    revisions: Object.fromEntries(findings.map(({ target }) => [target.id, target.revision])),
    deliveries,
    patches: patchesBySheet(findings, batch),
    samples: Object.fromEntries(
      findings.flatMap(({ target, samples }) => (samples === null ? [] : [[target.id, samples]])),
    ),
    gate: upstream.gate,
    watch: upstream.watch,
    breakers: upstream.breakers,
    counts: countsOf(findings, events),
    answers: answersOf(findings),
    unspent: found.unspent,
    granted: grantedTo(batch),
  };
}

function patchesBySheet(findings: Finding[], batch: Batch): Commit["patches"] {
  const patches: Commit["patches"] = {};
  for (const { target, patch, fault } of findings) {
    // A requested poll has no claim, so its time is recorded here.
    const requested: EntryPatch = batch.slot === null && fault === null ? { last: batch.tick } : {};
    const whole = { ...requested, ...patch };
    if (Object.keys(whole).length > 0) (patches[target.sheetId] ??= {})[target.id] = whole;
  }
  return patches;
}

/** Reports whether a target was not polled: a breaker opened, or the grant was used up. */
const unasked = ({ fault, patch }: Finding): boolean => fault === null && patch?.last !== undefined;

function answersOf(findings: Finding[]): Commit["answers"] {
  const faults = findings.flatMap(({ fault }) => fault ?? []);
  const refused = faults.filter((fault) => reasonOf(fault) !== undefined).length;
  const good = findings.length - faults.length - findings.filter(unasked).length;
  return { good, bad: faults.length - refused, refused };
}

function countsOf(findings: Finding[], events: Event[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (key: string) => (counts[key] = (counts[key] ?? 0) + 1);
  for (const finding of findings)
    if (!unasked(finding)) add(`polls|${finding.target.kind}|${finding.fault?.kind ?? "ok"}`);
  for (const event of events) add(`events|${event.type}`);
  return counts;
}

/**
 * Evaluates and commits. Targets that this tick has already evaluated are skipped. If the database rejects the commit
 * (such as a value that is too large), it is split until the target is found that causes it. That target gets a fault,
 * the others are stored.
 */
export async function store(answers: BatchAnswers, deps: StoreDeps): Promise<Stored> {
  const { batch, upstream, unspent, part = false } = answers;
  const seen = answers.seen.filter(({ target }) => batch.slot === null || target.judgedAt !== batch.tick);
  const evaluated = seen.map((one) => judgeOne(one, answers, deps));
  const found = [...upstream.events, ...evaluated.flatMap((finding) => finding.events)];
  const completed = evaluated.flatMap((finding) => finding.completed);
  const [{ deliveries, awaited }, learned] = await Promise.all([
    // Completed events come first, because an end may follow one of them.
    route([...completed, ...found], batch, deps),
    learn(evaluated, batch, { ...answers.planning, turn: answers.turn }, deps),
  ]);
  const used = new Set(deliveries.flatMap(({ items }) => items.map(({ event }) => event)));
  const needed = (all: Event[]) => all.filter((event) => !isContinuation(event) || used.has(event.id));
  const events = needed(found);
  const findings = evaluated.map((finding) => unawaited({ ...finding, events: needed(finding.events) }, awaited));
  const commit = planCommit({
    batch,
    findings,
    events,
    completed,
    deliveries,
    upstream,
    learned,
    unspent,
    id: deps.newId(),
    part,
  });
  const { lost, opened, batchesIn, refused } = await deps.commit(commit);
  if (refused !== null) return split({ ...answers, seen }, refused, deps);
  const stored = events.filter(({ targetId }) => targetId === null || !lost.includes(targetId));
  const sendable = stored.length + completed.length > 0 && deliveries.some(({ status }) => status === "pending");
  return {
    lost,
    polled: {
      findings,
      events: stored,
      opened: sendable ? opened : [],
      sendable,
      complete: !part && batchesIn >= batch.batches,
      missed: [],
    },
  };
}

/** Facts that nobody waits for are not requested again, so the state forgets them. */
function unawaited(finding: Finding, awaited: Set<string>): Finding {
  const { events, write, target } = finding;
  const pending = events.some((event) => event.pending === true && !awaited.has(event.id));
  const waiting = targetKinds[target.kind]?.waiting;
  if (!pending || write?.state == null || waiting === undefined) return finding;
  return { ...finding, write: { ...write, state: canonical(waiting.without(JSON.parse(write.state)) as Json) } };
}

async function split(found: BatchAnswers, refused: string, deps: StoreDeps): Promise<Stored> {
  const { seen } = found;
  const [only] = seen;
  if (seen.length > 1) {
    const half = Math.ceil(seen.length / 2);
    const first = await store(
      {
        ...found,
        seen: seen.slice(0, half),
        upstream: { ...SILENT, held: found.upstream.held },
        unspent: 0,
        part: true,
      },
      deps,
    );
    const second = await store({ ...found, seen: seen.slice(half) }, deps);
    return { lost: [...first.lost, ...second.lost], polled: merged(first.polled, second.polled) };
  }
  const thrown = new Error(`the database refused what was found: ${refused}`);
  if (only === undefined || (only.seen?.ok === false && only.seen.error.kind === "bug")) throw thrown;
  deps.bug(thrown);
  return store({ ...found, seen: [{ ...only, seen: err(bug(thrown, "keeping what its answer said")) }] }, deps);
}

/** Evaluates a poll. If the kind throws, it is a fault of this target only. */
function judgeOne(one: PollAnswer, { batch, upstream, turn }: BatchAnswers, deps: StoreDeps): Finding {
  const how = { at: batch.tick, jitter: deps.random(), turn, hold: upstream.held.has(one.target.id) };
  try {
    return judge(one, how);
  } catch (thrown) {
    deps.bug(thrown);
    return judge({ ...one, seen: err(bug(thrown, "comparing its answer")) }, { ...how, hold: false });
  }
}
