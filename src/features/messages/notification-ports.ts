import type { Event } from "../../core/event.ts";
import type { Around, MessageFilter, Messages, MessagesAround } from "./messages.ts";
import type { ListedEdition } from "../digests/editions.ts";
import type { AlertNames, AlertOwn, Naming, RecentEvents, RecentNotification, NamedTarget } from "../alerts/alerts.ts";

/** The reads that the pages of alerts, messages and digests need beyond those of the API. */
export interface NotificationPorts {
  alerts: {
    /** Returns the names of what these refer to, and what is snoozed at `now`. */
    alertNames(now: number, of: Naming[]): Promise<AlertNames>;
    /** Returns what an alert can refer to: every channel, the lists, and what it refers to already; no snoozes. */
    alertChoices(own: AlertOwn): Promise<AlertNames>;
    /** Returns up to a few targets of these kinds with exactly one of these names. */
    targetsCalled(kinds: string[], names: string[]): Promise<NamedTarget[]>;
    /** Returns the events of the latest messages. */
    latestNotified(): Promise<RecentNotification[]>;
    /** Returns the latest events of these types, and when someone went live; of one target or of all. */
    lately(targetId: string | null, types: string[]): Promise<RecentEvents>;
  };
  messages: {
    /** Returns messages that match, newest first, starting below the position `before`. */
    messages(filter: MessageFilter, before: number | null): Promise<Messages>;
    /** Returns those of these events that are still stored. */
    eventsOf(ids: string[]): Promise<Event[]>;
    /** Returns the channels, the number of messages, and what enabled channels missed recently. */
    around(): Promise<MessagesAround>;
    /** Returns the channel of a message, and the messages that resend it. */
    aboutOne(id: string, channelId: string): Promise<Around>;
  };
  /** Returns the latest editions of a digest. */
  editions(digestId: string): Promise<ListedEdition[]>;
}
