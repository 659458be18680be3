import { madeId } from "./ids.ts";

/** What a board says: who is on air, the latest start first. Instants are epoch ms. */
export interface BoardContent {
  onAir: { name: string; title: string | null; url: string | null; startedAt: number }[];
  /** How many more there are; `atLeast` where nobody counted to the end. */
  more: number;
  atLeast: boolean;
  /** Since when nobody knows; null while all is known. */
  blindSince: number | null;
}

/** The delivery that keeps a board's message in a channel: always the same, so that it edits its own message. */
export const boardDelivery = (boardId: string, channelId: string): string => madeId("dlv", boardId, channelId);
