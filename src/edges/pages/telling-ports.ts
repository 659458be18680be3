import type { Event } from "../../core/event.ts";
import type { Around, MessageFilter, Messages, MessagesAround } from "../../flows/browse/messages.ts";
import type { ListedEdition } from "../../flows/browse/editions.ts";
import type { AlertNames, AlertOwn, Naming, Lately, LatelyNotified, NamedTarget } from "../../flows/browse/alerts.ts";

/** What the pages of alerts, messages and digests read beside what the API has. */
export interface TellingPorts {
  alerts: {
    /** What these name, and what is snoozed at `now`. */
    alertNames(now: number, of: Naming[]): Promise<AlertNames>;
    /** What an alert may name: every channel, lists, and what it names already; nothing of what is snoozed. */
    alertChoices(own: AlertOwn): Promise<AlertNames>;
    /** Targets of these kinds that are called exactly so, a few of them. */
    targetsCalled(kinds: string[], names: string[]): Promise<NamedTarget[]>;
    /** The events of the latest messages. */
    latelyTold(): Promise<LatelyNotified[]>;
    /** What happened last, of one target or of all: some events of these types, and when somebody started. */
    lately(targetId: string | null, types: string[]): Promise<Lately>;
  };
  messages: {
    /** Some of the messages, newest first, from those before `before` on. */
    messages(filter: MessageFilter, before: number | null): Promise<Messages>;
    /** Those of these events that are kept. */
    eventsOf(ids: string[]): Promise<Event[]>;
    /** The channels, how many there are, and what channels that are on did not get among the latest. */
    around(): Promise<MessagesAround>;
    /** The channel of one, and what it was sent again as. */
    aboutOne(id: string, channelId: string): Promise<Around>;
  };
  /** The latest editions of a digest. */
  editions(digestId: string): Promise<ListedEdition[]>;
}
