import {
  broadcastView,
  closedBroadcast,
  endedAfter,
  openBroadcast,
  type Broadcast,
  type BroadcastDeps,
} from "./broadcasts.ts";
import type { Listed, Page, SeqKey } from "./page.ts";
import type { Airing } from "./status.ts";

/** A broadcast with whose it was, under the name of then. */
export interface Session extends Broadcast {
  targetId: string;
  targetName: string | null;
}

export interface SessionDeps extends BroadcastDeps {
  onAir(watchlistId: string | null, most: number): Promise<Airing[]>;
}

export interface SessionFilter {
  watchlistId?: string | undefined;
  /** Bounds of `startedAt`, both inclusive, epoch ms. */
  since?: number | undefined;
  until?: number | undefined;
}

/** Where a page goes on: after one that lasts, or after an end. */
export type SessionKey = SeqKey | [startedAt: number, targetId: string];

/** More are not read, nor told, of those that last. */
const MOST_ON_AIR = 5000;

/** The broadcasts of all targets: those that last, the newest first, then those whose end was told, the newest end first. */
export async function sessions(
  filter: SessionFilter,
  { limit, after }: Page<SessionKey>,
  deps: SessionDeps,
): Promise<Listed<Session, SessionKey>> {
  const open = after?.length === 1 ? [] : await openAfter(after, filter, deps);
  const items = open.slice(0, limit);
  const last = items.at(-1);
  if (last !== undefined && open.length > limit) return { items, next: [last.startedAt, last.targetId] };
  const { watchlistId, since, until } = filter;
  const ended = await endedAfter(
    items.length,
    { watchlistId, startedSince: since, startedUntil: until },
    { limit, after: after?.length === 1 ? after : null },
    deps,
  );
  const closed = ended.items.map((end) => ({
    ...closedBroadcast(end),
    targetId: end.targetId ?? "",
    targetName: end.target?.name ?? null,
  }));
  return { items: [...items, ...closed], next: ended.next };
}

async function openAfter(
  after: [startedAt: number, targetId: string] | null,
  { watchlistId, since = -Infinity, until = Infinity }: SessionFilter,
  deps: SessionDeps,
): Promise<Session[]> {
  const now = await deps.now();
  const all = await deps.onAir(watchlistId ?? null, MOST_ON_AIR);
  const open = all.flatMap((one): Session[] => {
    const broadcast = openBroadcast(one, now);
    return broadcast === null ? [] : [{ ...broadcast, targetId: one.id, targetName: one.name }];
  });
  return open
    .filter(({ startedAt }) => startedAt >= since && startedAt <= until)
    .sort((a, b) => byKey([a.startedAt, a.targetId], [b.startedAt, b.targetId]))
    .filter((one) => after === null || byKey(after, [one.startedAt, one.targetId]) < 0);
}

const byKey = ([at, id]: [number, string], [otherAt, otherId]: [number, string]): number =>
  otherAt - at || (id < otherId ? -1 : id === otherId ? 0 : 1);

/** A session as the API shows it. */
export const sessionView = ({ targetId, targetName, ...broadcast }: Session) => ({
  targetId,
  targetName,
  ...broadcastView(broadcast),
});
