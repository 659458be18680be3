import type { Event } from "../../core/event.ts";
import { instantOf, iso, isoOrNull } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import { unknownAfterMs, type Horizon } from "../../core/knowledge.ts";
import { clipped, lengthOf, without, type Span } from "../../core/spans.ts";
import { ENDED, onAirOf, describedOf, isStartSeen } from "../../kinds/live-targets.ts";
import { unknownSinceOf, type Provable } from "../../kinds/proof.ts";
import type { EventFilter } from "../../core/filter.ts";
import type { Listed, Page, SeqKey } from "../../core/page.ts";
import type { Target } from "../creators/resource/form.ts";
import type { BroadcastAnswer } from "./shape.ts";

/** A stream of a live target; `endedAt` is null while it lasts. Instants are epoch ms. */
export interface Broadcast {
  startedAt: number;
  /** False if it may have been live earlier, because no check shortly before that saw it offline. */
  startSeen: boolean;
  endedAt: number | null;
  roomId: string | null;
  /** The time live that polls observed. */
  durationSeconds: number;
  /** The rest of the time from its start to its end, or to now. */
  unknownSeconds: number;
  /** That rest as spans, oldest first. */
  unknown: Span[];
  /** True if it came from elsewhere: nothing observed it, and no report counts it. */
  imported?: true;
  /** Null if unknown. */
  title: string | null;
  /** The most viewers that a poll saw; null if no poll had a count. */
  peakViewers: number | null;
  /** For an open stream: since when it is unknown whether it lasts; null while it is known. */
  unknownSince: number | null;
}

export interface BroadcastDeps {
  list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
  horizon(): Promise<Horizon>;
}

/** The only kind whose targets stream. */
export const BROADCASTING = "live";

export const STARTED = "live.started";

/** A key after every event: the page after the open stream. */
const AFTER_OPEN: SeqKey = [Number.MAX_SAFE_INTEGER];

/** The streams of a target, newest first: the open one, then those with a recorded end. */
export async function broadcasts(
  target: Target,
  page: Page<SeqKey>,
  deps: BroadcastDeps,
): Promise<Listed<Broadcast, SeqKey>> {
  if (target.kind !== BROADCASTING) return { items: [], next: null };
  const open = page.after === null ? openBroadcast(target, await deps.horizon()) : null;
  const ended = await endedAfter(open === null ? 0 : 1, { targetId: target.id }, page, deps);
  const closed = ended.items.map(closedBroadcast);
  return { items: open === null ? closed : [open, ...closed], next: ended.next };
}

/** Fills a page that starts with `open` open streams with ended ones. */
export async function endedAfter(
  open: number,
  filter: EventFilter,
  { limit, after }: Page<SeqKey>,
  { list }: Pick<BroadcastDeps, "list">,
): Promise<Listed<Event, SeqKey>> {
  const room = limit - open;
  const ended = await list({ ...filter, type: ENDED }, { limit: Math.max(1, room), after });
  const next = room === 0 && ended.items.length > 0 ? AFTER_OPEN : ended.next;
  return { items: ended.items.slice(0, room), next };
}

/** The spans in which polls observed it live, up to `now` if it is open. */
export const observedOf = ({ startedAt, endedAt, unknown }: Broadcast, now: number): Span[] =>
  without({ from: startedAt, to: endedAt ?? now }, unknown);

/**
 * The observed seconds of a stream between two instants, up to `now` if it is open. For a stream entirely between them
 * it is `durationSeconds`.
 */
export function secondsWithin(broadcast: Broadcast, { from, to }: Span, now: number): number {
  const { startedAt, endedAt, durationSeconds } = broadcast;
  if (startedAt >= from && (endedAt ?? now) <= to) return durationSeconds;
  const seconds = Math.round(lengthOf(clipped(observedOf(broadcast, now), from, to)) / 1000);
  return Math.min(durationSeconds, seconds);
}

/** The last instant at which it was observed live. */
export const observedUntil = (broadcast: Broadcast, now: number): number =>
  observedOf(broadcast, now).at(-1)?.to ?? broadcast.startedAt;

/** The open stream of a target; null for none. Its duration counts only known time. */
export function openBroadcast(target: Provable, horizon: Horizon): Broadcast | null {
  const onAir = onAirOf(target);
  if (onAir === null) return null;
  const unknownSince = unknownSinceOf(target, horizon);
  const { now } = horizon;
  const { startedAfter, ...seen } = onAir;
  const { startedAt } = seen;
  const blind = unknownSince === null ? [] : [{ from: Math.max(startedAt, unknownSince), to: now }];
  const unknown = [...onAir.unknown, ...blind];
  const durationSeconds = Math.round(lengthOf(without({ from: startedAt, to: now }, unknown)) / 1000);
  const unknownSeconds = Math.max(0, Math.round((now - startedAt) / 1000) - durationSeconds);
  const startSeen = isStartSeen({ startedAt, startedAfter }, unknownAfterMs(target.intervalSeconds, horizon.turn));
  return { ...seen, startSeen, endedAt: null, durationSeconds, unknownSeconds, unknown, unknownSince };
}

/** Reports whether a creator is known to be live. */
export const isLive = (target: Provable & { enabled: boolean }, horizon: Horizon): boolean =>
  target.enabled && openBroadcast(target, horizon)?.unknownSince === null;

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The stream that a `live.ended` event ends. */
export function closedBroadcast({ occurredAt, data }: Pick<Event, "occurredAt" | "data">): Broadcast {
  const durationSeconds = Number(data["durationSeconds"] ?? 0);
  const unknownSeconds = Number(data["unknownSeconds"] ?? 0);
  const startedAt = instantOf(textOf(data["startedAt"])) ?? occurredAt - (durationSeconds + unknownSeconds) * 1000;
  const roomId = typeof data["roomId"] === "string" ? data["roomId"] : null;
  const startSeen = data["startedAfter"] !== null;
  const counted = { startSeen, durationSeconds, unknownSeconds, unknownSince: null };
  return { startedAt, endedAt: occurredAt, roomId, ...counted, ...describedOf(data) };
}

/** A stream as the API serializes it. */
export const broadcastView = ({
  startedAt,
  endedAt,
  roomId,
  durationSeconds,
  unknownSeconds,
  title,
  peakViewers,
  unknownSince,
  imported,
}: Broadcast): BroadcastAnswer => ({
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
  roomId,
  durationSeconds,
  unknownSeconds,
  title,
  peakViewers,
  unknownSince: isoOrNull(unknownSince),
  imported: imported === true,
});

/** How many are live, and how many of those were when that was known last; `more` where not all were counted. */
export interface OnAirCount {
  count: number;
  unknown: number;
  more: boolean;
}

export const countOnAir = (broadcasts: Broadcast[], more: boolean): OnAirCount => {
  const count = broadcasts.filter(({ unknownSince }) => unknownSince === null).length;
  return { count, unknown: broadcasts.length - count, more };
};
