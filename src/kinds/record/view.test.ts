import { expect, test } from "vitest";
import { inEnglish } from "../../core/sentence.ts";
import { summaryOf, type RecordState } from "./view.ts";

const stateOf = (fields: RecordState["fields"]): RecordState => ({
  since: 0,
  sampledAt: 0,
  mark: null,
  fields,
  numbers: {},
});

test.each<[RecordState["fields"], string]>([
  [{}, "0 fields"],
  [{ bio: "Hello" }, "1 field"],
  [{ bio: "Hello", followers: 12_400 }, "followers 12.4K"],
  [{ followers: 1, likes: 2, plays: 3 }, "followers 1 · likes 2"],
])("%j in short: %s", (fields, words) => {
  expect(summaryOf(stateOf(fields), inEnglish)).toBe(words);
});
