import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import { started } from "./notices.ts";

const start = (info: Record<string, string>) =>
  eventsOf("live", "Maria")("live.started", { roomId: "7100", sessionId: "ses_1", initial: false, info });

test("on a phone a start says the stream's title", () => {
  const { title, push } = started(start({ title: "Late night talk" }), "en");
  expect([title, push?.text]).toEqual(["Maria is live", "Maria is live: Late night talk"]);
  expect(plain(push!.body)).toBe("Late night talk\nStarted <when>");
});

test("a start without a title says who is live", () => {
  expect(started(start({}), "en").push).toBeUndefined();
});
