import type { Happened } from "../../core/event.ts";
import { FAILING_AFTER } from "../../core/fault.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { clipped, without, type Span } from "../../core/spans.ts";
import { unknownSinceOf, type Provable } from "../../targets/proof.ts";
import { closedBroadcast, ENDED, observedOf, openBroadcast } from "./broadcasts.ts";

/** The hours of a creator: when live, and when unknown; offline in between. */
export interface Strip extends Span {
  on: Span[];
  unknown: Span[];
}

/** The start of a strip, the maximum number of events that were read, and up to when the state is known. */
interface Window {
  from: number;
  most: number;
  horizon: Horizon;
}

/** The fields of a target that a strip is computed from. */
interface Source extends Provable {
  enabled: boolean;
  createdAt: number;
}

/**
 * Computes the hours of a live target from an instant to now, from its events in that time (newest first) and its
 * state. If `most` events were read, the time before them is unknown. Pure.
 */
export function stripOf(target: Source, events: Happened[], { from, most: max, horizon }: Window): Strip {
  const to = horizon.now;
  const open = openBroadcast(target, horizon);
  const closed = events.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const unknown = [
    { from, to: target.createdAt },
    ...(events.length >= max ? [{ from, to: events.at(-1)!.detectedAt }] : []),
    ...blindSpans(target, events, from, horizon),
    ...[...closed, ...(open === null ? [] : [open])].flatMap((one) => one.unknown),
  ];
  const blindFrom = Math.min(to, ...unknown.filter((one) => one.to === to).map((one) => one.from));
  const on = [
    ...closed.flatMap((one) => observedOf(one, to)),
    ...(open === null ? [] : without({ from: open.startedAt, to: Math.max(open.startedAt, blindFrom) }, open.unknown)),
  ];
  return { from, to, on: within(on, from, to), unknown: merged(within(unknown, from, to)) };
}

/** The spans in which the target failed or was not polled. */
function blindSpans(target: Source, events: Happened[], from: number, horizon: Horizon): Span[] {
  const to = horizon.now;
  const spans = [
    ...between(events, "target.failing", "target.recovered", from, to),
    ...between(events, "target.unknown", "target.known", from, to),
  ];
  const { enabled, consecutiveFaults, lastOkAt, createdAt } = target;
  if (!enabled || consecutiveFaults >= FAILING_AFTER) spans.push({ from: lastOkAt ?? createdAt, to });
  const unknown = unknownSinceOf(target, horizon);
  if (unknown !== null) spans.push({ from: unknown, to });
  return spans;
}

/**
 * The spans from the window of one event type to an event of another. A span that is still open follows from the row
 * instead.
 */
function between(events: Happened[], begins: string, ends: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let until = to;
  for (const { type, occurredAt, window } of events) {
    if (type === ends) until = occurredAt;
    if (type === begins && until < to) spans.push({ from: window.from ?? from, to: until });
    if (type === begins) until = to;
  }
  // It began before the first event that was read.
  if (until < to) spans.push({ from, to: until });
  return spans;
}

/** Merges spans that overlap. They must be in order. */
function merged(spans: Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else whole.push({ ...span });
  }
  return whole;
}

const within = (spans: Span[], from: number, to: number): Span[] =>
  clipped(spans, from, to).sort((a, b) => a.from - b.from);
