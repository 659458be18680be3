import { expect, test } from "vitest";
import { REASONS } from "../../../engine/route/match.ts";
import { NO_KEY, UNHEARD } from "../../../engine/deliver/verdict.ts";
import { leftOutWords, reasonWords } from "./words.ts";

test.each([
  [REASONS.cooldown(60), "told less than 60 s ago (cooldown)", "sent shortly before"],
  [REASONS.startUntold, "its start was never told here", "its start was not sent there"],
])("%j and its text in older rows %j read the same", (now, before, words) => {
  expect(leftOutWords(now)).toBe(words);
  expect(leftOutWords(before)).toBe(words);
});

test.each([
  [
    "Slack says that the webhook no longer exists (no_team)",
    "Slack says that the webhook is no more (no_team)",
    "says this address no longer exists",
  ],
  [
    "the channel or thread no longer exists (10003)",
    "the channel or thread is no more (10003)",
    "the channel was deleted or archived",
  ],
  ["the receiver wants no more messages (410)", "the receiver wants no more (410)", "no longer exists"],
  [
    "Slack doesn't allow the webhook to post (posting_to_general_channel_denied)",
    "Slack does not let the webhook post until somebody allows it (posting_to_general_channel_denied)",
    "doesn't allow posting",
  ],
  [
    "Telegram doesn't allow the bot to post (400)",
    "Telegram does not let the bot post until somebody allows it (400)",
    "doesn't allow posting",
  ],
  [
    "Discord rejected the message format (50035)",
    "Discord refused the message's form (50035)",
    "rejected the message format",
  ],
  [UNHEARD, "its run ended before an answer was kept", "stopped while sending"],
  [NO_KEY, "no key opens the channel's settings", "encryption key for the channel's address is missing"],
])("the error %j and its text in older rows %j read the same", (now, before, words) => {
  const explained = reasonWords(now, "Discord");
  expect(explained.said).toContain(words);
  expect(reasonWords(before, "Discord")).toEqual(explained);
});
