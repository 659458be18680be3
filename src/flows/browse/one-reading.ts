import type { DeliveryStatus } from "../../core/delivery.ts";
import type { Event, Happened } from "../../core/event.ts";
import type { Silence } from "../../resources/silences/silence.ts";
import type { Subscription } from "../../resources/subscriptions/subscription.ts";
import type { HeldGoal } from "../../sections/lives/goal.ts";
import type { Target } from "../../resources/targets/form.ts";
import type { RoutedChannel } from "../route/match.ts";

/** As many of its latest events are told on the page of a target. */
export const MAX_HAPPENINGS = 8;

/** As many events of a creator make its hours, the newest (a start and an end a day for thirteen weeks): what was before them is not known. */
export const MAX_OF_ITS_EVENTS = 182;

/** As many runs of its time series, the newest: about one a day. */
export const MAX_RUNS = 8;

/** Of a creator as many: what is drawn is two days of the broadcast that lasts. */
export const MAX_OF_BROADCAST = 3;

/** A point of a time series: epoch ms, and each series' value by its name. */
export type SeriesPoint = [at: number, values: Record<string, number>];

/** A channel as far as people are told of it. */
export interface NamedChannel extends RoutedChannel {
  name: string;
}

/** What the database says of one target and of all that decides who hears of it. */
export interface OneReading {
  target: Target | null;
  /** Newest first, `MOST_HAPPENINGS` at the most. */
  events: Event[];
  /** Of a creator, newest first, `MOST_OF_ITS_EVENTS` at the most; empty for all else. */
  past: Happened[];
  /** Oldest first. */
  points: SeriesPoint[];
  lists: { id: string; name: string }[];
  channels: NamedChannel[];
  /** Those that may be about it, oldest first, also those that are off. */
  subscriptions: Subscription[];
  /** Those that have not ended, or just have. */
  silences: Silence[];
  /** Those that may hold for a creator, the newest first. */
  goals: HeldGoal[];
}

/** A message about an event, and what came of it. */
export interface NotifiedOf {
  eventId: string;
  id: string;
  channelId: string;
  status: DeliveryStatus;
  reason: string | null;
  /** Epoch ms. */
  madeAt: number;
  sentAt: number | null;
  /** When it is tried next, or when what is held goes out. */
  nextAttemptAt: number | null;
  /** What the last attempt met; null where it went well, or there was none. */
  error: string | null;
  /** What became of it in another message: the summary of what was held, or a repetition. */
  later: { status: DeliveryStatus; sentAt: number | null } | null;
}

export interface OneDeps {
  /** In four statements, and some hundred rows. */
  read(id: string): Promise<OneReading>;
  /** The messages about these events on these channels, in one statement. */
  told(events: Pick<Event, "id" | "detectedAt">[], channelIds: string[]): Promise<NotifiedOf[]>;
}
