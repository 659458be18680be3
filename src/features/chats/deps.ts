import type { BoardContent } from "../../core/delivery.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { OutboundAnswer, OutboundRequest } from "../../channels/kind.ts";
import type { ApiBases } from "../../channels/outbound.ts";
import type { Actor } from "../../http/auth.ts";
import type { Inside } from "../../http/inside.ts";
import type { Target } from "../creators/resource/form.ts";
import type { Command } from "./command.ts";
import type { Chat } from "./resource/chat.ts";

/** A creator who was deleted, as far as it is needed to watch them again. */
export interface Removed {
  name: string;
  params: JsonObject;
  watchlistId: string;
  timezone: string | null;
}

/** What commands need. Times are wall clock, epoch ms. */
export interface ChatDeps {
  /** The public key of the Discord application and the signing secret of the Slack app; null where not set. */
  discordPublicKey: string | null;
  slackSigningSecret: string | null;
  /** The ID of the Discord application, for the link that installs it; null if not set. */
  discordApplicationId: string | null;
  /** Reports whether there is a channel of Telegram, whose bot can take commands. */
  hasTelegram(): Promise<boolean>;
  /** The linked chat at an address; null for none. */
  find(address: string): Promise<Chat | null>;
  /**
   * Uses up a code: its chat is now at this address, and no other one, with an audit entry that names who used it. Null
   * if the code is not valid. What was linked here at the same instant is the same command, carried out again.
   */
  link(
    code: string,
    to: { kind: string; address: string; title: string | null },
    by: string,
    now: number,
  ): Promise<Chat | null>;
  /** Notes a command. */
  commanded(id: string, text: string, now: number): Promise<void>;
  /** Notes why a late answer did not arrive; null if it did. */
  answered(id: string, failure: string | null): Promise<void>;
  /** Remembers a request for a day. False if it was there before. */
  isNew(key: string, now: number): Promise<boolean>;
  inside(actor: Actor): Inside;
  /** Who is live, of one watchlist or of all (null). */
  live(watchlistId: string | null): Promise<BoardContent>;
  /** Creators whose name contains a text, or whose handle or id begins with it; and similar names if none. */
  named(text: string, watchlistId: string | null, max: number): Promise<{ targets: Target[]; near: string[] }>;
  removed(id: string): Promise<Removed | null>;
  /** The zone of a watchlist, or the team's. */
  zone(watchlistId: string | null): Promise<string>;
  language: Language;
  /** Has a command carried out by another invocation, which sends the answer. False if the queue refused it. */
  later(command: Command): Promise<boolean>;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  bases: ApiBases;
  /** The bots of Telegram channels: the token and the secret that its webhook was set with. */
  telegram(botId: string): Promise<{ token: string; secret: string } | null>;
  /** The tokens of Slack bot channels. */
  slackBots(): Promise<string[]>;
  /** Follows a group of a Telegram bot whose ID has changed: its channels and its linked chat, each with an audit entry. */
  migrate(botId: string, ids: { from: string; to: string }): Promise<void>;
  wallNow(): number;
  sleep(ms: number): Promise<void>;
  /** Logs what went wrong. */
  failed(what: string, thrown: unknown): void;
}

export interface ChatPorts {
  /** Commands that chats give. */
  chats: ChatDeps;
}
