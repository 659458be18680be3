import { type BoardContent, boardDelivery, type DeliveryStatus } from "../../../core/delivery.ts";
import { canonical, type Json } from "../../../core/json.ts";
import type { HealthSnapshot } from "../../../core/health-snapshot.ts";
import { contentOf, type LiveTargets } from "../message/content.ts";

/** A board and the state of its message. */
export interface BoardState {
  id: string;
  channelId: string;
  watchlistId: string | null;
  /** What its message says, or will say; null for nothing yet. */
  content: BoardContent | null;
  shownAt: number;
  channel: { enabled: boolean; updatedAt: number };
  /** The delivery of its message; null before the first. `busy`: a run is sending it. */
  delivery: { status: DeliveryStatus; madeAt: number; sentAt: number | null; busy: boolean } | null;
}

export interface BoardDeps {
  standing(now: number): Promise<BoardState[]>;
  /**
   * Creators who are live, about a hundred at most, and the health snapshot. If not all were read, also those of each
   * of these watchlists, about a hundred in total.
   */
  airing(watchlistIds: string[]): Promise<{
    all: LiveTargets;
    ofLists: Map<string, LiveTargets>;
    unknown: Map<string, number>;
    pulse: HealthSnapshot;
  }>;
  /** Stores the contents and has each message sent or edited. Deliveries that are still waiting use the new content. */
  queue(
    boards: { id: string; deliveryId: string; channelId: string; content: BoardContent }[],
    now: number,
  ): Promise<void>;
}

/** The minimum time between two edits of a message: chats limit edits, and nobody reads faster. */
const APART_MS = 30_000;

/** Unchanged boards are edited this often. It shows that they are still maintained, and detects deleted messages. */
const REFRESHED_MS = 900_000;

/** Updates all boards whose content has changed at `now` (tick time). Returns their number. */
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
  if (changed.length > 0) await deps.queue(changed, now);
  return changed.length;
}

/** False while its message is being sent or was just sent, and if its channel is disabled. */
const mayChange = ({ channel, shownAt, delivery }: BoardState, now: number): boolean =>
  channel.enabled && delivery?.busy !== true && now - Math.max(shownAt, delivery?.sentAt ?? 0) >= APART_MS;

function isDue({ content: before, shownAt, channel, delivery }: BoardState, content: BoardContent, now: number) {
  if (before === null || delivery === null || now - shownAt >= REFRESHED_MS) return true;
  const failed = delivery.status === "dead" || delivery.status === "suppressed";
  if (failed && channel.updatedAt > delivery.madeAt) return true;
  return canonical(before as unknown as Json) !== canonical(content as unknown as Json);
}
