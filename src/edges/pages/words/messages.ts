import { channelKinds } from "../../../channels/registry.ts";
import type { Attempt } from "../../../core/delivery.ts";
import { lazy } from "../../../core/lazy.ts";
import type { Message } from "../../../flows/queries/messages.ts";
import type { IconName } from "../icons.ts";
import { shownName } from "./name.ts";

/** The status of a message in words. */
export interface Standing {
  tone: "good" | "hand" | "night" | "plain";
  icon: IconName;
  words: string;
  /** The time after the words, if there is one: epoch ms. */
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

/** Formats the duration of an attempt: "0.4 s". */
const seconds = (ms: number): string => `${(Math.max(100, ms) / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** Why a message was skipped, by how the stored reason begins. Rows of older versions have older texts. */
const LEFT_OUT: [begins: string, words: string][] = [
  ["silenced", "snoozed"],
  ["quiet hours", "quiet hours"],
  ["sent less than", "sent shortly before"],
  ["told less than", "sent shortly before"],
  ["channel disabled", "its channel was off"],
  ["channel deleted", "its channel was deleted"],
  ["its start was not sent", "its start was not sent there"],
  ["its start was never told", "its start was not sent there"],
  ["its start was suppressed", "its start was skipped"],
];

/** Says why a message was skipped, in a word or two. */
export const leftOutWords = (reason: string | null): string =>
  LEFT_OUT.find(([begins]) => reason?.startsWith(begins))?.[1] ?? "no alert matched";

/** Returns the status of a message. */
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

/** An attempt in words, with the remedy; null for none. */
export interface Explained {
  said: string;
  todo: string | null;
}

const explained = (said: string, todo: string | null = null): Explained => ({ said, todo });

type Notifier = (chat: string, error: string) => Explained;

const BY_ITSELF = "It is retried automatically.";

/**
 * What destinations answer, by patterns in the stored reason. The first match applies. Rows of older versions have
 * older texts ("is no more", "until somebody allows it", "refused the message's form").
 */
const REASONS: [fits: RegExp, tell: Notifier][] = [
  [
    /webhook (?:no longer exists|is no more)|no_service|wants no more|10015/,
    (chat) =>
      explained(
        `${chat} says this address no longer exists`,
        "Someone deleted it there. Paste a new address in Channels.",
      ),
  ],
  [
    /channel or thread (?:no longer exists|is no more)|is_archived|channel_not_found/,
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
    /doesn't allow (?:posting|the (?:bot|webhook) to post)|until somebody allows it/,
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
  [
    /rejected the message format|refused the message's form/,
    (chat) => explained(`${chat} rejected the message format`, null),
  ],
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
    /no key (?:can decrypt|opens)/i,
    () => explained("The encryption key for the channel's address is missing", "Enter the channel's address again."),
  ],
];

/** Returns the name of the chat that a channel kind leads to. */
export const chatOf = (kind: string): string => channelKinds[kind]?.title ?? "The channel";

/** Explains the error stored with an attempt or a message. */
export function reasonWords(error: string, chat: string): Explained {
  const found = REASONS.find(([fits]) => fits.test(error));
  return found === undefined ? explained(shownName(error)) : found[1](chat, error);
}

/** Describes one attempt. */
export const attemptWords = ({ error }: Attempt, chat: string): Explained =>
  error === null ? explained(`Delivered to ${chat}`) : reasonWords(error, chat);
