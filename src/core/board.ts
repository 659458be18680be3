import { derivedId } from "./ids.ts";

/** A creator who is live, or was live when last known. Instants are epoch ms. */
interface BoardLine {
  name: string;
  title: string | null;
  url: string | null;
  startedAt: number;
  /** True if it may have been live earlier, because no check shortly before that saw it offline. */
  startUnseen?: true;
  /** Since when it is unknown whether the stream still runs; omitted while it is known. */
  unknownSince?: number;
}

/** The content of a board: creators who are live, latest start first. Instants are epoch ms. */
export interface BoardContent {
  onAir: BoardLine[];
  /** Live creators beyond those listed; a lower bound where `atLeast` is true. */
  more: number;
  atLeast: boolean;
  /** Creators whose state is unknown, and whether some have never been checked. */
  unknown?: number;
  unchecked?: boolean;
  /** Since when nothing is known; null while polls work. */
  blindSince: number | null;
}

/**
 * The id of the delivery that holds a board's message in a channel. It never changes, so the delivery edits its own
 * message.
 */
export const boardDelivery = (boardId: string, channelId: string): string => derivedId("dlv", boardId, channelId);
