import type { Preview } from "./preview/preview.ts";
import { channelKinds, type AnyChannelKind } from "./registry.ts";

/** A chat that people read, with a kind that can show messages there. */
export interface Chat {
  preview: Preview;
  kind: AnyChannelKind;
}

/** All chats by name, each with the first kind that sends there. Kinds for programs are left out. */
const chats: Chat[] = Object.values(channelKinds)
  .flatMap((kind) => (kind.preview === undefined ? [] : [{ preview: kind.preview, kind }]))
  .filter(({ preview }, index, all) => all.findIndex((one) => one.preview.chat === preview.chat) === index)
  .toSorted((a, b) => (a.preview.chat < b.preview.chat ? -1 : 1));

/** The chat of a kind of channel; all chats for a kind that programs read. */
export const chatsOf = (kind: string): Chat[] => {
  const own = channelKinds[kind]?.preview?.chat;
  return chats.filter(({ preview }) => (own === undefined ? preview.alone !== true : preview.chat === own));
};
