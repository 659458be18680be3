import { expect, test } from "vitest";
import { hashtagFact } from "./hashtags/section.ts";
import { liveFact } from "./lives/fact.ts";
import { productFact } from "./products/section.ts";
import { rankingFact } from "./rankings/section.ts";
import type { DigestContext } from "./section.ts";
import { LANGUAGES } from "../core/language.ts";
import { foldInEnglish, timesInEnglish, timesOf } from "./times.ts";

const HOUR = 3_600_000;
const period = { ms: 168 * HOUR, word: "week" };
const week: DigestContext = { language: "en", frame: { from: 0, to: 168 * HOUR, timezone: "UTC" } };

test("factors are written as words up to twelve", () => {
  expect([1.4, 2, 3, Infinity].map(timesOf)).toEqual([null, 2, 3, null]);
  expect([2, 3, 9, 12, 120].map(timesInEnglish)).toEqual([
    "twice",
    "three times",
    "nine times",
    "twelve times",
    "120 times",
  ]);
  expect([3, 9, 120].map(foldInEnglish)).toEqual(["threefold", "ninefold", "120-fold"]);
});

test.each([
  [12, 6, "Maria was live twice as long as the week before"],
  [30, 10, "Maria was live three times as long as the week before"],
  [14, 10, "Maria was live 40% longer than the week before"],
  [25.6, 10, "Maria was live 156% longer than the week before"],
  [4.6, 10, "Maria was live 54% less than the week before"],
  [5, 10, "Maria was live half as long as the week before"],
  [7, 10, "Maria was live 30% less than the week before"],
  [0, 10, "Maria was not live, down from 10 h the week before"],
  [5, 0, "Maria was live for 5 h, and not live the week before"],
])("%s hours after %s", (now, before, text) => {
  const moved = [{ name: "Maria", airtimeMs: now * HOUR, beforeMs: before * HOUR }];
  const compared = { creators: 1, beforeMs: before * HOUR, nowMs: now * HOUR };
  const data = { period, moved, compared, most: [] } as unknown as Parameters<typeof liveFact>[0];
  expect(liveFact(data, week)?.text).toBe(text);
});

test("a number of times is said only for a factor that is about one, in every language", () => {
  let reported = 0;
  for (let percent = 1; percent < 3000; percent++) {
    const factor = 1 + percent / 100;
    const times = timesOf(factor);
    if (times === null) continue;
    reported += 1;
    expect([percent, Math.abs(factor / times - 1) <= 0.0251]).toEqual([percent, true]);
  }
  expect(reported).toBeGreaterThan(500);
  const tag = { name: "cats", region: "", views: 256, added: 156, percent: 156, score: 5, trend: true, points: [] };
  const data = { fastest: [tag], most: [], quickest: null, appeared: 0, known: 0 };
  for (const language of LANGUAGES) {
    const context = { ...week, language };
    const texts = [
      hashtagFact(data as unknown as Parameters<typeof hashtagFact>[0], context)!.text,
      liveFact(
        {
          period,
          moved: [{ name: "Maria", airtimeMs: 25.6 * HOUR, beforeMs: 10 * HOUR }],
          compared: { creators: 1, beforeMs: 10 * HOUR, nowMs: 25.6 * HOUR },
          most: [],
        } as unknown as Parameters<typeof liveFact>[0],
        context,
      )!.text,
    ];
    for (const text of texts) expect([language, text]).toEqual([language, expect.stringMatching(/156/)]);
  }
});

test("facts about live time: small changes of small amounts are weaker than large ones", () => {
  const moved = [
    { name: "Tiny", airtimeMs: HOUR / 2, beforeMs: HOUR / 60 },
    { name: "Maria", airtimeMs: 20 * HOUR, beforeMs: 10 * HOUR },
  ];
  const compared = { creators: 1, beforeMs: 0, nowMs: 0 };
  const data = { period, moved, compared, most: [] } as unknown as Parameters<typeof liveFact>[0];
  expect(liveFact(data, week)?.text).toMatch(/^Maria was live twice/);
});

test("facts about hashtags, places and prices", () => {
  const tag = {
    name: "dailycats",
    region: "",
    views: 9_000_000,
    added: 8_000_000,
    percent: 800,
    score: 5,
    trend: true,
  };
  const tags = { fastest: [{ ...tag, points: [] }], most: [], quickest: null, appeared: 3, known: 9 };
  expect(hashtagFact(tags as unknown as Parameters<typeof hashtagFact>[0], week)?.text).toBe(
    "#dailycats grew ninefold",
  );
  const one = { id: "a", name: "Kenji", title: "Weekly Ranking", climb: { before: 8, after: 2 }, best: 2, usual: 0 };
  const places = { movers: [one], telling: [one], best: [one], leagues: { moves: [] } };
  expect(rankingFact(places as unknown as Parameters<typeof rankingFact>[0], week)).toEqual({
    text: "Kenji climbed from #8 to #2 in Weekly",
    strength: 2,
    figure: "Top climb",
  });
  const cut = { title: "Lamp", before: "20", after: "15", currency: "USD", percent: -25 };
  const offers = { period, deepest: [cut], best: [], listed: 2 };
  expect(productFact(offers as unknown as Parameters<typeof productFact>[0], week)?.text).toBe(
    "Lamp is 25% cheaper (20 → 15 USD)",
  );
});

test.each<[string, object, string | null, number]>([
  ["a climb", { movers: [{ before: 8, after: 2 }] }, "Kenji climbed from #8 to #2 in Weekly", 2],
  ["a fall is weaker", { movers: [{ before: 2, after: 8 }] }, "Kenji fell from #2 to #8 in Weekly", 1.8],
  ["the first place", { best: 1 }, "Kenji reached #1 in Weekly", 0.6],
  ["another place", { best: 2 }, "Kenji reached #2 in Weekly", 0.3],
  ["a league up", { league: ["B2", "B1", true] }, "Kenji went up from league B2 to B1", 1],
  ["a league down", { league: ["B1", "B2", false] }, "Kenji went down from league B1 to B2", 0.9],
  ["nothing", {}, null, 0],
])("a fact about rankings: %s", (_, provided, text, strength) => {
  const {
    movers = [],
    best,
    league,
  } = provided as { movers?: object[]; best?: number; league?: [string, string, boolean] };
  const one = { id: "a", name: "Kenji", title: "Weekly Ranking", closed: 0, usual: 0 };
  const data = {
    movers: movers.map((climb) => ({ ...one, climb })),
    telling: movers.map((climb) => ({ ...one, climb })),
    best: best === undefined ? [] : [{ ...one, climb: null, best }],
    leagues: {
      moves: league === undefined ? [] : [{ name: "Kenji", before: league[0], after: league[1], up: league[2] }],
    },
  };
  const fact = rankingFact(data as unknown as Parameters<typeof rankingFact>[0], week);
  expect([fact?.text ?? null, fact?.strength ?? 0]).toEqual([text, strength]);
});
