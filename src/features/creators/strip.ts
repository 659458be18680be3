import type { Happened } from "../../core/event.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { clipped, without, type Span } from "../../core/spans.ts";
import { unknownSinceOf, type Provable } from "../../kinds/proof.ts";
import { closedBroadcast, openBroadcast } from "../history/broadcasts.ts";
import { ENDED } from "../../kinds/live-targets.ts";

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
  /** Stretches without knowledge of its state, as its row has them; null before the first verdict. */
  gaps?: [from: number, to: number][] | null;
  pausedAt?: number | null;
}

/**
 * Computes the hours of a live target from an instant to now, from its events in that time (newest first) and its
 * state. If `most` events were read, the time before them is unknown. Pure.
 */
export function stripOf(target: Source, events: Happened[], { from, most: max, horizon }: Window): Strip {
  const to = horizon.now;
  const open = openBroadcast(target, horizon);
  const closed = events.filter(({ type }) => type === ENDED).map(closedBroadcast);
  const unknown = merged(
    within(
      [
        { from, to: target.createdAt },
        ...(events.length >= max ? [{ from, to: events.at(-1)!.detectedAt }] : []),
        ...gapsOf(target, horizon),
      ],
      from,
      to,
    ),
  );
  const on = [
    ...closed.map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? to })),
    ...(open === null ? [] : [{ from: open.startedAt, to: Math.max(open.startedAt, to) }]),
  ];
  return { from, to, on: within(on, from, to).flatMap((one) => without(one, unknown)), unknown };
}

/** The stretches without knowledge of the state, the one that goes on last. */
function gapsOf(target: Source, horizon: Horizon): Span[] {
  const { gaps = [], pausedAt = null, createdAt } = target;
  const since = [pausedAt, unknownSinceOf(target, horizon), gaps === null ? createdAt : null].filter(
    (at) => at !== null,
  );
  return [
    ...(gaps ?? []).map(([a, b]) => ({ from: a, to: b })),
    ...(since.length === 0 ? [] : [{ from: Math.min(...since), to: Infinity }]),
  ];
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
