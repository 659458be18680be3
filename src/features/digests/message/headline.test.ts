import { expect, test } from "vitest";
import { headlineOf } from "./headline.ts";

const fact = (text: string, strength: number, figure: string | null = null) => ({ text, strength, figure });

test("the strongest fact comes first, followed by the second if it is strong enough", () => {
  const cats = fact("#dailycats grew nine times", 3.2, "Fastest");
  const maria = fact("Maria was on air twice as long as the week before", 1);
  expect(headlineOf([maria, null, cats, fact("3 new products are offered", 0.15)], "week", "en")).toEqual({
    text: "#dailycats grew nine times; Maria was on air twice as long as the week before.",
    figures: ["Fastest"],
  });
  expect(headlineOf([fact("Cup sold best, 4 a day", 0.2), cats], "week", "en").text).toBe(
    "#dailycats grew nine times.",
  );
});

test("a quiet period is named as such", () => {
  expect(headlineOf([null, fact("x", 0.01)], "day", "en").text).toBe("A quiet day: nothing stood out.");
});
