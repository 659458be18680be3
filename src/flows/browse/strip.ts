import type { Happened } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import { FAILING_AFTER } from "../../core/fault.ts";
import type { Json } from "../../core/json.ts";
import { closedBroadcast, ENDED, openBroadcast } from "./broadcasts.ts";

/** A stretch of time, epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** A creator's hours: when they were on air, and when nobody knows; off in between. */
export interface Strip extends Span {
  on: Span[];
  unknown: Span[];
}

/** What a strip is drawn of. */
interface Source {
  kind: string;
  state: Json;
  enabled: boolean;
  fault: Fault | null;
  consecutiveFaults: number;
  lastOkAt: number | null;
  createdAt: number;
}

/**
 * The hours of a live target between two instants, from its events of that time (newest first) and what is remembered of it.
 * `most` events are all that were read: where there are so many, what was before them is not known. Pure.
 */
export function stripOf(target: Source, events: Happened[], { from, to, most }: Span & { most: number }): Strip {
  const unknown = [
    { from, to: target.createdAt },
    ...(events.length >= most ? [{ from, to: events.at(-1)!.detectedAt }] : []),
    ...blindSpans(target, events, from, to),
  ];
  const open = openBroadcast(target, to);
  const blindFrom = Math.min(to, ...unknown.filter((one) => one.to === to).map((one) => one.from));
  const on = [
    ...events
      .filter(({ type }) => type === ENDED)
      .map((end) => ({ from: closedBroadcast(end).startedAt, to: end.occurredAt })),
    ...(open === null ? [] : [{ from: open.startedAt, to: Math.max(open.startedAt, blindFrom) }]),
  ];
  return { from, to, on: within(on, from, to), unknown: within(unknown, from, to) };
}

/** When it could not be read, or was not looked at. */
function blindSpans(
  { enabled, consecutiveFaults, lastOkAt, createdAt }: Source,
  events: Happened[],
  from: number,
  to: number,
): Span[] {
  const spans: Span[] = [];
  let until = to;
  for (const { type, occurredAt, window } of events) {
    if (type === "target.recovered") until = occurredAt;
    // What still fails, its own row says.
    if (type === "target.failing" && until < to) spans.push({ from: window.from ?? from, to: until });
    if (type === "target.failing") until = to;
  }
  // It was failing before the first event that is looked at.
  if (until < to) spans.push({ from, to: until });
  if (!enabled || consecutiveFaults >= FAILING_AFTER) spans.push({ from: lastOkAt ?? createdAt, to });
  return spans;
}

const within = (spans: Span[], from: number, to: number): Span[] =>
  spans
    .map((one) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to) }))
    .filter((one) => one.to > one.from)
    .sort((a, b) => a.from - b.from);
