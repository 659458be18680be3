import { expect, test } from "vitest";
import { defaultName, GROUPS, happens, whenWords } from "./words.ts";

test.each<[string[], Parameters<typeof whenWords>[1], string]>([
  [["live.started", "live.ended"], {}, "anyone goes live or ends a stream"],
  [["live.started"], { of: "VIPs" }, "someone in VIPs goes live"],
  [["live.started"], { of: "VIPs", who: "Maria" }, "Maria goes live"],
  [["*"], {}, "anyone does anything"],
  [["live.started", "*"], { of: "VIPs" }, "someone in VIPs does anything"],
  [["live.*", "hashtag.*"], {}, "anyone goes live or ends a stream, or a hashtag changes"],
  [["ranking.*", "hashtag.*"], { of: "VIPs" }, "a ranking or a hashtag in VIPs changes"],
  // A single change is said as such, and so is what one target does.
  [
    ["ranking.*", "hashtag.appeared"],
    { of: "VIPs" },
    expect.stringMatching(/^a hashtag in VIPs .*, or a ranking in VIPs changes$/),
  ],
  [["hashtag.*"], { who: "#cats" }, "anything in #cats changes"],
  [["field.*"], { who: "Profile: @maria" }, "anything in Profile: @maria changes"],
  [["ranking.*"], { who: "Daily" }, "anything in Daily changes"],
  [["item.appeared"], { who: "New videos: @maria" }, "an item in New videos: @maria is new"],
  [["live.started"], { who: "Maria" }, "Maria goes live"],
  // Of live creators and of anything watched: said once.
  [["target.*"], {}, "anyone can't be checked or is renamed"],
  [["goal.*"], {}, "anyone falls behind or reaches a goal"],
  [["target.renamed"], {}, "anyone changes handle"],
  [["live.started", "upstream.*"], { of: "VIPs" }, "someone in VIPs goes live, or the service has a problem"],
])("%j %j", (events, whose, words) => {
  expect(whenWords(events, whose)).toEqual(words);
});

test.each<[string[], string]>([
  [["live.started", "live.ended"], "Maria"],
  [["live.*"], "Maria"],
  [["live.started", "goal.behind"], "Maria: Goals and names"],
  [["hashtag.*", "ranking.left"], "Maria: Rankings and Hashtags"],
  [["*"], "Maria: Everything"],
])("the name of an alert about %j does not repeat its sentence: %s", (events, name) => {
  expect(defaultName(events, "Maria")).toBe(name);
});

test("no two choices of an alert read alike", () => {
  for (const { title, types, all } of GROUPS) {
    const words = [...types, ...all].map(happens);
    expect([title, new Set(words).size]).toEqual([title, words.length]);
  }
});
