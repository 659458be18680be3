import { channelKinds } from "../../channels/registry.ts";
import type { Event } from "../../core/event.ts";
import { isQuiet, localMinutes, quietUntil } from "../../core/quiet-hours.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import { tells } from "./trial.ts";

/** What came of events; a day is one of the quiet hours' zone, else of UTC. */
export interface Told {
  matched: number;
  /** New messages: what is grouped is one, and so is the summary of what was held. */
  messages: number;
  /** Events that only bring up to date what was told. */
  edits: number;
  /** Events that cooldown or quiet hours swallowed. */
  suppressed: number;
  /** Events that quiet hours held back for a summary. */
  held: number;
  byDay: { day: string; messages: number }[];
  /** Messages between 22:00 and 07:00. */
  atNight: number;
}

type Fate = { kind: "told" } | { kind: "held"; until: number } | { kind: "suppressed" };

/** Tells events, oldest first, as the subscription would on a channel of this kind; each tick in its own time. */
export function told(subscription: Subscription, channelKind: string, events: Event[]): Told {
  const kind = channelKinds[channelKind]!;
  const zone = subscription.quietHours?.timezone ?? "UTC";
  const grouped = kind.groups && subscription.group;
  const result: Told = { matched: 0, messages: 0, edits: 0, suppressed: 0, held: 0, byDay: [], atNight: 0 };
  const fates = new Map<string, Fate>();
  const toldAt = new Map<string, number>();
  const quiet = quietClock(subscription);
  /** When each message goes out. */
  const messages = new Map<string, number>();

  function fateOf(event: Event, start: Fate | undefined): Fate {
    if (start !== undefined && start.kind !== "told") return start;
    const last = toldAt.get(`${event.targetId}/${event.type}`);
    const at = event.detectedAt;
    if (last !== undefined && at - last < subscription.cooldownSeconds * 1000) return { kind: "suppressed" };
    const until = quiet(at);
    if (until === null) return { kind: "told" };
    return subscription.quietHours?.action === "hold" ? { kind: "held", until } : { kind: "suppressed" };
  }

  for (const event of events) {
    if (!tells(subscription, event)) continue;
    result.matched += 1;
    const start = kind.groups && event.follows !== null ? fates.get(event.follows.eventId) : undefined;
    if (start?.kind === "told" && subscription.onEnd === "edit" && kind.edits) {
      result.edits += 1;
      fates.set(event.id, start);
      toldAt.set(`${event.targetId}/${event.type}`, event.detectedAt);
      continue;
    }
    const fate = fateOf(event, start);
    fates.set(event.id, fate);
    if (fate.kind === "suppressed") {
      result.suppressed += 1;
      continue;
    }
    toldAt.set(`${event.targetId}/${event.type}`, event.detectedAt);
    if (fate.kind === "held") {
      result.held += 1;
      messages.set(kind.groups ? `held ${fate.until}` : event.id, fate.until);
    } else messages.set(grouped ? `tick ${event.detectedAt}` : event.id, event.detectedAt);
  }
  const dayOf = dayIn(zone);
  const days = Map.groupBy([...messages.values()], dayOf);
  result.messages = messages.size;
  result.byDay = [...days]
    .map(([day, ofDay]) => ({ day, messages: ofDay.length }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  result.atNight = [...messages.values()].filter((at) => isNight(localMinutes(zone, at))).length;
  return result;
}

const isNight = (minutes: number): boolean => minutes >= 22 * 60 || minutes < 7 * 60;

/** The end of the quiet hours that hold at an instant, null outside of them; one span is worked out once. */
function quietClock({ quietHours }: Subscription): (at: number) => number | null {
  let span = { from: 0, until: 0 };
  return (at) => {
    if (quietHours === null) return null;
    if (at >= span.from && at < span.until) return span.until;
    if (!isQuiet(quietHours, at)) return null;
    span = { from: at, until: quietUntil(quietHours, at) };
    return span.until;
  };
}

function dayIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (at) => format.format(at);
}
