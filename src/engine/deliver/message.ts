import type { AnyChannelKind } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import { filledTemplate } from "../../core/template.ts";
import type { Mention, Message, MessageItem, Notice } from "../../core/notice.ts";
import type { UnsubscribeLinks } from "../../core/unsubscribe-links.ts";
import { eventTypes } from "../../kinds/events.ts";

export interface UnsubscribeDeps {
  unsubscribeLinks: Pick<UnsubscribeLinks, "to">;
}

/**
 * Where the recipients of a channel unsubscribe: a link for its only recipient, or for all. Empty if its kind has no
 * recipients who can.
 */
export function unsubscribeUrlFor(
  { unsubscribing }: Pick<AnyChannelKind, "unsubscribing">,
  channelId: string,
  settings: unknown,
  { unsubscribeLinks }: UnsubscribeDeps,
): { unsubscribeUrl?: string | null } {
  if (unsubscribing === undefined) return {};
  const [only = null, ...rest] = unsubscribing.recipients(settings);
  return { unsubscribeUrl: unsubscribeLinks.to(channelId, rest.length === 0 ? only : null) };
}

/** The words of an event, updated by a later event if there is one. */
function noticeOf(
  { template, updateTemplate, unwatched }: DeliveryItem,
  event: Event,
  update: Event | undefined,
  language: Language,
): Notice {
  const row = eventTypes[event.type];
  if (row === undefined) throw new Error(`no words for the event type ${event.type}`);
  if (unwatched !== undefined && update === undefined && row.unwatched !== undefined)
    return row.unwatched(event, language, unwatched);
  const notice = row.words(event, language, update);
  const own = update === undefined ? template : updateTemplate;
  if (own === undefined) return notice;
  const line = filledTemplate(own, update ?? event, notice.url ?? row.words(event, language).url, language);
  const text = line.map((phrase) => (typeof phrase === "string" ? phrase : "")).join("");
  // A title cannot have links, so the template's link starts the body.
  const links = line.filter((phrase) => typeof phrase !== "string");
  const body = links.length === 0 ? notice.body : [...links, "\n", ...notice.body];
  return { ...notice, title: text.trim() === "" ? notice.title : text, push: undefined, body, line, among: null };
}

/**
 * The message of a delivery: one line per event, starts first. It has the mentions of all events, except ends, which
 * ping nobody. Events that are no longer stored are omitted.
 */
export function messageOf(
  items: DeliveryItem[],
  events: Map<string, Event>,
  silent: boolean,
  language: Language,
): Message {
  const lines = items.flatMap((item) => {
    const { event, update } = item;
    const known = events.get(event);
    return known === undefined
      ? []
      : {
          event: known,
          notice: noticeOf(item, known, update === undefined ? undefined : events.get(update), language),
        };
  });
  const keyed = lines.map((line) => ({ line, key: orderOf(line.event) }));
  keyed.sort(
    (a, b) =>
      rankOf(a.line) - rankOf(b.line) || a.line.event.detectedAt - b.line.event.detectedAt || (a.key < b.key ? -1 : 1),
  );
  const pinging = silent ? [] : items.filter((item) => pings(item, events));
  const mentions = new Map<string, Mention>(
    pinging.flatMap((item) => item.mentions.map((one): [string, Mention] => [JSON.stringify(one), one])),
  );
  return { language, items: keyed.map(({ line }) => line), mentions: [...mentions.values()] };
}

/** False for an end, and for a start that is merged with its end, its final update, or whose target is unwatched. */
export function pings({ event, update, unwatched }: DeliveryItem, events: Map<string, Event>): boolean {
  const known = events.get(event);
  if (unwatched !== undefined || known === undefined || eventTypes[known.type]?.ends !== undefined) return false;
  const later = update === undefined ? undefined : events.get(update);
  return update === undefined || (later?.type === known.type && later.data["final"] !== true);
}

/** Starts come first, because readers can still act on them, then ends. */
const rankOf = ({ notice: { tone } }: MessageItem): number => (tone === "live" ? 0 : tone === "over" ? 1 : 2);

/** The order of events that were detected in the same tick: by type, then by name. */
const orderOf = ({ type, target, id }: Event): string => `${type.split(".")[0]} ${target?.name ?? ""} ${id}`;

/** When an event was detected (epoch ms); 0 if it is not stored. */
const foundAt = (id: string | undefined, events: Map<string, Event>): number =>
  id === undefined ? 0 : (events.get(id)?.detectedAt ?? 0);

/**
 * Adds `updates` to the lines of a message. An end replaces the words of its start, or removes it, and so does an update
 * that was found later than the one before; other events become lines. `at` (tick time) is when they are added to an existing message; null if everything is sent together.
 */
export function withUpdates(
  standing: DeliveryItem[],
  updates: DeliveryItem[],
  events: Map<string, Event>,
  at: number | null,
): DeliveryItem[] {
  const lines = standing.map((item) => ({ ...item }));
  for (const update of updates) {
    const start = lines.find(({ event }) => event === events.get(update.event)?.follows?.eventId);
    if (start) {
      if (foundAt(start.update, events) > foundAt(update.event, events)) continue;
      start.update = update.event;
      if (update.removes) start.removes = true;
      if (at !== null) start.updatedAt = at;
      if (update.template !== undefined) start.updateTemplate = update.template;
    } else {
      const same = lines.find(({ event }) => event === update.event);
      if (same === undefined) lines.push(at === null ? { ...update } : { ...update, addedAt: at });
      else if (update.unwatched !== undefined) same.unwatched = update.unwatched;
    }
  }
  return lines;
}
