import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import { derivedId } from "../../core/ids.ts";
import { MAX_PINGED, type Mention } from "../../core/notice.ts";
import { messageOf, pings } from "./message.ts";
import { postsInThreads, threadOwner } from "./outbox-due.ts";
import type { Division, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";

export interface SplitDeps {
  /** Stores the parts of claimed deliveries. New parts are due immediately, for any run. */
  divide(taker: string, division: Division): Promise<void>;
  wallNow: () => number;
  /** The default language if the channel has none. */
  language: Language;
  bug(thrown: unknown): void;
}

/** A delivery, and the updates of its message that are sent with it. */
export interface DeliveryGroup {
  head: TakenDelivery;
  riders: TakenDelivery[];
}

/**
 * Returns what fits into one message of a delivery and its updates. The rest is stored as deliveries that are due by
 * themselves. `plain` measures plain text.
 */
export async function split(
  channel: TakenChannel,
  { head, riders: followUps }: DeliveryGroup,
  { taker, events }: Pick<Taken, "taker" | "events">,
  plain: boolean,
  deps: SplitDeps,
): Promise<DeliveryGroup & { more: boolean }> {
  let division: Division | null = null;
  try {
    const threads = postsInThreads(channelKinds[channel.kind]!, channel.settings);
    const language = channel.language ?? deps.language;
    const form = { kind: channel.kind, threads, language, at: deps.wallNow(), plain };
    division = divisionOf(form, head, followUps, events);
  } catch (thrown) {
    // If the message cannot be rendered, the attempt reports that.
    deps.bug(thrown);
  }
  if (division === null) return { head, riders: followUps, more: false };
  await deps.divide(taker, division);
  const part = (one: TakenDelivery) => division.parts.find(({ id }) => id === one.id)!;
  return {
    head: { ...head, items: part(head).items },
    riders: followUps.flatMap((one) => {
      const { items, edits } = part(one);
      return edits === head.id ? { ...one, items } : [];
    }),
    more: true,
  };
}

/**
 * How a message will be rendered: channel kind, language, wall clock (epoch ms), plain text or not, and whether each
 * target has its own thread.
 */
interface Form {
  kind: string;
  threads: boolean;
  language: Language;
  at: number;
  plain: boolean;
}

/**
 * Splits a delivery that is too long for one message into several with ids of their own, before any is sent. Waiting
 * updates go with the lines that they update. Null if one message suffices. Splitting again gives the same parts: each
 * is named by its first line.
 */
export function divisionOf(
  form: Form,
  head: TakenDelivery,
  followUps: TakenDelivery[],
  events: Map<string, Event>,
): Division | null {
  const groups = partsOf(form, head, events);
  if (groups.length < 2) return null;
  const ids = groups.map(([first], n) => (n === 0 ? head.id : derivedId("dlv", head.id, first!.event)));
  const placeOf = new Map(groups.flatMap((items, n) => items.map(({ event }): [string, number] => [event, n])));
  const parts = groups.map((items, n) => ({ id: ids[n]!, of: head.id, items, edits: null }));
  const moved = followUps.flatMap((followUp) => {
    const by = Map.groupBy(
      followUp.items,
      ({ event }) => placeOf.get(event) ?? placeOf.get(events.get(event)?.follows?.eventId ?? "") ?? 0,
    );
    return [...by].map(([n, items], first) => {
      const id = first === 0 ? followUp.id : derivedId("dlv", followUp.id, ids[n]!);
      return { id, of: followUp.id, items, edits: ids[n]! };
    });
  });
  return { parts: [...parts, ...moved] };
}

/** The lines of each message. A message names no more lines than it can ping for, and nobody is pinged twice. */
function partsOf(
  { kind, threads, language, ...form }: Form,
  { items, edits }: TakenDelivery,
  events: Map<string, Event>,
): DeliveryItem[][] {
  const part = channelKinds[kind]?.part;
  if (part === undefined || edits !== null || items.length < 2) return [items];
  const message = messageOf(items, events, false, language);
  const lineOf = new Map(items.map((item) => [item.event, item]));
  const groups: DeliveryItem[][] = [];
  const pinged = new Set<string>();
  for (let left = message.items; left.length > 0;) {
    const owner = threadOwner(left[0]!.event);
    const together = threads ? left.filter(({ event }) => threadOwner(event) === owner) : left;
    const requested = together.map(({ event }) => lineOf.get(event.id)!);
    const { count, mentions } = pingedTogether(requested, events, pinged);
    const named = part({ ...message, mentions, items: together.slice(0, count) }, form);
    const fitting = new Set((named.length === 0 ? together.slice(0, 1) : named).map(({ event }) => event.id));
    const group = left.flatMap(({ event }) => (fitting.has(event.id) ? lineOf.get(event.id)! : []));
    groups.push(
      group.map((item) => ({ ...item, mentions: item.mentions.filter((one) => !pinged.has(JSON.stringify(one))) })),
    );
    for (const item of group) if (pings(item, events)) for (const one of item.mentions) pinged.add(JSON.stringify(one));
    left = left.filter(({ event }) => !fitting.has(event.id));
  }
  return groups;
}

/** The number of first lines that one message can ping for, and their mentions. At least one line. */
function pingedTogether(
  items: DeliveryItem[],
  events: Map<string, Event>,
  pinged: ReadonlySet<string>,
): { count: number; mentions: Mention[] } {
  const mentions = new Map<string, Mention>();
  for (const [place, item] of items.entries()) {
    if (item.mentions.length === 0 || !pings(item, events)) continue;
    const own = item.mentions
      .map((one): [string, Mention] => [JSON.stringify(one), one])
      .filter(([key]) => !pinged.has(key) && !mentions.has(key));
    const added = new Set(own.map(([key]) => key)).size;
    if (place > 0 && mentions.size + added > MAX_PINGED) return { count: place, mentions: [...mentions.values()] };
    for (const [key, one] of own) mentions.set(key, one);
  }
  return { count: items.length, mentions: [...mentions.values()] };
}
