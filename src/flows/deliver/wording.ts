import type { ApiBases } from "../../channels/kind.ts";
import type { OutboundRequest, Sending } from "../../channels/kind.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { derivedId } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import { boardMessage, placeholderMessage, type ShownBoard } from "../board/notice.ts";
import type { Edition } from "../digest/digest.ts";
import { picturesFor, type Draw, type PictureDeps } from "../digest/pictures.ts";
import { chartsOf, dataOf, reportOf } from "../digest/report.ts";
import { messageOf } from "./message.ts";
import { threadNameOf } from "./threads.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";

export interface WordingDeps {
  wallNow: () => number;
  /** Where the bots' APIs are. */
  bases: ApiBases;
  /** Null where nothing can be drawn: the words say it all. */
  pictures: Omit<PictureDeps, "draw"> & { drawer: () => Promise<Draw | null> };
  /** What is told where neither a digest nor its channel says (LANGUAGE). */
  language: Language;
}

/**
 * What one attempt says: the request, or why there is nothing to say. `edit` is the message to bring up to date, `thread` the thread
 * that a new one goes to, null for one that it begins.
 */
export type Wording = (
  edit: string | null,
  plain: boolean,
  thread: string | null,
) => OutboundRequest | { nothing: string };

/** The lines of a message: all that it says once it is edited, and what is new in it. */
export interface Lines {
  all: DeliveryItem[];
  own: DeliveryItem[];
}

/** The request for a message, in the channel's form. */
const rendered = (
  { kind, settings, language }: TakenChannel,
  { id: deliveryId }: TakenDelivery,
  { thread, ...said }: Pick<Sending<unknown>, "message" | "edit" | "plain"> & { thread: string | null },
  { wallNow, bases, language: usual }: WordingDeps,
): OutboundRequest => {
  const name = threadNameOf(channelKinds[kind]!, settings, said.message, language ?? usual);
  const place = name === null ? {} : { thread: { id: thread, name } };
  return channelKinds[kind]!.render({ settings, deliveryId, ...said, ...place, at: wallNow(), bases });
};

/** Words for events; what brings a message up to date is silent. */
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
    if (message.items.length === 0) return { nothing: "its events are no longer kept" };
    return rendered(channel, delivery, { message, edit, plain, thread }, deps);
  };

/**
 * What the destination remembers a board's message by: the same while one message is being posted, another one for the message
 * that takes the place of a deleted one.
 */
export const postedAs = ({ id, board, messageRef }: TakenDelivery): string =>
  board === null || messageRef === null ? id : derivedId("dlv", id, messageRef);

/**
 * Words for a board: it is posted as a placeholder, and only an edit says how things stand; where it stands elsewhere now,
 * or no more, that it is over.
 */
export const boardWording =
  (channel: TakenChannel, delivery: TakenDelivery, board: ShownBoard | null, deps: WordingDeps): Wording =>
  (edit, plain, thread) => {
    const here = board?.channelId === channel.id ? board : null;
    const language = channel.language ?? deps.language;
    const at = deps.wallNow();
    if (edit === null) {
      if (here === null) return { nothing: "its board is no longer kept" };
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

/** Words for a digest's edition, with the pictures that can be drawn; in plain words without any. */
export const digestWording =
  (
    channel: TakenChannel,
    delivery: TakenDelivery,
    { edition, draw }: { edition: Edition | null; draw: Draw | null },
    deps: WordingDeps,
  ): Wording =>
  (_edit, plain) => {
    if (edition === null || edition.content === null) return { nothing: "its digest is no longer kept" };
    const kind = channelKinds[channel.kind]!;
    const written = { ...edition, content: edition.content };
    const language = edition.digest.language ?? channel.language ?? deps.language;
    const takes = plain ? "none" : kind.pictures;
    const charts = takes === "none" ? {} : chartsOf(written, language);
    const pictures = picturesFor(takes, charts, edition.pictureKey, language, { ...deps.pictures, draw });
    const report = reportOf(written, pictures, language);
    return kind.report({
      settings: channel.settings,
      deliveryId: delivery.id,
      report,
      data: dataOf(edition.digestId, written, report.headline, deps.pictures.publicUrl),
      writtenAt: edition.madeAt,
      at: deps.wallNow(),
      plain,
      bases: deps.bases,
    });
  };
