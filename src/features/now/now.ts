import { needsLook } from "../../core/channel-failure.ts";
import { demoTargets } from "../../core/demo.ts";
import { DAY_MS } from "../../core/duration.ts";
import type { Event } from "../../core/event.ts";
import { horizonOf, type Horizon } from "../../core/knowledge.ts";
import { BROADCASTING, isLive, openBroadcast, countOnAir, type OnAirCount } from "../history/broadcasts.ts";
import {
  MAX_DELIVERIES,
  MAX_OF_ONE,
  MAX_ON_AIR,
  MAX_TROUBLED,
  type NowDeps,
  type NowReading,
  type DisplayedAsRead,
  type EventDelivery,
  type Watched,
} from "./now-reading.ts";
import { stripOf, type Strip } from "../creators/strip.ts";
import { alikeOf, type Alike, type Troubled } from "./alike.ts";
import { FAILING_AFTER } from "../../core/fault.ts";
import { cardOf, handleOf, type OnAir } from "./card.ts";
import { viewedOf } from "../wall/viewed.ts";

/** The maximum number of cards on the page. */
const MAX_CARDS = 12;
const MAX_STRIPS = 12;
const MAX_HAPPENINGS = 15;

/** An event and who was notified: nobody if no subscription matched. */
export interface Happening {
  event: Event;
  /** Null if the event is too old to know. */
  told: EventDelivery[] | null;
}

export interface StripOfTarget {
  id: string;
  name: string;
  handle: string | null;
  live: boolean;
  enabled: boolean;
  strip: Strip;
}

export interface Now extends DisplayedAsRead {
  at: number;
  /** What can't be checked or has no status, those with the same problem together. */
  alike: Alike[];
  /** True if more targets have a problem than were read. */
  moreTroubled: boolean;
  creators: number;
  others: number;
  /** The demo's creators, if they are not checked. */
  resting: number;
  /** Latest start first. */
  cards: OnAir[];
  onAir: OnAirCount;
  strips: StripOfTarget[];
  happenings: Happening[];
}

/** Leaves out the demo's targets while another service is connected, because they are not polled. */
function withoutResting(reading: NowReading): NowReading {
  const resting = demoTargets(reading.proof === null ? null : reading.demo);
  if (resting.size === 0) return reading;
  const awake = <T extends { id: string }>(all: T[]) => all.filter(({ id }) => !resting.has(id));
  const { onAir, failing, unknown, troubled, first, ofDemo } = reading;
  const counts = Object.entries(reading.counts).map(([kind, n]) => [kind, n - (ofDemo[kind] ?? 0)]);
  return {
    ...reading,
    counts: Object.fromEntries(counts) as NowReading["counts"],
    onAir: awake(onAir),
    failing: awake(failing),
    unknown: awake(unknown),
    troubled: awake(troubled),
    first: awake(first),
  };
}

/** Those of the live ones that fail or are unknown, who may be more than were read of all. */
const troubledOf = (onAir: Watched[]): Troubled[] =>
  onAir.flatMap(({ id, kind, name, fault, consecutiveFaults, lastOkAt, unknownSince }) => {
    const failing = consecutiveFaults >= FAILING_AFTER;
    if (!failing && unknownSince === null) return [];
    return { id, kind, name, fault, failing, since: failing ? lastOkAt : unknownSince, wasLive: true };
  });

/** Computes the first page: who is live, what happened, and what needs attention. */
export async function readNow(deps: NowDeps): Promise<Now> {
  const reading = withoutResting(await deps.read());
  const at = deps.wallNow();
  const { counts, pulse: healthSnapshot, waiting, troubled, lost } = reading;
  const horizon = horizonOf(healthSnapshot, at);
  const { [BROADCASTING]: creators = 0, ...others } = counts;
  const airing = reading.onAir
    .slice(0, MAX_ON_AIR)
    .flatMap((one) => {
      const broadcast = openBroadcast(one, horizon);
      return broadcast === null ? [] : [{ one, broadcast }];
    })
    .sort((a, b) => b.broadcast.startedAt - a.broadcast.startedAt);
  const displayed = airing.slice(0, MAX_CARDS);
  const viewed = await viewedOf(
    displayed.map(({ one: { id }, broadcast: { startedAt } }) => ({ id, startedAt })),
    at,
    deps,
  );
  return {
    at,
    pulse: healthSnapshot,
    proof: reading.proof,
    demo: reading.demo,
    lists: reading.lists,
    waiting,
    alike: alikeOf([...troubledOf(reading.onAir), ...troubled]),
    moreTroubled: [true, false].some(
      (failing) => troubled.filter((one) => one.failing === failing).length > MAX_TROUBLED,
    ),
    lost,
    unreached: reading.unreached.filter(needsLook),
    creators,
    resting: reading.proof === null ? 0 : (reading.ofDemo[BROADCASTING] ?? 0),
    others: Object.values(others).reduce((sum, n) => sum + n, 0),
    cards: displayed.map(({ one, broadcast }) => cardOf(one, broadcast, reading.first, viewed)),
    onAir: countOnAir(
      airing.map(({ broadcast }) => broadcast),
      reading.onAir.length > MAX_ON_AIR,
    ),
    strips: await stripsOf(
      airing.map(({ one }) => one),
      reading,
      horizon,
      deps,
    ),
    happenings: reading.events
      .slice(0, MAX_HAPPENINGS)
      .sort((a, b) => b.occurredAt - a.occurredAt)
      .map((event) => ({ event, told: notifiedOf(event, reading) })),
  };
}

/** The strips of live creators first, then of failing ones, then of those with events, then of the oldest ones. */
async function stripsOf(
  airing: Watched[],
  reading: NowReading,
  horizon: Horizon,
  deps: NowDeps,
): Promise<StripOfTarget[]> {
  const known = new Map(
    [...reading.first, ...reading.unknown, ...reading.failing, ...airing].map((one) => [one.id, one]),
  );
  const happened = reading.events.flatMap(({ targetId }) => known.get(targetId ?? "") ?? []);
  const wished = [...airing, ...reading.failing, ...reading.unknown, ...happened, ...reading.first].map(({ id }) => id);
  const chosen = [...new Set(wished)]
    .map((id) => known.get(id)!)
    .filter(({ kind }) => kind === BROADCASTING)
    .slice(0, MAX_STRIPS);
  const { now: at } = horizon;
  const from = at - DAY_MS;
  const events =
    chosen.length === 0
      ? []
      : await deps.since(
          chosen.map(({ id }) => id),
          from,
          MAX_OF_ONE,
        );
  return chosen.map((one) => ({
    id: one.id,
    name: one.name,
    handle: handleOf(one),
    enabled: one.enabled,
    live: isLive(one, horizon),
    strip: stripOf(
      one,
      events.filter(({ targetId }) => targetId === one.id),
      { from, most: MAX_OF_ONE, horizon },
    ),
  }));
}

/** What decides about an event in a channel, first to last. */
const DECIDES: EventDelivery["status"][] = ["dead", "pending", "held", "sent", "suppressed"];

/** Reports whether a delivery is about an event. An edit is about what it adds. */
const isAbout = ({ items, edits }: EventDelivery, id: string): boolean =>
  items.some(({ event, update }) => update === id || (event === id && !(edits && update !== undefined)));

/** What became of an event in each channel, once; null if the deliveries that were read do not reach back that far. */
function notifiedOf({ id, detectedAt }: Event, { deliveries }: NowReading): EventDelivery[] | null {
  const notified = deliveries.filter((one) => isAbout(one, id));
  const byChannel = Map.groupBy(notified, ({ channelId }) => channelId);
  const oldest = deliveries.at(-1);
  const reaches = deliveries.length < MAX_DELIVERIES || oldest === undefined || oldest.madeAt < detectedAt;
  // Whose summary was sent is decided by that one.
  const rank = ({ status, summed }: EventDelivery) => (summed ? DECIDES.length : DECIDES.indexOf(status));
  const decisive = [...byChannel.values()].map((all) => all.toSorted((a, b) => rank(a) - rank(b))[0]!);
  return notified.length > 0 || reaches ? decisive : null;
}
