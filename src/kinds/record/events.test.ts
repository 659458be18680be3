import { expect, test } from "vitest";
import { eventsOf, plain } from "../../../test/support/phrases.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventTypes } from "../event-type.ts";
import { recordEvents } from "./events.ts";

const rows: EventTypes = recordEvents;

const eventOf = eventsOf("record", "Maria");
const reported = (word: string, data: JsonObject) => rows[`field.${word}`]!.words(eventOf(`field.${word}`, data), "en");

test.each<[string, JsonObject, string, string, string, string]>([
  ["changed", { field: "bio", before: "Hi", after: "Hello" }, "news", "Maria has a new bio", "Hi → Hello", ""],
  ["changed", { field: "bio" }, "news", "Maria has a new bio", "", ""],
  [
    "crossed",
    { field: "likeCount", before: 9900, after: 10_200, threshold: 10_000 },
    "up",
    "Maria: like count above 10K",
    "9,900 → 10.2K",
    "10K",
  ],
  [
    "crossed",
    { field: "likes", before: 10_200, after: 9900, threshold: 10_000 },
    "down",
    "Maria: likes below 10K",
    "10.2K → 9,900",
    "10K",
  ],
  ["crossed", { field: "likes", after: 9900, threshold: 9900 }, "up", "Maria: likes above 9,900", "", "9,900"],
  ["crossed", { field: "likes", before: 9900, threshold: 10_000 }, "up", "Maria: likes above 10K", "", "10K"],
  [
    "milestone",
    { field: "likes", before: 9900, after: 10_200, milestone: 10_000 },
    "up",
    "Maria reached 10K likes",
    "9,900 → 10.2K",
    "10K",
  ],
  [
    "surged",
    { field: "likes", before: 8000, after: 10_000, percent: 25 },
    "up",
    "Maria: likes grew (+25%)",
    "8,000 → 10K",
    "+25%",
  ],
  ["surged", { field: "likes", before: 8000, after: 10_000 }, "up", "Maria: likes grew", "8,000 → 10K", ""],
])("%s %j", (word, data, tone, title, body, brief) => {
  const notice = reported(word, data);
  expect(notice).toMatchObject({ tone, title, subject: "Maria", url: null, links: [] });
  expect(plain(notice.body)).toBe(body);
  expect(plain(notice.line)).toBe(body === "" ? title : `${title} · ${body}`);
  expect(notice.among!.brief).toBe(`${notice.among!.who} ${brief}`.trim());
});

test("a field's name is cut to 40 characters, and a record without a name is called so", () => {
  const event = { ...eventOf("field.changed", { field: "x".repeat(90) }), target: null };
  const { subject, among } = rows["field.changed"]!.words(event, "en");
  expect([subject, among!.who.length <= "A record: ".length + 40]).toEqual(["A record", true]);
});
