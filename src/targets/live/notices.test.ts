import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import { started } from "./notices.ts";

const start = (info: Record<string, string>) =>
  eventsOf("live", "Maria")("live.started", { roomId: "7100", sessionId: "ses_1", initial: false, info });

test("on a phone a start says the stream's title, which the message then need not say again", () => {
  const { title, push, body } = started(start({ title: "Late night talk" }), "en");
  expect([title, push?.text]).toEqual(["Maria is live", "Maria is live: Late night talk"]);
  expect([plain(body), plain(push!.body)]).toEqual(["Late night talk\nStarted <when>", "Started <when>"]);
});

test("a start without a title says who is live", () => {
  expect(started(start({}), "en").push).toBeUndefined();
});
