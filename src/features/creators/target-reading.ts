import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Event, Happened } from "../../core/event.ts";
import type { Silence } from "../silences/resource/silence.ts";
import type { Subscription } from "../alerts/resource/subscription.ts";
import type { HeldGoal } from "../../sections/lives/measure.ts";
import type { Target } from "./resource/form.ts";
import type { RoutedChannel } from "../../engine/route/match.ts";

/** The number of latest events on the page of a target. */
export const MAX_HAPPENINGS = 8;

/**
 * The maximum number of events for a creator's hours: two per day for thirteen weeks. The time before them is unknown.
 */
export const MAX_OF_ITS_EVENTS = 182;

/** The number of latest rows of its time series, about one a day. */
export const MAX_RUNS = 8;

/** The same for creators, whose chart shows at most two days of the open stream. */
export const MAX_OF_BROADCAST = 3;

/** A point of a time series: epoch ms, and values by series. */
export type SeriesPoint = [at: number, values: Record<string, number>];

/** The fields of a channel that pages show. */
export interface NamedChannel extends RoutedChannel {
  name: string;
  /** True if messages to it fail. */
  failing: boolean;
}

/** A target with everything that decides who is notified about it. */
export interface OneReading {
  target: Target | null;
  /** Of a creator: the rankings, lists and records about the same person in the same list, without states of lists. */
  related: Target[];
  /** The same in other lists, without states. */
  elsewhere: Target[];
  /** The alerts of only these, oldest first. */
  relatedAlerts: Subscription[];
  /** Newest first, at most `MAX_HAPPENINGS`. */
  events: Event[];
  /** For creators, newest first, at most `MAX_OF_ITS_EVENTS`; otherwise empty. */
  past: Happened[];
  /** Oldest first: the values of a week ago, at first sights, of the runs, and the last ones. */
  points: SeriesPoint[];
  lists: { id: string; name: string; timezone: string | null }[];
  channels: NamedChannel[];
  /** Subscriptions that may apply to it, oldest first, including disabled ones. */
  subscriptions: Subscription[];
  /** Silences that have not ended, or only just. */
  silences: Silence[];
  /** Goals that may apply to a creator, newest first. */
  goals: HeldGoal[];
}

/** A message about an event, and its outcome. */
export interface NotifiedOf {
  eventId: string;
  id: string;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  /** Epoch ms. */
  madeAt: number;
  sentAt: number | null;
  /** The next attempt, or when a held delivery is sent. */
  nextAttemptAt: number | null;
  /** The error of the last attempt; null if it succeeded, or there was none. */
  error: string | null;
  /** The outcome of another message with the same event: a summary, or a replay. */
  later: { status: DeliveryStatus; sentAt: number | null } | null;
}

export interface OneDeps {
  /** Takes at most six statements and about a hundred rows. `now` is epoch ms. */
  read(id: string, now: number): Promise<OneReading>;
  /** The messages about these events on these channels, in one statement. */
  told(events: Pick<Event, "id" | "detectedAt">[], channelIds: string[]): Promise<NotifiedOf[]>;
}

export interface OnePorts {
  one: OneDeps;
}
