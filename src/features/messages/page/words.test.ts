import { expect, test } from "vitest";
import { REASONS } from "../../../engine/route/match.ts";
import { NO_KEY, UNHEARD } from "../../../engine/deliver/verdict.ts";
import { leftOutWords, reasonWords } from "./words.ts";

test.each([
  [REASONS.cooldown(60), "sent shortly before"],
  [REASONS.startUntold, "its start was not sent there"],
])("%j is said as %j", (reason, words) => {
  expect(leftOutWords(reason)).toBe(words);
});

test.each([
  ["Slack says that the webhook no longer exists (no_team)", "says this address no longer exists"],
  ["the channel or thread no longer exists (10003)", "the channel was deleted or archived"],
  ["the receiver wants no more messages (410)", "no longer exists"],
  ["Slack doesn't allow the webhook to post (posting_to_general_channel_denied)", "doesn't allow posting"],
  ["Telegram doesn't allow the bot to post (400)", "doesn't allow posting"],
  ["Discord rejected the message format (50035)", "rejected the message format"],
  [UNHEARD, "stopped while sending"],
  [NO_KEY, "encryption key for the channel's address is missing"],
])("the error %j says that %j", (error, words) => {
  expect(reasonWords(error, "Discord").said).toContain(words);
});
