import type { Event } from "../../core/event.ts";
import type { Fault } from "../../core/fault.ts";
import { seenOf } from "./resource/seen.ts";
import type { Silence } from "../silences/resource/silence.ts";
import type { Subscription } from "../alerts/resource/subscription.ts";
import type { Target } from "./resource/form.ts";
import { exampleEvent } from "../../kinds/events.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { matchAll, unwanted, type Match, type Unwanted, sortOf, type ReasonSort } from "../../engine/route/match.ts";
import { place } from "../../engine/route/assign-delivery.ts";
import type { NamedChannel, OneReading, NotifiedOf } from "./target-reading.ts";
import { sinceOf } from "../../kinds/status.ts";

/** Whether the target was polled, and what was seen. All but the last two prevent changes from being noticed. */
type Look =
  | { look: "paused" }
  | { look: "unread"; fault: Fault; since: number | null }
  | { look: "never" }
  /** Now: nothing prevents changes from being noticed. `seen` is the verdict. */
  | { look: "looked"; seen: string; since: number | null; at: number | null }
  /** For an event. */
  | { look: "noticed"; event: Event };

/**
 * The subscriptions that match. If there are none, `near` are the closest ones, each with the reason why it does not
 * match.
 */
interface MatchingAlerts {
  wanted: Subscription[];
  near: { alert: Subscription; why: Unwanted }[];
}

/** What happened to an event on a channel, or would happen now. */
export type Way =
  | { way: "told"; at: number | null; late: number }
  | { way: "waits"; at: number | null; error: string | null }
  | { way: "held"; until: number | null }
  | { way: "failed"; id: string; error: string | null; open: boolean }
  | { way: "left-out"; sort: ReasonSort; text: string }
  /** No message about it is known: the alert is newer or was changed since, or it is too long ago. */
  | { way: "none"; alertIsNewer: boolean }
  /** Now: the next start would be sent at once. */
  | { way: "ready" }
  /** Now: it would wait, because messages to the channel fail. */
  | { way: "failing" };

/** The alerts of one channel and their result. */
export interface Branch {
  channel: NamedChannel;
  alerts: Subscription[];
  way: Way;
}

/** The whole explanation. `silence` is one that is active now; null for an event, whose messages say what applied then. */
export interface Why {
  event: Event | null;
  look: Look;
  wish: MatchingAlerts;
  silence: Silence | null;
  branches: Branch[];
}

type Reading = Pick<OneReading, "subscriptions" | "channels" | "silences">;

/** The maximum number of closest alerts. */
const MAX_NEAR = 3;

const ORDER: Unwanted["why"][] = ["filter", "off", "type", "list", "target"];

/** The main event type of a kind: for creators, that they start. */
const firstOf = (kind: string): string => Object.keys(targetKinds[kind]!.events)[0]!;

/** An example of an event that happens now. */
const happensNow = ({ id, kind, name, params, watchlistId }: Target, at: number): Event =>
  exampleEvent(firstOf(kind), "evt_now", at, { targetId: id, watchlistId, target: { name, kind, params } });

/**
 * Explains why an event was sent or not, or what would happen at `at` (epoch ms) if `event` is null. It uses the same
 * routing as deliveries. Pure.
 */
export function whyOf(target: Target, event: Event | null, reading: Reading, notified: NotifiedOf[], at: number): Why {
  const requested = event ?? happensNow(target, at);
  const matches = matchAll([requested], reading);
  const wanted = matches.flatMap(({ wanting }) => wanting.map(({ subscription }) => subscription));
  const channels = new Map(reading.channels.map((one) => [one.id, one]));
  const branchNow = (match: Match): Branch => {
    const channel = channels.get(match.channel.id)!;
    const own = notified.filter(({ channelId }) => channelId === channel.id);
    const way = wayNow(match, own, at);
    return { channel, alerts: alertsOf(match), way: way.way === "ready" && channel.failing ? { way: "failing" } : way };
  };
  return {
    event,
    look: event === null ? lookNow(target) : { look: "noticed", event },
    wish: { wanted, near: wanted.length > 0 ? [] : nearOf(requested, reading.subscriptions) },
    silence: event === null ? (matches[0]?.silence ?? null) : null,
    branches:
      event === null ? matches.map((match) => branchNow(match)) : branchesOf(event, matches, notified, channels),
  };
}

const alertsOf = ({ wanting }: Match): Subscription[] => wanting.map(({ subscription }) => subscription);

/** The result of an event on each channel: those that alerts name today, and those that received it anyway. */
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
  const since = sinceOf(state);
  return { look: "looked", seen: verdict, since, at: target.lastPolledAt ?? null };
}

/** The alerts that do not match, the closest first. */
const nearOf = (event: Event, all: Subscription[]): MatchingAlerts["near"] =>
  all
    .flatMap((alert) => {
      const why = unwanted(alert, event);
      return why === null ? [] : [{ alert, why }];
    })
    .sort((a, b) => ORDER.indexOf(a.why.why) - ORDER.indexOf(b.why.why))
    .slice(0, MAX_NEAR);

/** What routing would do now. A cooldown counts from earlier messages about the same type. */
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
