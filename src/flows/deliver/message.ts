import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import { filledTemplate } from "../../core/template.ts";
import type { Mention, Message, Notice } from "../../core/notice.ts";
import { eventTypes } from "../../targets/events.ts";

/** The words for an event, brought up to date by a later one where there is one. */
function noticeOf({ template, updateTemplate }: DeliveryItem, event: Event, update: Event | undefined): Notice {
  const row = eventTypes[event.type];
  if (row === undefined) throw new Error(`no words for the event type ${event.type}`);
  const notice = row.words(event, update);
  const own = update === undefined ? template : updateTemplate;
  if (own === undefined) return notice;
  const text = filledTemplate(own, update ?? event);
  return { ...notice, title: text, line: [text] };
}

/** The message of a delivery: a line an event, mentions added up. Events that are no longer kept are left out. */
export function messageOf(items: DeliveryItem[], events: Map<string, Event>, silent: boolean): Message {
  const lines = items.flatMap((item) => {
    const { event, update } = item;
    const known = events.get(event);
    return known === undefined
      ? []
      : { event: known, notice: noticeOf(item, known, update === undefined ? undefined : events.get(update)) };
  });
  lines.sort((a, b) => a.event.detectedAt - b.event.detectedAt || (orderOf(a.event) < orderOf(b.event) ? -1 : 1));
  const mentions = new Map<string, Mention>(
    silent ? [] : items.flatMap((item) => item.mentions.map((one): [string, Mention] => [JSON.stringify(one), one])),
  );
  return { items: lines, mentions: [...mentions.values()] };
}

/** Within a tick what belongs together stands together: by the sort of news, then by name. */
const orderOf = ({ type, target, id }: Event): string => `${type.split(".")[0]} ${target?.name ?? ""} ${id}`;

/**
 * The lines of a message that stands after `updates` came: an end replaces the words of its start, all else is a line of its own.
 * `at` (tick time) is when they come into a message that stands already; null where all goes out together.
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
      start.update = update.event;
      if (at !== null) start.updatedAt = at;
      if (update.template !== undefined) start.updateTemplate = update.template;
    } else if (!lines.some(({ event }) => event === update.event))
      lines.push(at === null ? update : { ...update, addedAt: at });
  }
  return lines;
}
