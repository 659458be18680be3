import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import { seenOf } from "../../resources/targets/seen.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import type { Target } from "../../resources/targets/form.ts";
import { exampleEvent } from "../../targets/events.ts";
import { targetKinds } from "../../targets/registry.ts";
import { matchAll, unwanted, type Match, type Unwanted } from "../route/match.ts";
import { place } from "../route/place.ts";
import { sortOf, type ReasonSort } from "../route/reasons.ts";
import type { NamedChannel, OneReading, NotifiedOf } from "./one-reading.ts";

/** Whether anybody looked, and what was seen. All but the last two keep whatever happens from being noticed. */
type Look =
  | { look: "paused" }
  | { look: "unread"; fault: Fault; since: number | null }
  | { look: "never" }
  /** Of now: nothing keeps it from being noticed. `seen` is the verdict. */
  | { look: "looked"; seen: string; since: number | null; at: number | null }
  /** Of an event. */
  | { look: "noticed"; event: Event };

/** Who asks for it: nobody may, and then these are the alerts that come near, each with why it does not. */
interface Wish {
  wanted: Subscription[];
  near: { alert: Subscription; why: Unwanted }[];
}

/** What a channel got of it, or would get now. */
export type Way =
  | { way: "told"; at: number | null; late: number }
  | { way: "waits"; at: number | null; error: string | null }
  | { way: "held"; until: number | null }
  | { way: "failed"; id: string; error: string | null; open: boolean }
  | { way: "left-out"; sort: ReasonSort; text: string }
  /** No message of it is known: the alert came or changed after it, or it is too long ago. */
  | { way: "none"; alertIsNewer: boolean }
  /** Of now: the next start goes out at once. */
  | { way: "ready" };

/** What stands between a target and a channel. */
export interface Branch {
  channel: NamedChannel;
  alerts: Subscription[];
  way: Way;
}

/** The whole chain; `silence` is one that holds now. */
export interface Why {
  event: Event | null;
  look: Look;
  wish: Wish;
  silence: Silence | null;
  branches: Branch[];
}

type Reading = Pick<OneReading, "subscriptions" | "channels" | "silences">;

/** No more of the alerts that come near are told. */
const MAX_NEAR = 3;

const ORDER: Unwanted["why"][] = ["filter", "off", "type", "list", "target"];

/** What happens first with targets of a kind: of creators that they start. */
const firstOf = (kind: string): string => Object.keys(targetKinds[kind]!.events)[0]!;

/** What would come of it if something happened now. */
const happensNow = ({ id, kind, name, params, watchlistId }: Target, at: number): Event =>
  exampleEvent(firstOf(kind), "evt_now", at, { targetId: id, watchlistId, target: { name, kind, params } });

/**
 * Why something of a target was told or not: of an event, or of what would happen at `at` (epoch ms) where there is none.
 * Who wants it and what comes of it is asked of the engine's own routing. Pure.
 */
export function why(target: Target, event: Event | null, reading: Reading, notified: NotifiedOf[], at: number): Why {
  const asked = event ?? happensNow(target, at);
  const matches = matchAll([asked], reading);
  const wanted = matches.flatMap(({ wanting }) => wanting.map(({ subscription }) => subscription));
  const nowMatch = event === null ? matches : matchAll([happensNow(target, at)], reading);
  const channels = new Map(reading.channels.map((one) => [one.id, one]));
  const branchNow = (match: Match): Branch => ({
    channel: channels.get(match.channel.id)!,
    alerts: alertsOf(match),
    way: wayNow(
      match,
      notified.filter(({ channelId }) => channelId === match.channel.id),
      at,
    ),
  });
  return {
    event,
    look: event === null ? lookNow(target) : { look: "noticed", event },
    wish: { wanted, near: wanted.length > 0 ? [] : nearOf(asked, reading.subscriptions) },
    silence: nowMatch[0]?.silence ?? null,
    branches:
      event === null ? matches.map((match) => branchNow(match)) : branchesOf(event, matches, notified, channels),
  };
}

const alertsOf = ({ wanting }: Match): Subscription[] => wanting.map(({ subscription }) => subscription);

/** What came of an event on each channel: of those that alerts name today, and of those that got it all the same. */
function branchesOf(
  event: Event,
  matches: Match[],
  notified: NotifiedOf[],
  channels: Map<string, NamedChannel>,
): Branch[] {
  const own = notified.filter(({ eventId }) => eventId === event.id);
  const alerts = new Map(matches.map((match) => [match.channel.id, alertsOf(match)]));
  const ids = [...new Set([...alerts.keys(), ...own.map(({ channelId }) => channelId)])];
  return ids.flatMap((id): Branch[] => {
    const channel = channels.get(id);
    if (channel === undefined) return [];
    const asking = alerts.get(id) ?? [];
    const messages = own.filter(({ channelId }) => channelId === id);
    return [{ channel, alerts: asking, way: wayOf(event, asking, messages, channel) }];
  });
}

function lookNow(target: Target): Look {
  const { enabled, consecutiveFaults, fault, state, lastOkAt } = target;
  if (!enabled) return { look: "paused" };
  if (consecutiveFaults > 0 && fault !== null) return { look: "unread", fault, since: lastOkAt };
  if (state === null) return { look: "never" };
  const { status } = seenOf(target, state);
  const { verdict = "" } = status as { verdict?: string };
  const since = targetKinds[target.kind]!.since(state);
  return { look: "looked", seen: verdict, since, at: target.lastPolledAt ?? null };
}

/** Alerts that do not want it, those first that miss by the least. */
const nearOf = (event: Event, all: Subscription[]): Wish["near"] =>
  all
    .flatMap((alert) => {
      const why = unwanted(alert, event);
      return why === null ? [] : [{ alert, why }];
    })
    .sort((a, b) => ORDER.indexOf(a.why.why) - ORDER.indexOf(b.why.why))
    .slice(0, MAX_NEAR);

/** What the engine would make of it now; a cooldown counts from what was told of the same sort. */
function wayNow(match: Match, notified: NotifiedOf[], at: number): Way {
  const last = Math.max(
    0,
    ...notified.filter(({ status }) => status !== "suppressed").map(({ madeAt: createdAt }) => createdAt),
  );
  const wanting = match.wanting.map(({ subscription }) => {
    return { subscription, cooling: last > at - subscription.cooldownSeconds * 1000 };
  });
  const planned = place({ ...match, wanting }, [], { tick: at, slot: null, batches: 1 });
  if (planned === null) return { way: "left-out", sort: "other", text: "" };
  if (planned.status === "held") return { way: "held", until: planned.heldUntil };
  if (planned.status !== "suppressed") return { way: "ready" };
  return { way: "left-out", sort: sortOf(planned.reason ?? ""), text: planned.reason ?? "" };
}

function wayOf(event: Event, alerts: Subscription[], own: NotifiedOf[], channel: NamedChannel): Way {
  const one = own.find(({ status }) => status === "sent") ?? own.at(-1);
  if (one === undefined) {
    const alertIsNewer = alerts.every(({ updatedAt }) => updatedAt > event.detectedAt);
    return { way: "none", alertIsNewer };
  }
  const sent = one.status === "sent" ? one : one.later?.status === "sent" ? one.later : null;
  if (sent !== null) {
    const at = sent.sentAt;
    return { way: "told", at, late: Math.max(0, (at ?? event.detectedAt) - event.detectedAt) };
  }
  const status = one.later?.status ?? one.status;
  if (status === "held") return { way: "held", until: one.nextAttemptAt };
  if (status === "pending") return { way: "waits", at: one.nextAttemptAt, error: one.error };
  if (status === "dead") return { way: "failed", id: one.id, error: one.error ?? one.reason, open: channel.enabled };
  return { way: "left-out", sort: sortOf(one.reason ?? ""), text: one.reason ?? "" };
}
