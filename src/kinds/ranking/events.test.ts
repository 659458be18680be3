import { goingOn } from "../../core/sentence.ts";
import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import type { JsonObject } from "../../core/json.ts";
import type { Notice } from "../../core/notice.ts";
import type { EventTypes } from "../event-type.ts";
import { rankingEvents } from "./events.ts";

const rows: EventTypes = rankingEvents;

const T0 = Date.UTC(2026, 0, 5, 12);

const eventOf = (type: string, data: JsonObject) =>
  eventsOf("ranking", "Maria")(type, { title: "Daily Ranking", ...data });

const reported = (type: string, data: JsonObject): Notice => rows[type]!.words(eventOf(type, data), "en");

test.each<[string, JsonObject, string, string, string]>([
  ["moved", { before: 7, place: 4, threshold: null }, "up", "Maria moved #7 → #4 (▲3) in Daily Ranking", ""],
  [
    "moved",
    { before: 18, place: 25, threshold: 20 },
    "down",
    "Maria moved #18 → #25 (▼7) in Daily Ranking",
    "Out of the top 20",
  ],
  ["moved", { before: 2, place: 1, threshold: 1 }, "up", "Maria moved #2 → #1 (▲1) in Daily Ranking", "Now first"],
  ["entered", { place: 98 }, "up", "Maria entered Daily Ranking at #98", ""],
  ["entered", { place: null }, "up", "Maria entered Daily Ranking", ""],
  ["left", { before: 97, place: null }, "down", "Maria left Daily Ranking", "Last at #97"],
  ["league_changed", { before: "A2", after: "A1", direction: "up" }, "up", "Maria moved up a league: A2 → A1 (▲)", ""],
  [
    "period_closed",
    { place: 6, bestPlace: 4, onRank: true, periodEndedAt: "2026-01-05T12:00:00.000Z" },
    "news",
    "Maria finished Daily Ranking at #6",
    "Best place: #4 · period ended <when>",
  ],
  ["period_closed", { place: 4, bestPlace: 4, onRank: true }, "news", "Maria finished Daily Ranking at #4", ""],
  [
    "period_closed",
    { place: 97, bestPlace: 90, onRank: false },
    "news",
    "Maria was not in Daily Ranking when it ended",
    "Last seen at #97 · best place: #90",
  ],
])("%s %j", (word, data, tone, title, body) => {
  const notice = reported(`ranking.${word}`, data);
  expect(notice.tone).toBe(tone);
  expect(notice.title).toBe(title);
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(body === "" ? title : `${title} · ${plain(goingOn([body]))}`);
});

test("a race has place, gap and time, and only place and time without a gap; its last update has the final place", () => {
  const race = { place: 4, gap: "13.8K Diamonds to reach No. 3", minutesLeft: 14, final: false };
  const first = reported("ranking.closing", race);
  expect([first.title, plain(first.body)]).toEqual([
    "Maria is #4 in Daily Ranking",
    "13.8K Diamonds to reach No. 3 · 14 min left",
  ]);
  expect([first.push!.text, plain(first.push!.body)]).toEqual([
    "Maria is #4 in Daily Ranking · 14 min left",
    "13.8K Diamonds to reach No. 3",
  ]);
  const german = rows["ranking.closing"]!.words(eventOf("ranking.closing", race), "de");
  expect(german.push!.text).toMatch(/ auf Platz 4 · noch 14 Min\.$/);
  const updated = (data: JsonObject) => {
    const event = eventOf("ranking.closing", { ...race });
    const { title, body } = rows["ranking.closing"]!.words(event, "en", eventOf("ranking.closing", data));
    return [title, plain(body)];
  };
  expect(updated({ ...race, place: 3, gap: null, minutesLeft: 1 })).toEqual([
    "Maria is #3 in Daily Ranking",
    "1 min left",
  ]);
  expect(updated({ ...race, place: null, gap: null })).toEqual(["Maria left Daily Ranking", "14 min left"]);
  const resetAt = "2026-01-05T12:00:00.000Z";
  const final = { ...race, gap: null, resetAt, minutesLeft: 0, final: true };
  expect(updated({ ...final, place: 3 })).toEqual(["Maria finished Daily Ranking at #3", "Period ended <when>"]);
  expect(updated({ ...final, place: null })[0]).toBe("Maria was not in Daily Ranking when it ended");
});

test("the link uses the handle if it is known, otherwise the id", () => {
  const { event, words } = {
    event: eventOf("ranking.moved", { before: 7, place: 4 }),
    words: rows["ranking.moved"]!.words,
  };
  const urlOf = (params: JsonObject) => words({ ...event, target: { ...event.target!, params } }, "en").url;
  expect(urlOf({ userId: "7012", roomId: "7100" })).toBe("https://www.tiktok.com/share/user/7012");
  expect(urlOf({ userId: "7012", handle: "maria" })).toBe("https://www.tiktok.com/@maria");
  expect(urlOf({ userId: "../x" })).toBe(null);
});

test("the service's English sentence about the gap is told in the reader's language, any other as it is", () => {
  const gapIn = (gap: string) =>
    rows["ranking.moved"]!.words(eventOf("ranking.moved", { before: 7, place: 10, gap, resetAt: null }), "de").fields;
  expect(gapIn("720 Diamonds to reach No. 9")).toEqual([{ label: "Es fehlen", value: ["720 Diamanten bis Platz 9"] }]);
  expect(gapIn("距离第9名720钻")).toEqual([{ label: "Es fehlen", value: ["距离第9名720钻"] }]);
});

test("gap and remaining time are shown if known", () => {
  const { fields } = reported("ranking.moved", {
    before: 7,
    place: 4,
    gap: "1.2K Diamonds to reach No. 3",
    resetAt: "2026-01-06T00:00:00.000Z",
  });
  expect(fields).toEqual([
    { label: "To go", value: ["1.2K Diamonds to reach No. 3"] },
    { label: "Resets", value: [{ at: T0 + 12 * 3_600_000, style: "relative" }] },
  ]);
  expect(reported("ranking.moved", { before: 7, place: 4, gap: null, resetAt: null }).fields).toEqual([]);
});
