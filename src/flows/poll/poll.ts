import { closedBy, type Gate } from "../../core/gate.ts";
import type { Watch } from "../../core/upstream-watch.ts";
import { LEASE_MS } from "../../core/sheet.ts";
import type { Event } from "../../core/event.ts";
import type { Batch } from "./batch.ts";
import type { Commit, Committed, WatchedTarget } from "./commit.ts";
import { judge, type Finding, type Seen } from "./judge.ts";
import { planCommit } from "./plan-commit.ts";
import { readAll, type Read } from "./read.ts";
import { route, type RouteDeps } from "./route.ts";
import { judgeUpstream, type UpstreamFinding } from "./upstream.ts";

export interface Loaded {
  lastTickAt: number;
  gate: Gate | null;
  watch: Watch;
  /** True where this batch is in already: the queue repeats messages. */
  done: boolean;
  targets: WatchedTarget[];
}

export interface PollDeps extends RouteDeps {
  load(batch: Batch): Promise<Loaded>;
  read: Read;
  commit(commit: Commit): Promise<Committed>;
  newId(): string;
  random(): number;
}

export interface Polled {
  findings: Finding[];
  events: Event[];
  /** True where deliveries were made that can be sent. */
  told: boolean;
  /** True where every batch of the tick is in. */
  complete: boolean;
}

const NOTHING: Polled = { findings: [], events: [], told: false, complete: false };

/** Polls one batch: read, compare, commit. A message that comes twice or after its lease does nothing. */
export async function poll(batch: Batch, deps: PollDeps): Promise<Polled> {
  const loaded = await deps.load(batch);
  if (batch.slot !== null && (loaded.done || loaded.lastTickAt - batch.tick >= LEASE_MS)) return NOTHING;
  const dealt = new Map(batch.targets.map((one) => [one[0], one]));
  const wanted = loaded.targets.map((target) => {
    const [, lastAt = 0, calls = 1] = dealt.get(target.id) ?? [];
    return { target, lastAt, calls };
  });
  const shut = loaded.gate !== null && batch.tick < loaded.gate.until && !batch.careful;
  const answers = await readAll(wanted, shut ? 0 : batch.grant, deps.read, (fault) => closesGate(fault, batch.tick));
  const upstream = judgeUpstream(batch, answers.seen, loaded, answers.closedBy);
  const first = await settle(batch, answers.seen, upstream, answers.unspent, deps);
  if (first.lost.length === 0) return first.polled;
  return again(batch, answers.seen, first, upstream.held, deps);
}

const closesGate = (fault: Parameters<typeof closedBy>[0], at: number): boolean => closedBy(fault, null, at) !== null;

/** Targets that were edited while their poll was in flight: read the row again, judge the answer that is here, once. */
async function again(
  batch: Batch,
  seen: Seen[],
  first: { lost: string[]; polled: Polled },
  held: Set<string>,
  deps: PollDeps,
): Promise<Polled> {
  const lost = new Set(first.lost);
  const { targets } = await deps.load({ ...batch, targets: batch.targets.filter(([id]) => lost.has(id)) });
  const asItWas = new Map(seen.map((one) => [one.target.id, one]));
  const anew = targets
    .filter((target) => target.judgedAt !== batch.tick)
    .map((target) => ({ ...asItWas.get(target.id)!, target }))
    .filter((one) => sameQuestion(asItWas.get(one.target.id)!.target, one.target));
  const second = await settle(batch, anew, { gate: null, watch: null, events: [], held }, 0, deps);
  return {
    findings: [...first.polled.findings.filter(({ target }) => !lost.has(target.id)), ...second.polled.findings],
    events: [...first.polled.events, ...second.polled.events],
    told: first.polled.told || second.polled.told,
    complete: second.polled.complete,
  };
}

/** An answer says nothing about a target whose kind or params have changed since it was asked. */
const sameQuestion = (before: WatchedTarget, now: WatchedTarget): boolean =>
  before.kind === now.kind && JSON.stringify(before.params) === JSON.stringify(now.params);

async function settle(
  batch: Batch,
  seen: Seen[],
  upstream: UpstreamFinding,
  unspent: number,
  deps: PollDeps,
): Promise<{ lost: string[]; polled: Polled }> {
  const findings = seen
    .filter(({ target }) => batch.slot === null || target.judgedAt !== batch.tick)
    .map((one) => judge(one, batch.tick, deps.random(), upstream.held.has(one.target.id)));
  const events = [...upstream.events, ...findings.flatMap((finding) => finding.events)];
  const deliveries = events.length === 0 ? [] : await route(events, batch, deps);
  const commit = planCommit({ batch, findings, events, deliveries, upstream, unspent, id: deps.newId() });
  const { lost, batchesIn } = await deps.commit(commit);
  const kept = events.filter(({ targetId }) => targetId === null || !lost.includes(targetId));
  const told = kept.length > 0 && deliveries.some(({ status }) => status === "pending");
  return { lost, polled: { findings, events: kept, told, complete: batchesIn >= batch.batches } };
}
