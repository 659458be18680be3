import { discord } from "./discord/kind.ts";
import { discordBot } from "./discord-bot/kind.ts";
import { email } from "./email/kind.ts";
import type { ApiBases, ChannelKind } from "./kind.ts";
import { ntfy } from "./ntfy/kind.ts";
import { slack } from "./slack/kind.ts";
import { slackBot } from "./slack-bot/kind.ts";
import { template } from "./template/kind.ts";
import { telegram } from "./telegram/kind.ts";
import { webhook } from "./webhook/kind.ts";
import { lazy } from "../core/lazy.ts";
import type { Preview } from "./preview/preview.ts";

// Erases the types of settings. They are only passed back to the kind that parsed them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyChannelKind = ChannelKind<any>;

/** All channel kinds, by name. */
export const channelKinds: Record<string, AnyChannelKind> = {
  slack,
  discord,
  // Before the signed webhook, which takes any other address of this machine.
  template,
  webhook,
  "slack-bot": slackBot,
  "discord-bot": discordBot,
  telegram,
  ntfy,
  email,
};

/** The settings that the API does not show as they are, with their values. */
export function hiddenIn<Value>(kind: AnyChannelKind, settings: Record<string, Value>): [string, Value][] {
  const displayed: Record<string, unknown> = kind.mask(settings);
  return Object.entries(settings).filter(([name, value]) => displayed[name] !== value);
}

/** The names of the settings that are secret: those that are hidden in the example. */
export const secretSettings = (kind: AnyChannelKind): string[] =>
  hiddenIn(kind, kind.example.settings as Record<string, unknown>).map(([name]) => name);

const ofAnyKind = lazy(() => new Set(Object.values(channelKinds).flatMap(secretSettings)));

/** Reports whether a setting with this name is secret for a kind of channel. */
export const isSecretSetting = (name: string): boolean => ofAnyKind().has(name);

const withBase = Object.values(channelKinds).flatMap(({ kind, base }) => (base === undefined ? [] : [{ kind, base }]));

/** The variables with the addresses of destinations' APIs. Kinds of the same API can share one. */
export const apiBases = withBase.map(({ base }) => base);

/** The addresses of the APIs, from the values of these variables. */
export const basesFrom = (valueOf: (variable: string) => string): ApiBases =>
  Object.fromEntries(withBase.map(({ kind, base }) => [kind, valueOf(base.variable)]));

/** The default addresses. */
export const API_BASES: ApiBases = Object.fromEntries(withBase.map(({ kind, base }) => [kind, base.address]));

/** A chat that people read, with a kind that can show messages there. */
interface Chat {
  preview: Preview;
  kind: AnyChannelKind;
}

/** All chats by name, each with the first kind that sends there. Kinds for programs are left out. */
const chats: Chat[] = Object.values(channelKinds)
  .flatMap((kind) => (kind.preview === undefined ? [] : [{ preview: kind.preview, kind }]))
  .filter(({ preview }, index, all) => all.findIndex((one) => one.preview.chat === preview.chat) === index)
  .toSorted((a, b) => (a.preview.chat < b.preview.chat ? -1 : 1));

/** The chat of a kind of channel; all chats for a kind that programs read. */
export const chatsOf = (kind: string): Chat[] => {
  const own = channelKinds[kind]?.preview?.chat;
  return chats.filter(({ preview }) => (own === undefined ? preview.alone !== true : preview.chat === own));
};
