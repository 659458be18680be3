import { channelKinds } from "../../channels/registry.ts";
import type { DeliveryItem } from "../../core/delivery.ts";
import type { Event } from "../../core/event.ts";
import type { Language } from "../../core/language.ts";
import { derivedId } from "../../core/ids.ts";
import { MAX_PINGED, type Mention } from "../../core/notice.ts";
import { messageOf, pings } from "./message.ts";
import { postsInThreads, threadOwner } from "./threads.ts";
import type { Division, Taken, TakenChannel, TakenDelivery } from "./outbox.ts";

export interface SplitDeps {
  /** Writes what deliveries that the run has claimed were divided into; the new ones are due at once, for any run. */
  divide(taker: string, division: Division): Promise<void>;
  wallNow: () => number;
  /** What is told where the channel does not say. */
  language: Language;
  bug(thrown: unknown): void;
}

/** A delivery, and the updates of its message that go out together with it. */
export interface Together {
  head: TakenDelivery;
  riders: TakenDelivery[];
}

/**
 * What of a delivery and its updates one message tells, as text alone where it is `plain`; where there is more, that is
 * due by itself, for the next run.
 */
export async function split(
  channel: TakenChannel,
  { head, riders: followUps }: Together,
  { taker, events }: Pick<Taken, "taker" | "events">,
  plain: boolean,
  deps: SplitDeps,
): Promise<Together & { more: boolean }> {
  let division: Division | null = null;
  try {
    const threads = postsInThreads(channelKinds[channel.kind]!, channel.settings);
    const language = channel.language ?? deps.language;
    const form = { kind: channel.kind, threads, language, at: deps.wallNow(), plain };
    division = divisionOf(form, head, followUps, events);
  } catch (thrown) {
    // What cannot be put into words is dead by itself: the attempt says so.
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
 * How a message is to be written: for which kind of channel, in which language, at which wall clock (epoch ms), as text alone or
 * not, and whether each target's messages stand in a thread of its own.
 */
interface Form {
  kind: string;
  threads: boolean;
  language: Language;
  at: number;
  plain: boolean;
}

/**
 * A delivery that says more than one message can name becomes several, each with a message and an id of its own, before
 * any of it is sent; edits that wait for it go with the lines that they bring up to date. Null where one message is
 * enough. The same again makes the same; what is divided once more makes others, for a part is called by its first line.
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
    const by = Map.groupBy(followUp.items, ({ event }) => placeOf.get(events.get(event)?.follows?.eventId ?? "") ?? 0);
    return [...by].map(([n, items], first) => {
      const id = first === 0 ? followUp.id : derivedId("dlv", followUp.id, ids[n]!);
      return { id, of: followUp.id, items, edits: ids[n]! };
    });
  });
  return { parts: [...parts, ...moved] };
}

/**
 * The lines of each message, and no more than it can ping for. Who was pinged by one is not pinged by the next: each pings
 * for the creators that it names.
 */
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
    const asked = together.map(({ event }) => lineOf.get(event.id)!);
    const { count, mentions } = pingedTogether(asked, events, pinged);
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

/** How many of these lines, from the first on, one message can ping for, with their mentions. One line alone is one message. */
function pingedTogether(
  items: DeliveryItem[],
  events: Map<string, Event>,
  pinged: ReadonlySet<string>,
): { count: number; mentions: Mention[] } {
  const mentions = new Map<string, Mention>();
  for (const [place, item] of items.entries()) {
    const own = (pings(item, events) ? item.mentions : []).filter((one) => !pinged.has(JSON.stringify(one)));
    const all = new Map([...mentions, ...own.map((one): [string, Mention] => [JSON.stringify(one), one])]);
    if (place > 0 && all.size > MAX_PINGED) return { count: place, mentions: [...mentions.values()] };
    for (const [key, one] of all) mentions.set(key, one);
  }
  return { count: items.length, mentions: [...mentions.values()] };
}
