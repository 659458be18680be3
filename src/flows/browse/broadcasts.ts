import type { Event } from "../../core/event.ts";
import { instantOf } from "../../core/instant-of.ts";
import { iso, isoOrNull } from "../../core/instant.ts";
import type { Json } from "../../core/json.ts";
import { onAirOf, toldOf } from "../../targets/on-air.ts";
import type { EventFilter } from "./filters.ts";
import type { Listed, Page, SeqKey } from "./page.ts";
import type { Target } from "../../resources/targets/form.ts";

/** One broadcast of a live target; `endedAt` is null while it lasts. Instants are epoch ms. */
export interface Broadcast {
  startedAt: number;
  endedAt: number | null;
  roomId: string | null;
  durationSeconds: number;
  /** What the creator called it; null where nobody said. */
  title: string | null;
  /** The most viewers that any poll saw; null where none was told how many there are. */
  peakViewers: number | null;
}

export interface BroadcastDeps {
  list(filter: EventFilter, page: Page<SeqKey>): Promise<Listed<Event, SeqKey>>;
  now(): Promise<number>;
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
  const open = page.after === null ? openBroadcast(target, await deps.now()) : null;
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

/** The broadcast that lasts at `now`, null where there is none. */
export function openBroadcast(target: Pick<Target, "kind" | "state">, now: number): Broadcast | null {
  const onAir = onAirOf(target);
  if (onAir === null) return null;
  return { ...onAir, endedAt: null, durationSeconds: Math.max(0, Math.round((now - onAir.startedAt) / 1000)) };
}

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** The broadcast that a `live.ended` event closes. */
export function closedBroadcast({ occurredAt, data }: Pick<Event, "occurredAt" | "data">): Broadcast {
  const durationSeconds = Number(data["durationSeconds"] ?? 0);
  const startedAt = instantOf(textOf(data["startedAt"])) ?? occurredAt - durationSeconds * 1000;
  const roomId = typeof data["roomId"] === "string" ? data["roomId"] : null;
  return { startedAt, endedAt: occurredAt, roomId, durationSeconds, ...toldOf(data) };
}

/** A broadcast as the API shows it. */
export const broadcastView = ({ startedAt, endedAt, roomId, durationSeconds, title, peakViewers }: Broadcast) => ({
  startedAt: iso(startedAt),
  endedAt: isoOrNull(endedAt),
  roomId,
  durationSeconds,
  title,
  peakViewers,
});
