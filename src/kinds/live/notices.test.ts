import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import { liveEvents } from "./events.ts";
import { LANGUAGES, type Language } from "../../core/language.ts";
import { started } from "./notices.ts";

const start = (info: Record<string, string>) =>
  eventsOf("live", "Maria")("live.started", { roomId: "7100", sessionId: "ses_1", initial: false, info });

test("the push text of a start contains the stream's title", () => {
  const { title, push } = started(start({ title: "Late night talk" }), "en");
  expect([title, push?.text]).toEqual(["Maria is live", "Maria is live: Late night talk"]);
  expect(plain(push!.body)).toBe("Late night talk\nStarted <when>");
});

test("a start without a title has no special push text", () => {
  expect(started(start({}), "en").push).toBeUndefined();
});

test("the message of an end has the creator's picture, and no cover of a stream that is over", () => {
  const pictures = { cover: "https://example.com/cover.png", avatar: "https://example.com/avatar.png" };
  const end = (info: Record<string, string>) =>
    eventsOf("live", "Maria")("live.ended", { roomId: "7100", sessionId: "ses_1", durationSeconds: 60, info });
  const words = (info: Record<string, string>) => liveEvents["live.ended"].words(end(info), "en");
  expect(started(start(pictures), "en").pictures).toEqual(pictures);
  expect(words(pictures).pictures).toEqual({ cover: null, avatar: pictures.avatar });
  expect(words({}).pictures).toEqual({ cover: null, avatar: null });
});

test("in every language, a stream that was live before the first check lasted at least so long", () => {
  const end = (data: object) =>
    eventsOf("live", "Maria")("live.ended", { roomId: "7100", sessionId: "ses_1", durationSeconds: 5400, ...data });
  const text = (data: object, language: Language) =>
    plain(liveEvents["live.ended"].words(end(data), language).body).replaceAll("\n", " ");
  const seen = { startedAfter: "2026-01-05T10:00:00.000Z" };
  expect(text({ startedAfter: null }, "en")).toMatch(/^Streamed for at least 1 h 30 min/);
  expect(text(seen, "en")).toMatch(/^Streamed for 1 h 30 min/);
  for (const language of LANGUAGES) {
    expect(text({ startedAfter: null }, language)).not.toBe(text(seen, language));
    // Older versions did not store it.
    expect(text({}, language)).toBe(text(seen, language));
  }
});

test("among others an end is one short line, in every language", () => {
  const end = (data: object) =>
    eventsOf("live", "Maria")("live.ended", { roomId: "7100", sessionId: "ses_1", durationSeconds: 5400, ...data });
  const line = (data: object, language: Language) => plain(liveEvents["live.ended"].words(end(data), language).line);
  const seen = { startedAfter: "2026-01-05T10:00:00.000Z", peakViewers: 4460 };
  expect(line(seen, "en")).toBe("Maria ended after 1 h 30 min · peak 4,460 viewers");
  expect(line({ startedAfter: null }, "en")).toBe("Maria ended after at least 1 h 30 min");
  for (const language of LANGUAGES) {
    expect(line(seen, language)).toContain("Maria");
    expect(line(seen, language)).not.toBe(line({ ...seen, startedAfter: null }, language));
  }
});
