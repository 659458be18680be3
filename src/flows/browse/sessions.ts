import type { Horizon } from "../../core/knowledge.ts";
import {
  broadcastView,
  closedBroadcast,
  endedAfter,
  openBroadcast,
  secondsWithin,
  type Broadcast,
  type BroadcastDeps,
} from "./broadcasts.ts";
import type { Listed, Page, SeqKey } from "./page.ts";
import type { ListKey } from "./creators.ts";
import type { AiringLook, Looked } from "./on-air-looks.ts";

/** A broadcast with whose it was, under the name of then. */
export interface Session extends Broadcast {
  targetId: string;
  targetName: string | null;
  watchlistId: string | null;
  /** As `durationSeconds`, of the period alone that was asked for. */
  secondsWithin: number;
}

/** A session with the watchlist that it belongs to; null where that is gone. */
export interface ListedSession extends Session {
  list: { name: string; timezone: string | null } | null;
}

export interface SessionDeps extends BroadcastDeps {
  onAirByName(look: AiringLook): Promise<Looked>;
}

export interface SessionFilter {
  watchlistId?: string | undefined;
  /** Bounds of `startedAt`, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** True for those too that began before `since` and lasted until then or longer. */
  overlapping?: boolean | undefined;
}

/** Places between which those on air are listed together; null for the first and the last of all. */
type Span = [after: ListKey | null, until: ListKey | null];

/** Within a span, after one of them; null before the first. */
type OpenKey = [span: Span, after: [startedAt: number, targetId: string] | null];

/** Where a page goes on: among those that last, or after an end. */
export type SessionKey = SeqKey | OpenKey;

/** As many on air are read together, and listed the newest first: whoever started last is no place that an index leads to. */
const TOGETHER = 200;

/** So often for one page: where few of them are asked for it is short, and goes on. */
const MAX_LOOKS = 2;

const isEnd = (key: SessionKey | null): key is SeqKey => key?.length === 1;

/**
 * The broadcasts of all targets: those that last, then those whose end was told, the newest end first. Of those that last the
 * newest come first; where they are more than two hundred, two hundred after two hundred, list by list and by name.
 */
export async function sessions(
  filter: SessionFilter,
  { limit, after }: Page<SessionKey>,
  deps: SessionDeps,
): Promise<Listed<Session, SessionKey>> {
  const open = isEnd(after) ? { items: [], next: null } : await openAfter(filter, { limit, after }, deps);
  if (open.next !== null) return open;
  const { watchlistId, since, until, overlapping } = filter;
  const ended = await endedAfter(
    open.items.length,
    { watchlistId, [overlapping === true ? "occurredSince" : "startedSince"]: since, startedUntil: until },
    { limit, after: isEnd(after) ? after : null },
    deps,
  );
  const closed = ended.items.map((end): Session => {
    const broadcast = closedBroadcast(end);
    return {
      ...broadcast,
      targetId: end.targetId ?? "",
      targetName: end.target?.name ?? null,
      watchlistId: end.watchlistId,
      secondsWithin: secondsWithin(broadcast, spanOf(filter), end.occurredAt),
    };
  });
  return { items: [...open.items, ...closed], next: ended.next };
}

/** Those that last; `next` is null where nobody else is on air. */
async function openAfter(
  filter: SessionFilter,
  { limit, after }: Page<OpenKey>,
  deps: SessionDeps,
): Promise<Listed<Session, OpenKey>> {
  const horizon = await deps.horizon();
  const items: Session[] = [];
  let [span, last]: OpenKey = after ?? [[null, null], null];
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { airing, last: end } = await deps.onAirByName({
      watchlistId: filter.watchlistId ?? null,
      after: span[0],
      until: span[1],
      most: Math.max(TOGETHER, limit),
    });
    const open = openOf(airing, filter, horizon, last);
    const room = limit - items.length;
    items.push(...open.slice(0, room));
    // Who comes meanwhile moves nobody to another span.
    const whole: Span = [span[0], span[1] ?? end];
    if (open.length > room) {
      const { startedAt, targetId } = items.at(-1)!;
      return { items, next: [whole, [startedAt, targetId]] };
    }
    if (whole[1] === null) return { items, next: null };
    [span, last] = [[whole[1], null], null];
    if (items.length === limit) break;
  }
  return { items, next: [span, last] };
}

/** The broadcasts of these that last, newest first, of those that are asked for after `last`. */
function openOf(airing: Looked["airing"], filter: SessionFilter, horizon: Horizon, last: OpenKey[1]): Session[] {
  const { now } = horizon;
  const span = spanOf(filter);
  const open = airing.flatMap((one): Session[] => {
    const broadcast = openBroadcast(one, horizon);
    if (broadcast === null) return [];
    const of = { targetId: one.id, targetName: one.name, watchlistId: one.watchlistId };
    return [{ ...broadcast, ...of, secondsWithin: secondsWithin(broadcast, span, now) }];
  });
  return open
    .filter(({ startedAt }) => (filter.overlapping === true ? now : startedAt) >= span.from && startedAt <= span.to)
    .sort((a, b) => byKey([a.startedAt, a.targetId], [b.startedAt, b.targetId]))
    .filter((one) => last === null || byKey(last, [one.startedAt, one.targetId]) < 0);
}

const spanOf = ({ since = -Infinity, until = Infinity }: SessionFilter) => ({ from: since, to: until });

const byKey = ([at, id]: [number, string], [otherAt, otherId]: [number, string]): number =>
  otherAt - at || (id < otherId ? -1 : id === otherId ? 0 : 1);

/** The watchlists of a page's sessions, of those that `known` finds. */
export async function withLists(
  { items, next }: Listed<Session, SessionKey>,
  known: (ids: string[]) => Promise<{ id: string; name: string; timezone: string | null }[]>,
): Promise<Listed<ListedSession, SessionKey>> {
  const ids = [...new Set(items.flatMap(({ watchlistId }) => watchlistId ?? []))];
  const lists = new Map((ids.length === 0 ? [] : await known(ids)).map((list) => [list.id, list]));
  return { items: items.map((one) => ({ ...one, list: lists.get(one.watchlistId ?? "") ?? null })), next };
}

/** A session as the API shows it. */
export const sessionView = ({
  targetId,
  targetName,
  watchlistId,
  list,
  secondsWithin: within,
  ...broadcast
}: ListedSession) => ({
  targetId,
  targetName,
  ...broadcastView(broadcast),
  secondsWithin: within,
  watchlistId,
  watchlistName: list?.name ?? null,
  timezone: list?.timezone ?? null,
});
