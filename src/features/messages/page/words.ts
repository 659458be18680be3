import { channelKinds } from "../../../channels/registry.ts";
import type { Attempt } from "../../../core/delivery.ts";
import { once } from "../../../core/language.ts";
import { lazy } from "../../../core/lazy.ts";
import type { Event } from "../../../core/event.ts";
import { type Message, titleOf } from "../messages.ts";
import type { IconName } from "../../../ui/icons.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { language, marked, meant, t } from "../../../ui/words/text.ts";
import { coreWords } from "../../../core/core-words.ts";

/** A message in one line, in the reader's language, whatever language it was sent in; null if it is no longer stored. */
export const titleWords = (
  of: Pick<Message, "digest" | "board" | "items">,
  events: Map<string, Event>,
): string | null => (of.board === null ? titleOf(of, events, language()) : t("Board: who is live"));

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
const englishOrdinal = (n: number): string => `${n}${ENDINGS[ordinals().select(n)] ?? "th"}`;

/** A place in an order, such as "2nd". Other languages put what they need around the number in their text. */
const ordinal = (n: number): string => (language() === "en" ? englishOrdinal(n) : String(n));

/** Formats the duration of an attempt: "0.4 s". */
function seconds(ms: number): string {
  const digits = ms < 10_000 ? 1 : 0;
  const numbers = once(`seconds ${digits} ${language()}`, () => {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
    return new Intl.NumberFormat(language(), options);
  });
  return `${numbers.format(Math.max(100, ms) / 1000)}${coreWords[language()].units.s}`;
}

/** Why a message was skipped, by how the stored reason begins. */
const LEFT_OUT: [begins: string, words: string][] = [
  ["silenced", marked("snoozed")],
  ["quiet hours", marked("quiet hours")],
  ["sent less than", marked("sent shortly before")],
  ["channel disabled", marked("its channel was off")],
  ["channel deleted", marked("its channel was deleted")],
  ["its start was not sent", marked("its start was not sent there")],
  ["its start was suppressed", marked("its start was skipped")],
];

/** Says why a message was skipped, in a word or two. */
export const leftOutWords = (reason: string | null): string =>
  t(LEFT_OUT.find(([begins]) => reason?.startsWith(begins))?.[1] ?? "no alert matched");

/** Returns the status of a message. */
export function standingOf(message: Message): Standing {
  const { status, attempts, board, edits, summary, nextAttemptAt, reason, replayOf } = message;
  const last = attempts.at(-1);
  switch (status) {
    case "sent":
      if (edits !== null) return standing("good", "done", t("message edited"));
      if (replayOf !== null) return standing("good", "again", t("sent again"));
      // The message of a board is sent once, then changed.
      if (board !== null && attempts.filter(({ error }) => error === null).length > 1)
        return standing("good", "done", t("updated"));
      if (attempts.length > 1)
        return standing("good", "again", t("sent on the {nth} attempt", { nth: ordinal(attempts.length) }));
      return standing(
        "good",
        "done",
        last === undefined ? t("sent") : t("sent in {duration}", { duration: seconds(last.durationMs) }),
      );
    case "pending":
      return attempts.length === 0
        ? standing("plain", "clock", t("queued"))
        : standing("plain", "clock", meant("before a time", "queued, next attempt"), nextAttemptAt);
    case "held":
      return summary === null
        ? standing("night", "moon", meant("before a time", "delayed until"), nextAttemptAt)
        : standing("night", "moon", t("sent in the summary"));
    case "suppressed":
      return standing("plain", "ended", t("skipped: {why}", { why: leftOutWords(reason) }));
    case "dead":
      return standing("hand", "hand", t("not delivered"));
  }
}

/** An attempt in words, with the remedy; null for none. */
export interface Explained {
  said: string;
  todo: string | null;
}

const explained = (said: string, todo: string | null = null): Explained => ({ said, todo });

type Notifier = (chat: string, error: string) => Explained;

const BY_ITSELF = marked("It is retried automatically.");

/**
 * What destinations answer, by patterns in the stored reason. The first match applies.
 */
const REASONS: [fits: RegExp, tell: Notifier][] = [
  [/^everyone unsubscribed/, () => explained(t("everyone unsubscribed"), t("Enter a recipient in Channels."))],
  [
    /webhook no longer exists|no_service|wants no more|10015/,
    (chat) =>
      explained(
        t("{chat} says this address no longer exists", { chat }),
        t("Someone deleted it there. Paste a new address in Channels."),
      ),
  ],
  [
    /channel or thread no longer exists|is_archived|channel_not_found/,
    (chat) =>
      explained(
        t("{chat} says the channel was deleted or archived", { chat }),
        t("Choose another channel there and paste its address in Channels."),
      ),
  ],
  [
    /token is not valid|invalid_auth|token_revoked|account_inactive|invalid_token/,
    (chat) =>
      explained(t("{chat} no longer accepts this address or token", { chat }), t("Paste a new one in Channels.")),
  ],
  [
    /doesn't allow (?:posting|the (?:bot|webhook) to post)/,
    (chat) =>
      explained(
        t("{chat} doesn't allow posting", { chat }),
        t("Allow it in {chat}, in the channel's settings. Messages then go out by themselves.", { chat }),
      ),
  ],
  [
    /blocks the address/,
    (chat) =>
      explained(
        t("{chat} blocks the address that Tallylight sends from, not this channel", { chat }),
        t("It is retried in a few minutes. A bot has its own limit."),
      ),
  ],
  [/slow down|\(429\)/, (chat) => explained(t("{chat} asked us to slow down", { chat }), t(BY_ITSELF))],
  [/rejected the message format/, (chat) => explained(t("{chat} rejected the message format", { chat }), null)],
  [
    /refused address/,
    () => explained(t("Messages can't be sent to this address"), t("Give the channel another address.")),
  ],
  [
    /redirects are not followed/,
    () => explained(t("The address redirects to another one"), t("Paste that address instead.")),
  ],
  [/timeout/, (chat) => explained(t("{chat} took too long to answer", { chat }), t(BY_ITSELF))],
  [
    /connection failed|no answer/,
    (chat) =>
      explained(
        t("{chat} could not be reached", { chat }),
        t("It is retried automatically. If it goes on, check the address."),
      ),
  ],
  [
    /its run ended before/,
    () => explained(t("Tallylight stopped while sending, so it may or may not have arrived"), t(BY_ITSELF)),
  ],
  [/answered 5\d\d/, (chat) => explained(t("{chat} has a server problem", { chat }), t(BY_ITSELF))],
  [/answered 4\d\d/, (chat) => explained(t("{chat} refused it", { chat }), t("Its answer is under “For developers”."))],
  [
    /no key can decrypt/i,
    () =>
      explained(t("The encryption key for the channel's address is missing"), t("Enter the channel's address again.")),
  ],
];

/** Returns the name of the chat that a channel kind leads to: of a bot, that in which it posts. */
export const chatOf = (kind: string): string =>
  t(channelKinds[kind]?.preview?.chat ?? channelKinds[kind]?.title ?? "The channel");

/** Explains the error stored with an attempt or a message. */
export function reasonWords(error: string, chat: string): Explained {
  const found = REASONS.find(([fits]) => fits.test(error));
  return found === undefined ? explained(displayedName(error)) : found[1](chat, error);
}

/** Describes one attempt. */
export const attemptWords = ({ error }: Attempt, chat: string): Explained =>
  error === null ? explained(t("Delivered to {chat}", { chat })) : reasonWords(error, chat);
