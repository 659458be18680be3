import { expect, test } from "vitest";
import { inEachOf } from "./language.ts";

const en = { hello: "Hello", of: (name: string) => `of ${name}`, is: { one: "is", many: "are" } };

test("words that a translation lacks fall back to English one by one", () => {
  const words = inEachOf(en, { de: { hello: "Hallo", is: { one: "ist" } } });
  expect([words.de.hello, words.de.of("x"), words.de.is]).toEqual(["Hallo", "of x", { one: "ist", many: "are" }]);
  expect(words.ja).toEqual(en);
});

test("an intentionally empty text stays empty", () => {
  expect(inEachOf({ between: " " }, { ja: { between: "" } }).ja.between).toBe("");
});
