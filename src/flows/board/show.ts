import { boardDelivery, type BoardContent } from "../../core/board.ts";
import type { DeliveryStatus } from "../../core/delivery.ts";
import { canonical, type Json } from "../../core/json.ts";
import type { HealthSnapshot } from "../../core/pulse.ts";
import { contentOf, type Seen } from "./content.ts";

/** A board, with how its message stands. */
export interface StandingBoard {
  id: string;
  channelId: string;
  watchlistId: string | null;
  /** What its message says, or was to say; null for nothing yet. */
  content: BoardContent | null;
  shownAt: number;
  channel: { enabled: boolean; updatedAt: number };
  /** The delivery of its message; null before the first. `busy`: a run is sending it. */
  delivery: { status: DeliveryStatus; madeAt: number; sentAt: number | null; busy: boolean } | null;
}

export interface BoardDeps {
  standing(now: number): Promise<StandingBoard[]>;
  /**
   * Who is on air, some hundred at the most, and how the system is; where not all of them were read, also who is of each of these
   * watchlists, of all together some hundred.
   */
  airing(
    watchlistIds: string[],
  ): Promise<{ all: Seen; ofLists: Map<string, Seen>; unknown: Map<string, number>; pulse: HealthSnapshot }>;
  /** Keeps what they say, and has each message sent or edited; what waits to be sent already says it then. */
  bring(
    boards: { id: string; deliveryId: string; channelId: string; content: BoardContent }[],
    now: number,
  ): Promise<void>;
}

/** No message is edited sooner after the last time: chats count edits, and nobody reads faster. */
const APART_MS = 30_000;

/** It is said anew so often where nothing changes: it tells that somebody still looks, and finds out that it was deleted. */
const REFRESHED_MS = 900_000;

/** Has those boards brought up to date that say something else than how things are at `now` (tick time). */
export async function showBoards(now: number, deps: BoardDeps): Promise<number> {
  const standing = (await deps.standing(now)).filter((one) => mayChange(one, now));
  if (standing.length === 0) return 0;
  const {
    all,
    ofLists,
    unknown,
    pulse: healthSnapshot,
  } = await deps.airing([...new Set(standing.flatMap((one) => one.watchlistId ?? []))]);
  const changed = standing.flatMap((one) => {
    const ofList = one.watchlistId === null ? all : { ...all, unknown: unknown.get(one.watchlistId) ?? 0 };
    const seen = ofLists.get(one.watchlistId ?? "") ?? ofList;
    const content = contentOf(one.watchlistId, { ...seen, pulse: healthSnapshot }, now);
    if (!isDue(one, content, now)) return [];
    const { id, channelId } = one;
    return { id, channelId, content, deliveryId: boardDelivery(id, channelId) };
  });
  if (changed.length > 0) await deps.bring(changed, now);
  return changed.length;
}

/** False for one whose message is just being sent or was a moment ago, and for one whose channel is off. */
const mayChange = ({ channel, shownAt, delivery }: StandingBoard, now: number): boolean =>
  channel.enabled && delivery?.busy !== true && now - Math.max(shownAt, delivery?.sentAt ?? 0) >= APART_MS;

function isDue({ content: before, shownAt, channel, delivery }: StandingBoard, content: BoardContent, now: number) {
  if (before === null || delivery === null || now - shownAt >= REFRESHED_MS) return true;
  const failed = delivery.status === "dead" || delivery.status === "suppressed";
  if (failed && channel.updatedAt > delivery.madeAt) return true;
  return canonical(before as unknown as Json) !== canonical(content as unknown as Json);
}
