import { expect, test } from "vitest";
import { messageRef } from "./message-ref.ts";

test.each<[unknown, unknown, string | null]>([
  ["C1", "1700000000.000100", "C1:1700000000.000100"],
  ["c1", "1700000000.000100", ":1700000000.000100"],
  ["C".repeat(41), "1700000000.000100", ":1700000000.000100"],
  [7, "1700000000.000100", ":1700000000.000100"],
  [undefined, "1700000000.000100", ":1700000000.000100"],
  ["C1", 1_700_000_000.0001, null],
  ["C1", "1700000000", null],
  ["C1", "1700000000.0001000000", null],
])("a message of %o at %o is %s", (channel, ts, ref) => {
  expect(messageRef(channel, ts)).toBe(ref);
});
