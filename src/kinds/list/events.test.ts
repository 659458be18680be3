import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventTypes } from "../event-type.ts";
import { listEvents } from "./events.ts";

const rows: EventTypes = listEvents;

const eventOf = eventsOf("list", "Videos");
const reported = (word: string, data: JsonObject) => rows[`item.${word}`]!.words(eventOf(`item.${word}`, data), "en");

const ITEM = { itemId: "7", fields: { title: "Day one", plays: 1250 } };

test.each<[string, JsonObject, string, string, string, string]>([
  ["appeared", {}, "news", "Day one is new in “Videos”", "", "Day one"],
  ["appeared", { atLeast: 20 }, "news", "Day one is new in “Videos”", "20 or more new items", "Day one"],
  ["gone", {}, "down", "Day one is gone from “Videos”", "", "Day one"],
  [
    "changed",
    { field: "title", before: "Day 1", after: "Day one" },
    "news",
    "Day one changed in “Videos”",
    "title: Day 1 → Day one",
    "Day one",
  ],
  ["changed", { field: "title", before: "Day 1" }, "news", "Day one changed in “Videos”", "", "Day one"],
  [
    "crossed",
    { field: "plays", before: 980, after: 1250, threshold: 1000 },
    "up",
    "Day one passed a limit in “Videos”",
    "plays above 1,000 (980 → 1,250)",
    "Day one plays above 1,000",
  ],
  [
    "crossed",
    { field: "plays", after: 980, threshold: 1000 },
    "down",
    "Day one passed a limit in “Videos”",
    "plays below 1,000",
    "Day one plays below 1,000",
  ],
  [
    "crossed",
    { field: "plays", before: 980, after: 1250 },
    "news",
    "Day one passed a limit in “Videos”",
    "",
    "Day one",
  ],
  [
    "surged",
    { field: "plays", before: 1000, after: 1250, percent: 25 },
    "up",
    "Day one grew in “Videos”",
    "plays: 1,000 → 1,250 (+25%)",
    "Day one +25%",
  ],
  ["surged", { field: "plays", before: 1000 }, "up", "Day one grew in “Videos”", "plays", "Day one"],
])("%s %j", (word, data, tone, title, body, brief) => {
  const notice = reported(word, { ...ITEM, ...data });
  expect(notice).toMatchObject({ tone, title, subject: "Day one", url: null, links: [] });
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(body === "" ? title : `${title} · ${body}`);
  expect(notice.among!.brief).toBe(brief);
});

test("an item is called by its title, else by its id, and links to its address", () => {
  const link = "https://videos.example.com/7";
  const linked = reported("gone", { ...ITEM, fields: { ...ITEM.fields, link } });
  expect(linked).toMatchObject({ url: link, links: [{ label: "Open", url: link }] });
  expect(linked.line[0]).toEqual({ link: "Day one", url: link });
  expect(reported("gone", { itemId: "7", fields: {} }).title).toBe("Item 7 is gone from “Videos”");
  expect(reported("gone", { fields: {} }).title).toBe("Item is gone from “Videos”");
});

test("a new item shows its first three numbers", () => {
  const fields = { title: "Day one", plays: 1250, likes: 12_500, shares: 3, saves: 4 };
  expect(reported("appeared", { ...ITEM, fields }).fields).toEqual([
    { label: "plays", value: ["1,250"] },
    { label: "likes", value: ["12.5K"] },
    { label: "shares", value: ["3"] },
  ]);
});
