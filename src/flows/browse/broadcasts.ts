import type { Event } from "../../core/event.ts";
import { instantOf } from "../../core/instant-of.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import type { Horizon } from "../../core/knowledge.ts";
import { clipped, lengthOf, without, type Span } from "../../core/spans.ts";
import { onAirOf, describedOf } from "../../targets/on-air.ts";
import { unknownSinceOf, type Provable } from "../../targets/proof.ts";
import type { EventFilter } from "./filters.ts";
import type { Listed, Page, SeqKey } from "./page.ts";
import type { Target } from "../../resources/targets/form.ts";

/** One broadcast of a live target; `endedAt` is null while it lasts. Instants are epoch ms. */
export interface Broadcast {
  startedAt: number;
  endedAt: number | null;
  roomId: string | null;
  /** How long it was live as far as polls observed it. */
  durationSeconds: number;
  /** The rest of the time between its start and its end, or now. */
  unknownSeconds: number;
  /** That rest, oldest first. */
  unknown: Span[];
  /** What the creator called it; null where nobody said. */
  title: string | null;
  /** The most viewers that any poll saw; null where none was told how many there are. */
  peakViewers: number | null;
  /** Of one that has no end: since when it is not known whether it lasts; null while it is known. */
  unknownSince: number | null;
}

export interface BroadcastDeps {
  list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
  horizon(): Promise<Horizon>;
}

/** The only kind whose targets broadcast. */
export const BROADCASTING = "live";

export const STARTED = "live.started";
export const ENDED = "live.ended";

/** After every event: the page behind the broadcast that lasts. */
const AFTER_OPEN: SeqKey = [Number.MAX_SAFE_INTEGER];

/** The broadcasts of a target, newest first: the one that lasts, then those whose end was told. */
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

/** What fills a page that `open` broadcasts begin: the ends that were told. */
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

/** When it was live as far as polls observed it, up to `now` where it has no end. */
export const observedOf = ({ startedAt, endedAt, unknown }: Broadcast, now: number): Span[] =>
  without({ from: startedAt, to: endedAt ?? now }, unknown);

/** The seconds of it between two instants, `now` for the end of one that lasts. Of one that lies between them: `durationSeconds`. */
export function secondsWithin(broadcast: Broadcast, { from, to }: Span, now: number): number {
  const { startedAt, endedAt, durationSeconds } = broadcast;
  if (startedAt >= from && (endedAt ?? now) <= to) return durationSeconds;
  const seconds = Math.round(lengthOf(clipped(observedOf(broadcast, now), from, to)) / 1000);
  return Math.min(durationSeconds, seconds);
}

/** The last instant at which it was observed live. */
export const observedUntil = (broadcast: Broadcast, now: number): number =>
  observedOf(broadcast, now).at(-1)?.to ?? broadcast.startedAt;

/** The broadcast that has no end yet, null where there is none. It is counted as far as it is known to last. */
export function openBroadcast(target: Provable, horizon: Horizon): Broadcast | null {
  const onAir = onAirOf(target);
  if (onAir === null) return null;
  const unknownSince = unknownSinceOf(target, horizon);
  const { now } = horizon;
  const { startedAt } = onAir;
  const blind = unknownSince === null ? [] : [{ from: Math.max(startedAt, unknownSince), to: now }];
  const unknown = [...onAir.unknown, ...blind];
  const durationSeconds = Math.round(lengthOf(without({ from: startedAt, to: now }, unknown)) / 1000);
  const unknownSeconds = Math.max(0, Math.round((now - startedAt) / 1000) - durationSeconds);
  return { ...onAir, endedAt: null, durationSeconds, unknownSeconds, unknown, unknownSince };
}

/** True of somebody who is known to be live. */
export const isLive = (target: Provable & { enabled: boolean }, horizon: Horizon): boolean =>
  target.enabled && openBroadcast(target, horizon)?.unknownSince === null;

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The broadcast that a `live.ended` event closes. */
export function closedBroadcast({ occurredAt, data }: Pick<Event, "occurredAt" | "data">): Broadcast {
  const durationSeconds = Number(data["durationSeconds"] ?? 0);
  // An older version counted all of the time between them.
  const unknownSeconds = Number(data["unknownSeconds"] ?? 0);
  const startedAt = instantOf(textOf(data["startedAt"])) ?? occurredAt - (durationSeconds + unknownSeconds) * 1000;
  const roomId = typeof data["roomId"] === "string" ? data["roomId"] : null;
  const counted = { durationSeconds, unknownSeconds, unknownSince: null };
  return { startedAt, endedAt: occurredAt, roomId, ...counted, ...describedOf(data) };
}

/** A broadcast as the API shows it. */
export const broadcastView = ({
  startedAt,
  endedAt,
  roomId,
  durationSeconds,
  unknownSeconds,
  title,
  peakViewers,
  unknownSince,
}: Broadcast) => ({
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
  roomId,
  durationSeconds,
  unknownSeconds,
  title,
  peakViewers,
  unknownSince: isoOrNull(unknownSince),
});
