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
import type { Listed, Page, SeqKey } from "../../core/page.ts";
import type { ListKey } from "../creators/creators.ts";
import type { LiveQuery, LivePage } from "../now/live-looks.ts";
import type { SessionAnswer } from "./shape.ts";

/** A stream with its target, under the name that the target had then. */
export interface Session extends Broadcast {
  targetId: string;
  targetName: string | null;
  watchlistId: string | null;
  /** Like `durationSeconds`, but only within the requested period. */
  secondsWithin: number;
}

/** A session with its watchlist; null if that was deleted. */
export interface ListedSession extends Session {
  list: { name: string; timezone: string | null } | null;
}

export interface SessionDeps extends BroadcastDeps {
  onAirByName(look: LiveQuery): Promise<LivePage>;
}

export interface LivePorts {
  /** Some of the live targets, of one watchlist or of all. */
  onAirByName: SessionDeps["onAirByName"];
}

export interface SessionFilter {
  watchlistId?: string | undefined;
  /** Bounds of `startedAt`, inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
  /** Includes sessions that started before `since` and lasted at least until then. */
  overlapping?: boolean | undefined;
}

/** The bounds of a group of live creators; null for none. */
type Span = [after: ListKey | null, until: ListKey | null];

/** A position within a group; null before its first item. */
type OpenKey = [span: Span, after: [startedAt: number, targetId: string] | null];

/** The key of a page: among open sessions, or after an ended one. */
export type SessionKey = SeqKey | OpenKey;

/**
 * The size of groups of live creators, which are read by name and sorted by start. No index has the order of starts.
 */
const TOGETHER = 200;

/** The maximum number of groups per page. A page of rare matches is short and continues. */
const MAX_LOOKS = 2;

const isEnd = (key: SessionKey | null): key is SeqKey => key?.length === 1;

/**
 * The sessions of all targets: open ones, latest start first, then ended ones, latest end first. More than 200 open
 * ones are listed in groups, by watchlist and name.
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

/** The open sessions; `next` is null if there are no more. */
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
    // The group is fixed, so that creators who go live meanwhile do not shift it.
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

/** The open sessions of a group that match the filter, newest first, after `last`. */
function openOf(airing: LivePage["airing"], filter: SessionFilter, horizon: Horizon, last: OpenKey[1]): Session[] {
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

/** Adds the watchlists of a page's sessions, as far as `known` finds them. */
export async function withLists(
  { items, next }: Listed<Session, SessionKey>,
  known: (ids: string[]) => Promise<{ id: string; name: string; timezone: string | null }[]>,
): Promise<Listed<ListedSession, SessionKey>> {
  const ids = [...new Set(items.flatMap(({ watchlistId }) => watchlistId ?? []))];
  const lists = new Map((ids.length === 0 ? [] : await known(ids)).map((list) => [list.id, list]));
  return { items: items.map((one) => ({ ...one, list: lists.get(one.watchlistId ?? "") ?? null })), next };
}

/** A session as the API serializes it. */
export const sessionView = ({
  targetId,
  targetName,
  watchlistId,
  list,
  secondsWithin: within,
  ...broadcast
}: ListedSession): SessionAnswer => ({
  targetId,
  targetName,
  ...broadcastView(broadcast),
  secondsWithin: within,
  watchlistId,
  watchlistName: list?.name ?? null,
  timezone: list?.timezone ?? null,
});

/** A query for imported sessions, which started before an instant (epoch ms). */
export interface ImportedQuery extends Pick<SessionFilter, "since" | "until"> {
  targetId?: string | undefined;
  watchlistIds?: string[] | undefined;
  before: number;
}

/** Reads at most so many imported sessions, latest start first. */
type ImportedSessions = (query: ImportedQuery, max: number) => Promise<Session[]>;

/** The key of a page of imported sessions: below 0, while those of other sessions are above. */
const isImported = (key: unknown): key is SeqKey => Array.isArray(key) && key.length === 1 && Number(key[0]) < 0;

/** Lists sessions that polls saw, and then imported ones. */
export async function withImportedAfter<One extends Broadcast, Key>(
  { limit, after }: Page<Key>,
  seen: (page: Page<Key>) => Promise<Listed<One, Key>>,
  imported: (before: number, max: number) => Promise<One[]>,
): Promise<Listed<One, Key>> {
  const { items, next } = isImported(after) ? { items: [], next: null } : await seen({ limit, after });
  if (next !== null) return { items, next };
  const before = isImported(after) ? -after[0] : Number.MAX_SAFE_INTEGER;
  const room = limit - items.length;
  const more = await imported(before, room + 1);
  const last = room === 0 ? Number.MAX_SAFE_INTEGER : more[room - 1]?.startedAt;
  return {
    items: [...items, ...more.slice(0, room)],
    next: more.length > room ? ([-last!] as unknown as Key) : null,
  };
}

export interface ImportedPorts {
  importedSessions: ImportedSessions;
}
