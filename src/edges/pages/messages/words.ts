import { channelKinds } from "../../../channels/registry.ts";
import type { Attempt } from "../../../core/delivery.ts";
import { lazy } from "../../../core/lazy.ts";
import type { Message } from "../../../flows/browse/messages.ts";
import type { IconName } from "../parts/icon.tsx";
import { shownName } from "../parts/name.tsx";

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
  ["told less than", "told shortly before"],
  ["channel disabled", "its channel was off"],
  ["channel deleted", "its channel is gone"],
  ["its start was never told", "its start was not told there"],
  ["its start was suppressed", "its start was left out"],
];

/** Why a message was left out, in a word or two. */
export const leftOutWords = (reason: string | null): string =>
  LEFT_OUT.find(([begins]) => reason?.startsWith(begins))?.[1] ?? "nobody asked for it";

/** What became of a message. */
export function standingOf({ status, attempts, edits, summary, nextAttemptAt, reason }: Message): Standing {
  const last = attempts.at(-1);
  switch (status) {
    case "sent":
      if (edits !== null) return standing("good", "done", "message changed");
      if (attempts.length > 1) return standing("good", "again", `sent at the ${ordinal(attempts.length)} try`);
      return standing("good", "done", last === undefined ? "sent" : `sent in ${seconds(last.durationMs)}`);
    case "pending":
      return attempts.length === 0
        ? standing("plain", "clock", "waits")
        : standing("plain", "clock", "waits, next try", nextAttemptAt);
    case "held":
      return summary === null
        ? standing("night", "moon", "held till", nextAttemptAt)
        : standing("night", "moon", "told in the summary");
    case "suppressed":
      return standing("plain", "ended", `left out: ${leftOutWords(reason)}`);
    case "dead":
      return standing("hand", "hand", "not delivered");
  }
}

/** A try in words, and what there is to do about it; null for nothing. */
export interface Told {
  said: string;
  todo: string | null;
}

const told = (said: string, todo: string | null = null): Told => ({ said, todo });

type Teller = (chat: string, error: string) => Told;

const BY_ITSELF = "It is tried again by itself.";

/** What destinations answer, by what stands in the reason that was kept. The first that fits says it. */
const REASONS: [fits: RegExp, tell: Teller][] = [
  [
    /webhook is no more|no_service|wants no more|10015/,
    (chat) =>
      told(
        `${chat} says this address no longer exists`,
        "Somebody deleted it there. Paste a new address on the page of channels.",
      ),
  ],
  [
    /channel or thread is no more|is_archived|channel_not_found/,
    (chat) =>
      told(
        `${chat} says the channel is gone or archived`,
        "Choose another channel there, and paste its address on the page of channels.",
      ),
  ],
  [
    /token is not valid|invalid_auth|token_revoked|account_inactive|invalid_token/,
    (chat) => told(`${chat} does not know the address or token any more`, "Paste a new one on the page of channels."),
  ],
  [
    /until somebody allows it/,
    (chat) =>
      told(
        `${chat} does not let it post`,
        `Allow it in ${chat}, in the settings of the channel; then it goes by itself.`,
      ),
  ],
  [
    /blocks the address/,
    (chat) =>
      told(
        `${chat} blocks the address that Tallylight sends from, not this channel`,
        "It is tried again in some minutes. A bot has a limit of its own.",
      ),
  ],
  [/slow down|\(429\)/, (chat) => told(`${chat} asked to wait: too much at once`, BY_ITSELF)],
  [/refused the message's form/, (chat) => told(`${chat} refused the form of the message`, null)],
  [/refused address/, () => told("The address leads where nothing may be sent", "Give the channel another address.")],
  [
    /redirects are not followed/,
    () => told("The address leads on to another one", "Paste the address that it leads to."),
  ],
  [/timeout/, (chat) => told(`No answer from ${chat} in time`, BY_ITSELF)],
  [
    /connection failed|no answer/,
    (chat) => told(`${chat} could not be reached`, `${BY_ITSELF} If it lasts, see whether the address is right.`),
  ],
  [
    /its run ended before/,
    () => told("Nobody knows whether it arrived: Tallylight was stopped at that moment", BY_ITSELF),
  ],
  [/answered 5\d\d/, (chat) => told(`${chat} is in trouble itself`, BY_ITSELF)],
  [/answered 4\d\d/, (chat) => told(`${chat} refused it`, "See under “For developers” what it said.")],
  [
    /No key opens/,
    () => told("The key that locked the channel's address is gone", "Enter the address of the channel again."),
  ],
];

/** What people call where a channel of a kind leads. */
export const chatOf = (kind: string): string => channelKinds[kind]?.title ?? "The channel";

/** What an error says that was kept with a try, or with a message. */
export function reasonWords(error: string, chat: string): Told {
  const found = REASONS.find(([fits]) => fits.test(error));
  return found === undefined ? told(shownName(error)) : found[1](chat, error);
}

/** One try in words. */
export const attemptWords = ({ error }: Attempt, chat: string): Told =>
  error === null ? told(`${chat} took it`) : reasonWords(error, chat);
