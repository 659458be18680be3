import { reasonOf } from "../../core/breaker-reason.ts";
import type { Commit, PlannedDelivery } from "../commit.ts";
import type { Event } from "../../core/event.ts";
import type { EntryPatch } from "../../core/sheet.ts";
import { grantedTo, type Batch } from "./batch.ts";
import type { Finding } from "./finding.ts";
import type { Learned } from "./learn.ts";
import type { UpstreamFinding } from "./upstream.ts";

/** Plans the commit of a batch. */
export function planCommit(found: {
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
