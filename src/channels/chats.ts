import type { Preview } from "./preview/preview.ts";
import { channelKinds, type AnyChannelKind } from "./registry.ts";

/** A chat that people read, with the kind that shows what is sent there. */
export interface Chat {
  preview: Preview;
  kind: AnyChannelKind;
}

/** Every chat once, of the first kind that goes there, in the order of their names; a program's channel is none. */
const chats: Chat[] = Object.values(channelKinds)
  .flatMap((kind) => (kind.preview === undefined ? [] : [{ preview: kind.preview, kind }]))
  .filter(({ preview }, index, all) => all.findIndex((one) => one.preview.chat === preview.chat) === index)
  .toSorted((a, b) => (a.preview.chat < b.preview.chat ? -1 : 1));

/** The chats, that of a kind of channel first. */
export const chatsFrom = (kind: string): Chat[] => {
  const own = channelKinds[kind]?.preview?.chat;
  return [
    ...chats.filter(({ preview }) => preview.chat === own),
    ...chats.filter(({ preview }) => preview.chat !== own),
  ];
};
