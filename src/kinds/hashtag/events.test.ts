import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventTypes } from "../event-type.ts";
import { hashtagEvents } from "./events.ts";

const rows: EventTypes = hashtagEvents;

const eventOf = eventsOf("hashtag", "Knitting");

const tag = { cid: "1", name: "knit tok", viewCount: 689_794_358_822, useCount: 13_849, position: 3 };

test.each<[string, JsonObject, string, string, string, string]>([
  ["appeared", tag, "news", "#knit tok appeared in Knitting", "#3 in the results", " · 689.8B views"],
  ["gone", tag, "down", "#knit tok left Knitting", "#3 when last seen", " · 689.8B views"],
  [
    "surged",
    { cid: "1", name: "knit tok", before: 1_000_000, after: 1_243_000, percent: 24.3 },
    "up",
    "#knit tok grew in Knitting",
    "1M → 1.2M views (+24.3%)",
    " · 1M → 1.2M views (+24.3%)",
  ],
  [
    "surged",
    {
      cid: "1",
      name: "knit tok",
      before: 1_000_000,
      after: 1_243_000,
      percent: 24.3,
      since: "2026-01-04T12:00:00.000Z",
    },
    "up",
    "#knit tok grew in Knitting",
    "1M → 1.2M views (+24.3% in 24 h)",
    " · 1M → 1.2M views (+24.3% in 24 h)",
  ],
])("%s", (word, data, tone, title, body, end) => {
  const notice = rows[`hashtag.${word}`]!.words(eventOf(`hashtag.${word}`, data), "en");
  expect(notice).toMatchObject({ tone, title, url: "https://www.tiktok.com/tag/knit%20tok" });
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(`${title}${end}`);
});

test("counts are separate fields", () => {
  const { fields } = hashtagEvents["hashtag.appeared"].words(eventOf("hashtag.appeared", tag), "en");
  expect(fields).toEqual([
    { label: "Views", value: ["689.8B"] },
    { label: "Videos", value: ["13.8K"] },
  ]);
});

test("a surge includes its period in lists and push notifications", () => {
  const data = { cid: "1", name: "knit", before: 100, after: 125, percent: 25, since: "2026-01-04T12:00:00.000Z" };
  const { among, push } = hashtagEvents["hashtag.surged"].words(eventOf("hashtag.surged", data), "de");
  expect(push?.text).toBe("#knit +25\u00a0% in 24 Std.");
  expect(among?.brief).toBe("#knit +25\u00a0% in 24 Std.");
});
