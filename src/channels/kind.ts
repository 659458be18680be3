import type { z } from "zod";
import type { JsonObject } from "../core/json.ts";
import type { Message, MessageItem } from "../core/notice.ts";
import type { Report } from "../core/report.ts";
import type { Preview } from "./preview/preview.ts";
import type { Addresses } from "../core/public-url.ts";
import type { Judged, Outcome } from "./outcome.ts";
import type { ApiBases, OutboundAnswer, OutboundRequest } from "./outbound.ts";

export type { ApiBases, OutboundAnswer, OutboundFile, OutboundRequest } from "./outbound.ts";
export type { Judged, Outcome } from "./outcome.ts";

/** What a message is rendered with, for kinds with `unsubscribing`. */
interface WithUnsubscribing {
  /** Where its recipients unsubscribe; null if there is no such page. */
  unsubscribeUrl?: string | null;
}

/** How recipients of a channel unsubscribe by the link in its messages. */
interface Unsubscribing<Settings> {
  /** The setting with the recipients. */
  setting: keyof Settings & string;
  /** The recipients, in order. None is left when all have unsubscribed; such a channel can't be enabled. */
  recipients(settings: Settings): string[];
  /** The settings without one of the recipients. */
  without(settings: Settings, recipient: string): Settings;
  /** What is typed as an address, for comparing it with recipients; null if it is not one. */
  typed(text: string): string | null;
}

export interface Sending<Settings> extends WithUnsubscribing {
  settings: Settings;
  /** The same on all attempts of a delivery. */
  deliveryId: string;
  message: Message;
  /** Wall clock of this attempt, epoch ms. Receivers check signatures against it. */
  at: number;
  /** The message to edit (`ref` of its `sent`); null for a new one. */
  edit: string | null;
  /** The second try after the destination refused the message's format: text only. */
  plain: boolean;
  /** For channels with threads: the thread of a new message, with a null id if it must be created. */
  thread?: { id: string | null; name: string };
  bases: ApiBases;
}

/** A digest to send. */
export interface Reporting<Settings> extends WithUnsubscribing {
  settings: Settings;
  /** The same on all attempts of a delivery. */
  deliveryId: string;
  /** For people. */
  report: Report;
  /** For programs. */
  data: JsonObject;
  /** Creation time of the digest, epoch ms. */
  writtenAt: number;
  /** Wall clock of this attempt, epoch ms. */
  at: number;
  /** The second try after the destination refused the digest's format: text only, no pictures. */
  plain: boolean;
  bases: ApiBases;
}

/** Finds out whether a delivery's message exists at the destination. */
export interface Question<Settings> {
  request(asking: Pick<Sending<Settings>, "settings" | "deliveryId" | "bases">): OutboundRequest;
  /** The `ref` of the message, null if there is none or it cannot be looked up; or retry later. */
  found(answer: OutboundAnswer, deliveryId: string): { ref: string | null } | Extract<Outcome, { kind: "later" }>;
}

/** How a sent message is deleted. */
export interface Removal<Settings> {
  /** `ref` identifies the message. */
  request(asking: Pick<Sending<Settings>, "settings" | "bases"> & { ref: string }): OutboundRequest;
  /** "sent" means that it no longer exists. */
  judge(answer: OutboundAnswer): Outcome;
}

/** What happens to sent messages, each by its `ref`. */
interface Editing<Settings> {
  /** Where people see it; null if only its destination knows. */
  messageUrl?(ref: string): string | null;
  /** When it was posted, epoch ms, if the destination limits edits of old messages. */
  postedAt?(ref: string): number | null;
  removal: Removal<Settings>;
}

/** An API whose address is fixed, but can be overridden by an environment variable. */
interface ApiBase {
  variable: `${string}_BASE_URL`;
  address: string;
  description: string;
  /** Its address in the demo; `{simulator}` is the simulator's. */
  demo: string;
}

/** Settings in their API form. Secrets are shortened or left out. */
export type Displayed = Record<string, string | boolean | Record<string, string>>;

/** How the page asks for a setting. */
export interface RequestedAs {
  /** The words of its choices. */
  words?: Record<string, string>;
  /** The number of lines of its text. */
  lines?: number;
  /** Replaces its description. */
  hint?: string;
  /** True if it is asked for at once although it is optional. Other optional settings are folded. */
  usual?: true;
  /** True if it can be edited although it is required. */
  edited?: true;
}

/** How the page offers a kind and asks for the settings of a channel. */
interface ChannelPage<Settings> {
  /** What it is good for, in a few words. */
  about: string;
  /** Where people find the values of the settings. */
  where: string;
  /** Labels of the settings, in order. Settings without one are not shown. */
  labels: Partial<Record<keyof Settings & string, string>>;
  fields?: Partial<Record<keyof Settings & string, RequestedAs>>;
  /** How its form is listed; the title if undefined. */
  listed?: string;
  /** Default name of a channel; the title if undefined. */
  named?: string;
}

/** An example channel for tests, documentation and previews. */
export interface ChannelExample<Settings> {
  settings: Settings;
  /** The texts in it that must stay secret. */
  secrets: string[];
  /** The answer to a message that is accepted. */
  took: { status: number; body: string };
  /** A reference of a message, if the kind can edit. */
  ref?: string;
}

/** A channel that a bot can post to. */
export interface Choice {
  id: string;
  /** Its name at the destination. */
  name: string;
}

/** The channels that a bot can post to, with `more` if there are others; or why they could not be listed. */
export type Listed = { choices: Choice[]; more: boolean } | { refused: string };

/** How a bot's channels are listed, so that people choose one instead of typing its id. */
interface Listing {
  /** The setting that is chosen, and the one that is needed to list choices. */
  chooses: string;
  by: string;
  /** What to do if there are none. Default: invite the bot. */
  none?: string;
  /** Yields requests to the kind's own API and receives their answers. */
  list: (by: string, bases: ApiBases) => Generator<OutboundRequest, Listed, OutboundAnswer>;
}

/** How pasted addresses are recognized. */
interface Pasted {
  /** Whether an address belongs to this kind. For `local` addresses only the path tells. */
  recognizes: (address: URL, local: boolean) => boolean;
  /** The services that these addresses are of, if they are not the kind's title. */
  of?: readonly string[];
}

/** How requests are signed. */
interface Signing<Settings> {
  /** Fills in optional secrets from 64 random bytes. `made` is shown once. */
  complete(settings: Settings, random: Uint8Array): Promise<{ settings: Settings; made: Record<string, string> }>;
  /** New settings that keep what receivers need for some time after a change at `now`, such as an old secret. */
  rotate(before: Settings, after: Settings, now: number): Settings;
  /** The settings without what has expired at `now`. */
  current(settings: Settings, now: number): Settings;
  /** Signs a rendered request. */
  sign(request: OutboundRequest, settings: Settings): Promise<OutboundRequest>;
}

interface SharedSettings<Settings> {
  names: readonly (keyof Settings & string)[];
  /** Identifies who gets them, if that is only a part of the destination. The text may be a secret. */
  holder?(settings: Settings): string;
}

interface Threads<Settings> {
  /** Template for the names of threads, one per creator; null if messages use no such threads. */
  name: (settings: Settings) => string | null;
  /** Whether all messages go to one thread. */
  isOne: (settings: Settings) => boolean;
}

/**
 * The contract of a channel kind. A kind is pure and has a folder of its own, listed in the registry. Next to its
 * `kind.ts`, `sim.ts` is the demo's receiver (`sim/inbox/receiver.ts`), and `limits.ts` has what the destination
 * refuses, for tests.
 */
export interface ChannelKind<Settings = unknown> {
  kind: string;
  title: string;
  page: ChannelPage<Settings>;
  example: ChannelExample<Settings>;
  /** For bots: how their channels are listed. */
  listing?: Listing;
  /** The API that it calls, unless settings contain the address. */
  base?: ApiBase;
  /** How pasted addresses of this kind are recognized. */
  pasted?: Pasted;
  /** Matches its secrets in any text. They are removed from stored requests and answers. */
  secret?: RegExp;
  /** How its chat shows messages; undefined if programs read them. */
  preview?: Preview;
  /** The schema of its settings, with URLs limited to these addresses. */
  settings(addresses: Addresses): z.ZodType<Settings>;
  /** For kinds that sign their requests. */
  signing?: Signing<Settings>;
  /** For kinds with recipients who can unsubscribe. */
  unsubscribing?: Unsubscribing<Settings>;
  /** Identifies the destination. The text may be a secret. */
  destination(settings: Settings): string;
  /** Settings that belong to one destination and must not be sent to another. */
  shared?: SharedSettings<Settings>;
  /** The settings in their API form, without URL paths, tokens or secrets. */
  mask(settings: Settings): Displayed;
  /** For kinds whose sent messages can be edited and deleted. */
  editing?: Editing<Settings>;
  /** False if each event gets its own message. */
  groups: boolean;
  /** How it uses a report's pictures: attached PNG files, addresses, or not at all. */
  pictures: "file" | "url" | "none";
  /** Set if it takes a report's tables as files, although it takes no pictures as files. */
  tables?: "file";
  /** The items that fit into one message, at least one. Undefined if a message can hold any number. */
  part?: (message: Message, form: Pick<Sending<Settings>, "at" | "plain">) => MessageItem[];
  render(sending: Sending<Settings>): OutboundRequest;
  /** The request for a digest, which is a new message. */
  report(reporting: Reporting<Settings>): OutboundRequest;
  judge(answer: OutboundAnswer, sending: Judged): Outcome;
  /** For destinations that have threads. */
  threads?: Threads<Settings>;
  /**
   * For services whose chats are linked one by one: the address of a channel's chat; null if settings don't tell it.
   * Only messages in a linked chat have buttons that ask us something.
   */
  chatAddress?: (settings: Settings) => string | null;
  /** A request that follows a new message, and whose outcome does not matter; null for none. */
  afterwards?: (asking: Pick<Sending<Settings>, "settings" | "bases"> & { ref: string }) => OutboundRequest | null;
  /**
   * How to find out whether a message arrived if its answer was lost. "repeat" means that the destination answers a
   * repeated request with the existing message. A `Question` looks it up. If undefined, the message is sent again.
   */
  recall?: "repeat" | Question<Settings>;
}
