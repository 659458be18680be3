import { expect, test } from "vitest";
import type { FailingChannel } from "../../core/channel-failure.ts";
import { waitingWords } from "./failing.tsx";

const failing = (name: string, reason: string): FailingChannel =>
  ({ id: name, name, kind: "discord", failingSince: 1, failure: { reason, refusals: 0 } }) as never;

test("what waits is said with its channel, and why in words", () => {
  expect(waitingWords([])).toBe("");
  expect(waitingWords([failing("#maria", "connection failed")])).toBe(" (#maria: Discord could not be reached)");
  expect(waitingWords([failing("#maria", "timeout"), failing("#live", "timeout")])).toBe(
    " (#maria: Discord took too long to answer, and 1 more)",
  );
  // What is not known is quoted as it came.
  expect(waitingWords([failing("#maria", "the cat sat on it")])).toBe(" (#maria: the cat sat on it)");
});
