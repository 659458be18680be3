import type { ApiBases, OutboundRequest, Sending } from "../../channels/kind.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { derivedId } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import type { Message, Phrase } from "../../core/notice.ts";
import { boardMessage, type DisplayedBoard, placeholderMessage } from "../../features/boards/message/notice.ts";
import type { Edition } from "../../features/digests/message/digest.ts";
import { type Draw, type PictureDeps, picturesFor } from "../../features/digests/message/pictures.ts";
import { chartsOf, dataOf, reportOf, restUrlOf } from "../../features/digests/message/report.ts";
import { type TableDeps, tablesFor, tablesTaken } from "../../features/digests/message/tables.ts";
import { messageOf, type UnsubscribeDeps, unsubscribeUrlFor } from "./message.ts";
import { threadNameOf } from "./outbox-due.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import { chatWords } from "../../features/chats/message/words/words.ts";

export interface WordingDeps extends UnsubscribeDeps {
  wallNow: () => number;
  /** The base addresses of the bots' APIs. */
  bases: ApiBases;
  /** `drawer` returns null if nothing can be drawn. Messages are complete without pictures. */
  pictures: Omit<PictureDeps, "draw"> & Pick<TableDeps, "writeTable"> & { drawer: () => Promise<Draw | null> };
  /** Kinds of channels whose services may ask us when somebody presses a button. */
  presses: ReadonlySet<string>;
  /** The default language (LANGUAGE) if neither a digest nor its channel has one. */
  language: Language;
}

/**
 * The request of one attempt, or why there is nothing to send. `edit` is the message to edit; `thread` is the thread
 * for a new message, null to open one.
 */
export type Wording = (
  edit: string | null,
  plain: boolean,
  thread: string | null,
) => OutboundRequest | { nothing: string };

/** The lines of a message: all lines once it is edited, and the new ones. */
export interface Lines {
  all: DeliveryItem[];
  own: DeliveryItem[];
}

/** Renders a message in the channel's format. */
const rendered = (
  { id: channelId, kind: kindName, settings, language }: TakenChannel,
  { id: deliveryId }: TakenDelivery,
  { thread, ...said }: Pick<Sending<unknown>, "message" | "edit" | "plain"> & { thread: string | null },
  deps: WordingDeps,
): OutboundRequest => {
  const { wallNow, bases, language: usual } = deps;
  const kind = channelKinds[kindName]!;
  const name = threadNameOf(kind, settings, said.message, language ?? usual);
  const place = name === null ? {} : { thread: { id: thread, name } };
  const leaving = unsubscribeUrlFor(kind, channelId, settings, deps);
  return kind.render({ settings, deliveryId, ...said, ...place, ...leaving, at: wallNow(), bases });
};

/** Whether a button that is pressed in a channel is answered. */
function asks({ kind, settings, linked }: TakenChannel): boolean {
  const address = channelKinds[kind]!.chatAddress;
  if (address === undefined) return true;
  const own = address(settings);
  return own !== null && linked.includes(own);
}

/**
 * The buttons of an alert about one broadcast that goes on, and who takes care of it. Other messages have none, so an
 * end removes them.
 */
function withPresses(message: Message, channel: TakenChannel): Message {
  const [item, ...others] = message.items;
  if (item === undefined || others.length > 0 || item.notice.tone !== "live") return message;
  const words = chatWords[message.language];
  const { event, notice } = item;
  const { claim } = event;
  const claimed = claim === undefined ? [] : ["\n", ...words.claimedBy(claim.name, { at: claim.at, style: "time" })];
  const below = (body: Phrase[]): Phrase[] => (claimed.length === 0 ? body : [...body, ...claimed]);
  const push = notice.push === undefined ? undefined : { ...notice.push, body: below(notice.push.body) };
  return {
    ...message,
    items: [{ event, notice: { ...notice, body: below(notice.body), push } }],
    presses: !asks(channel)
      ? []
      : [
          { label: words.snoozeHour, id: `hour:${event.id}` },
          { label: words.snoozeEnd, id: `end:${event.id}` },
          { label: claim === undefined ? words.claim : words.hasIt(claim.name), id: `claim:${event.id}` },
        ],
  };
}

/** Writes messages about events. Edits are silent. */
export const eventWording =
  (
    channel: TakenChannel,
    delivery: TakenDelivery,
    lines: Lines,
    events: Map<string, Event>,
    silent: boolean,
    deps: WordingDeps,
  ): Wording =>
  (edit, plain, thread) => {
    const standing = lines.all.filter(({ removes }) => !removes);
    const message = messageOf(edit === null ? lines.own : standing, events, silent, channel.language ?? deps.language);
    if (message.items.length === 0) return { nothing: "its events are no longer stored" };
    const asking = deps.presses.has(channel.kind) ? withPresses(message, channel) : message;
    return rendered(channel, delivery, { message: asking, edit, plain, thread }, deps);
  };

/**
 * The idempotency key of a board's message: the same while one message is being posted, another one for the replacement
 * of a deleted message.
 */
export const postedAs = ({ id, board, messageRef }: TakenDelivery): string =>
  board === null || messageRef === null ? id : derivedId("dlv", id, messageRef);

/**
 * Writes messages of a board. A message is posted as a placeholder, and edits add the content. If the board has moved
 * or was deleted, the message states that it is no longer updated.
 */
export const boardWording =
  (channel: TakenChannel, delivery: TakenDelivery, board: DisplayedBoard | null, deps: WordingDeps): Wording =>
  (edit, plain, thread) => {
    const here = board?.channelId === channel.id ? board : null;
    const language = channel.language ?? deps.language;
    const at = deps.wallNow();
    if (edit === null) {
      if (here === null) return { nothing: "its board no longer exists" };
      const posted = { ...delivery, id: postedAs(delivery) };
      return rendered(
        channel,
        posted,
        { message: placeholderMessage(here, posted.id, at, language), edit, plain, thread },
        deps,
      );
    }
    const message = boardMessage(here, delivery.id, at, language);
    return rendered(channel, delivery, { message, edit, plain, thread }, deps);
  };

/** Writes the message of a digest edition, with the pictures that can be drawn; as plain text without any. */
export const digestWording =
  (
    channel: TakenChannel,
    delivery: TakenDelivery,
    { edition, draw }: { edition: Edition | null; draw: Draw | null },
    deps: WordingDeps,
  ): Wording =>
  (_edit, plain) => {
    if (edition === null || edition.content === null) return { nothing: "its digest is no longer stored" };
    const kind = channelKinds[channel.kind]!;
    const written = { ...edition, content: edition.content };
    const language = edition.digest.language ?? channel.language ?? deps.language;
    const takes = plain ? "none" : kind.pictures;
    const charts = takes === "none" ? {} : chartsOf(written, language);
    const pictures = picturesFor(takes, charts, edition.pictureKey, language, { ...deps.pictures, draw });
    const tables = tablesFor(tablesTaken(kind, plain), written, edition.pictureKey, language, deps.pictures);
    const report = reportOf(
      written,
      { pictures, tables, restUrl: restUrlOf(edition.digestId, written, deps.pictures.publicUrl) },
      language,
    );
    return kind.report({
      settings: channel.settings,
      deliveryId: delivery.id,
      report,
      data: dataOf(edition.digestId, written, report.headline, deps.pictures.publicUrl),
      writtenAt: edition.madeAt,
      at: deps.wallNow(),
      plain,
      bases: deps.bases,
      ...unsubscribeUrlFor(kind, channel.id, channel.settings, deps),
    });
  };
