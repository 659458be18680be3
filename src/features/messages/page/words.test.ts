import { expect, test } from "vitest";
import { REASONS } from "../../../engine/route/match.ts";
import { NO_KEY, UNHEARD } from "../../../engine/deliver/verdict.ts";
import type { Message } from "../messages.ts";
import { leftOutWords, reasonWords, standingOf } from "./words.ts";

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

const at = (error: string | null) => ({ at: 0, durationMs: 400, status: error === null ? 200 : 503, error });
const message = (board: Message["board"], ...errors: (string | null)[]): Message =>
  ({ status: "sent", board, edits: null, replayOf: null, attempts: errors.map(at) }) as unknown as Message;
const board = "brd_1";

test("the message of a board was updated if it was delivered before, and retried if it was not", () => {
  const words = (...errors: (string | null)[]) => standingOf(message(board, ...errors)).words;
  expect(words(null)).toBe("sent in 0.4 s");
  expect(words(null, null)).toBe("updated");
  expect(words("timed out", null)).toBe("sent on the 2nd attempt");
  expect(standingOf(message(null, "timed out", null)).words).toBe("sent on the 2nd attempt");
});
