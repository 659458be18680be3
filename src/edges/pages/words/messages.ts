import { channelKinds } from "../../../channels/registry.ts";
import type { Attempt } from "../../../core/delivery.ts";
import { lazy } from "../../../core/lazy.ts";
import type { Message } from "../../../flows/browse/messages.ts";
import type { IconName } from "../icons.ts";
import { shownName } from "./name.ts";

/** What became of a message, in words. */
export interface Standing {
  tone: "good" | "hand" | "night" | "plain";
  icon: IconName;
  words: string;
  /** Said after them, where there is one: epoch ms. */
  at: number | null;
}

const standing = (tone: Standing["tone"], icon: IconName, words: string, at: number | null = null): Standing => ({
  tone,
  icon,
  words,
  at,
});

const ordinals = lazy(() => new Intl.PluralRules("en", { type: "ordinal" }));
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const ordinal = (n: number): string => `${n}${ENDINGS[ordinals().select(n)] ?? "th"}`;

/** "0.4 s": how long one try took. */
const seconds = (ms: number): string => `${(Math.max(100, ms) / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** Why something was left out; what the reasons begin with that are written when it is. */
const LEFT_OUT: [begins: string, words: string][] = [
  ["silenced", "snoozed"],
  ["quiet hours", "quiet hours"],
  ["told less than", "sent shortly before"],
  ["channel disabled", "its channel was off"],
  ["channel deleted", "its channel was deleted"],
  ["its start was never told", "its start was not sent there"],
  ["its start was suppressed", "its start was skipped"],
];

/** Why a message was left out, in a word or two. */
export const leftOutWords = (reason: string | null): string =>
  LEFT_OUT.find(([begins]) => reason?.startsWith(begins))?.[1] ?? "no alert matched";

/** What became of a message. */
export function standingOf({ status, attempts, edits, summary, nextAttemptAt, reason }: Message): Standing {
  const last = attempts.at(-1);
  switch (status) {
    case "sent":
      if (edits !== null) return standing("good", "done", "message edited");
      if (attempts.length > 1) return standing("good", "again", `sent on the ${ordinal(attempts.length)} attempt`);
      return standing("good", "done", last === undefined ? "sent" : `sent in ${seconds(last.durationMs)}`);
    case "pending":
      return attempts.length === 0
        ? standing("plain", "clock", "queued")
        : standing("plain", "clock", "queued, next attempt", nextAttemptAt);
    case "held":
      return summary === null
        ? standing("night", "moon", "delayed until", nextAttemptAt)
        : standing("night", "moon", "sent in the summary");
    case "suppressed":
      return standing("plain", "ended", `skipped: ${leftOutWords(reason)}`);
    case "dead":
      return standing("hand", "hand", "not delivered");
  }
}

/** A try in words, and what there is to do about it; null for nothing. */
export interface Explained {
  said: string;
  todo: string | null;
}

const explained = (said: string, todo: string | null = null): Explained => ({ said, todo });

type Notifier = (chat: string, error: string) => Explained;

const BY_ITSELF = "It is retried automatically.";

/** What destinations answer, by what stands in the reason that was kept. The first that fits says it. */
const REASONS: [fits: RegExp, tell: Notifier][] = [
  [
    /webhook is no more|no_service|wants no more|10015/,
    (chat) =>
      explained(
        `${chat} says this address no longer exists`,
        "Someone deleted it there. Paste a new address in Channels.",
      ),
  ],
  [
    /channel or thread is no more|is_archived|channel_not_found/,
    (chat) =>
      explained(
        `${chat} says the channel was deleted or archived`,
        "Choose another channel there and paste its address in Channels.",
      ),
  ],
  [
    /token is not valid|invalid_auth|token_revoked|account_inactive|invalid_token/,
    (chat) => explained(`${chat} no longer accepts this address or token`, "Paste a new one in Channels."),
  ],
  [
    /until somebody allows it/,
    (chat) =>
      explained(
        `${chat} doesn't allow posting`,
        `Allow it in ${chat}, in the channel's settings. Messages then go out by themselves.`,
      ),
  ],
  [
    /blocks the address/,
    (chat) =>
      explained(
        `${chat} blocks the address that Tallylight sends from, not this channel`,
        "It is retried in a few minutes. A bot has its own limit.",
      ),
  ],
  [/slow down|\(429\)/, (chat) => explained(`${chat} asked us to slow down`, BY_ITSELF)],
  [/refused the message's form/, (chat) => explained(`${chat} rejected the message format`, null)],
  [/refused address/, () => explained("Messages can't be sent to this address", "Give the channel another address.")],
  [
    /redirects are not followed/,
    () => explained("The address redirects to another one", "Paste that address instead."),
  ],
  [/timeout/, (chat) => explained(`${chat} took too long to answer`, BY_ITSELF)],
  [
    /connection failed|no answer/,
    (chat) => explained(`${chat} could not be reached`, `${BY_ITSELF} If it goes on, check the address.`),
  ],
  [
    /its run ended before/,
    () => explained("Tallylight stopped while sending, so it may or may not have arrived", BY_ITSELF),
  ],
  [/answered 5\d\d/, (chat) => explained(`${chat} has a server problem`, BY_ITSELF)],
  [/answered 4\d\d/, (chat) => explained(`${chat} refused it`, "Its answer is under “Details for developers”.")],
  [
    /No key opens/,
    () => explained("The encryption key for the channel's address is missing", "Enter the channel's address again."),
  ],
];

/** What people call where a channel of a kind leads. */
export const chatOf = (kind: string): string => channelKinds[kind]?.title ?? "The channel";

/** What an error says that was kept with a try, or with a message. */
export function reasonWords(error: string, chat: string): Explained {
  const found = REASONS.find(([fits]) => fits.test(error));
  return found === undefined ? explained(shownName(error)) : found[1](chat, error);
}

/** One try in words. */
export const attemptWords = ({ error }: Attempt, chat: string): Explained =>
  error === null ? explained(`Delivered to ${chat}`) : reasonWords(error, chat);
