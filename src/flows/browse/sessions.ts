import type { Horizon } from "../../core/knowledge.ts";
import {
  broadcastView,
  closedBroadcast,
  endedAfter,
  openBroadcast,
  type Broadcast,
  type BroadcastDeps,
} from "./broadcasts.ts";
import type { Listed, Page, SeqKey } from "./page.ts";
import type { ListKey } from "./creators.ts";
import type { AiringLook, Looked } from "./on-air-looks.ts";
import type { Airing } from "./status.ts";

/** A broadcast with whose it was, under the name of then. */
export interface Session extends Broadcast {
  targetId: string;
  targetName: string | null;
}

export interface SessionDeps extends BroadcastDeps {
  onAirByName(look: AiringLook): Promise<Looked>;
}

export interface SessionFilter {
  watchlistId?: string | undefined;
  /** Bounds of `startedAt`, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
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
  const { watchlistId, since, until } = filter;
  const ended = await endedAfter(
    open.items.length,
    { watchlistId, startedSince: since, startedUntil: until },
    { limit, after: isEnd(after) ? after : null },
    deps,
  );
  const closed = ended.items.map((end) => ({
    ...closedBroadcast(end),
    targetId: end.targetId ?? "",
    targetName: end.target?.name ?? null,
  }));
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
function openOf(
  airing: Airing[],
  { since = -Infinity, until = Infinity }: SessionFilter,
  horizon: Horizon,
  last: OpenKey[1],
): Session[] {
  const open = airing.flatMap((one): Session[] => {
    const broadcast = openBroadcast(one, horizon);
    return broadcast === null ? [] : [{ ...broadcast, targetId: one.id, targetName: one.name }];
  });
  return open
    .filter(({ startedAt }) => startedAt >= since && startedAt <= until)
    .sort((a, b) => byKey([a.startedAt, a.targetId], [b.startedAt, b.targetId]))
    .filter((one) => last === null || byKey(last, [one.startedAt, one.targetId]) < 0);
}

const byKey = ([at, id]: [number, string], [otherAt, otherId]: [number, string]): number =>
  otherAt - at || (id < otherId ? -1 : id === otherId ? 0 : 1);

/** A session as the API shows it. */
export const sessionView = ({ targetId, targetName, ...broadcast }: Session) => ({
  targetId,
  targetName,
  ...broadcastView(broadcast),
});
