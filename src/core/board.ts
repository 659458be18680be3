import { derivedId } from "./ids.ts";

/** Somebody who is live, or was when that was known last. Instants are epoch ms. */
interface BoardLine {
  name: string;
  title: string | null;
  url: string | null;
  startedAt: number;
  /** Since when nobody knows whether it lasts; left out while that is known. */
  unknownSince?: number;
}

/** What a board says: who is on air, the latest start first. Instants are epoch ms. */
export interface BoardContent {
  onAir: BoardLine[];
  /** How many more there are; `atLeast` where nobody counted to the end. */
  more: number;
  atLeast: boolean;
  /** How many creators there are of whom nobody knows whether they are live, and whether some were not checked yet. */
  unknown?: number;
  unchecked?: boolean;
  /** Since when nobody knows; null while all is known. */
  blindSince: number | null;
}

/** The delivery that keeps a board's message in a channel: always the same, so that it edits its own message. */
export const boardDelivery = (boardId: string, channelId: string): string => derivedId("dlv", boardId, channelId);
