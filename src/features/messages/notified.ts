import type { DeliveryItem, DeliveryStatus } from "../../core/delivery.ts";
import type { Message } from "./messages.ts";

/** A message about more events than this is one row, under its first event. */
const MAX_APART = 4;

/** What became of an event in one channel. */
export interface Way {
  channelId: string;
  /** The message that decides: what did not arrive, else what did. */
  message: Message;
}

/** An event, or a digest or board, with its channels. */
export interface Notified {
  key: string;
  /** When it was first sent, of the messages that were read, epoch ms. */
  madeAt: number;
  /** What the row's title says: the events of a message, or the message of a digest or board. */
  of: Pick<Message, "digest" | "board" | "items">;
  /** True if it changes an earlier message. */
  edited: boolean;
  /** In the order of first messages. */
  ways: Way[];
}

interface Part {
  key: string;
  items: DeliveryItem[];
}

/** The events that a message is about, each with what its line says. An edit is about what it adds. */
function partsOf({ id, digest, board, edition, edits, items }: Message): Part[] {
  if (board !== null) return [{ key: `board ${board}`, items }];
  if (digest !== null) return [{ key: `digest ${edition ?? id}`, items }];
  const first = items[0];
  if (first === undefined) return [{ key: `message ${id}`, items }];
  if (items.length > MAX_APART) return [{ key: `event ${first.event} and ${items.length - 1}`, items }];
  return items.flatMap((item) => {
    const { update, ...start } = item;
    const updated = update === undefined ? [] : [{ key: `event ${update}`, items: [item] }];
    return edits !== null && update !== undefined
      ? updated
      : [{ key: `event ${item.event}`, items: [start] }, ...updated];
  });
}

/** What decides about an event in a channel, first to last. */
const DECIDES: DeliveryStatus[] = ["dead", "pending", "held", "sent", "suppressed"];

/** Returns the message that decides: without those that were sent again, and those whose summary was sent. */
function decisive(all: Message[]): Message {
  const replaced = new Set(all.flatMap(({ replayOf }) => replayOf ?? []));
  const ids = new Set(all.map(({ id }) => id));
  const last = all.filter(({ id, summary }) => !replaced.has(id) && (summary === null || !ids.has(summary)));
  return (last.length === 0 ? all : last).toSorted(
    (a, b) => DECIDES.indexOf(a.status) - DECIDES.indexOf(b.status) || b.seq - a.seq,
  )[0]!;
}

/** Folds messages into events, the latest first: one row each, with its channels, replays and edits inside. */
export function notifiedOf(messages: Message[]): Notified[] {
  const oldestFirst = messages.toSorted((a, b) => a.seq - b.seq);
  const parts = oldestFirst.flatMap((message) => partsOf(message).map((part) => ({ message, ...part })));
  return [...Map.groupBy(parts, ({ key }) => key).values()]
    .map((all, place) => {
      const { key, message, items } = all[0]!;
      const byChannel = Map.groupBy(all, (one) => one.message.channelId);
      const notified: Notified = {
        key,
        madeAt: message.madeAt,
        of: { digest: message.digest, board: message.board, items },
        edited: all.every((one) => one.message.edits !== null),
        ways: [...byChannel].map(([channelId, its]) => ({
          channelId,
          message: decisive(its.map((one) => one.message)),
        })),
      };
      return { notified, place };
    })
    .sort((a, b) => b.notified.madeAt - a.notified.madeAt || b.place - a.place)
    .map(({ notified }) => notified);
}
