import { listed } from "../../../core/language.ts";
import { mentionText } from "../../../resources/subscriptions/mention.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";

/** What may be told of creators, in the words of a sentence that begins with them. */
export const HAPPENINGS: Record<string, string> = {
  "live.started": "goes live",
  "live.ended": "ends",
  "target.renamed": "has a new handle",
  "target.failing": "can't be read",
};

const PATTERNS: Record<string, string> = {
  "*": "does anything at all",
  "live.*": "goes live and ends",
  "target.*": "has a new handle or can't be read",
  "ranking.*": "moves in a ranking",
  "hashtag.*": "moves among hashtags",
  "product.*": "changes in a shop",
  "system.*": "(Tallylight itself) needs a hand",
  "upstream.*": "(the service) is in trouble",
  "channel.*": "(a channel) changes",
};

/** When an alert tells, in words; a type without words of its own is named. */
export const whenWords = (events: string[]): string =>
  listed(
    "en",
    events.map((one) => HAPPENINGS[one] ?? PATTERNS[one] ?? `has ${one.replaceAll(/[._]/g, " ")}`),
  );

/** Whom an alert pings, in words; "" for nobody. */
export const pingWords = ({ mention }: Pick<Subscription, "mention">): string =>
  mention === null ? "" : listed("en", [mention].flat().map(mentionText));

/** What an end does, in words. */
export const ON_END: Record<string, string> = {
  edit: "change the message of the start",
  post: "send another message",
  ignore: "say nothing",
};
