import { expect, test } from "vitest";
import { chatOf } from "./words.ts";

test.each([
  ["slack-bot", "Slack"],
  ["discord-bot", "Discord"],
  ["telegram", "Telegram"],
  ["webhook", "Signed webhook"],
  ["gone", "The channel"],
])("a message of %s is in %s", (kind, chat) => {
  expect(chatOf(kind)).toBe(chat);
});
