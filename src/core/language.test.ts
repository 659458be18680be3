import { expect, test } from "vitest";
import { inEachOf } from "./language.ts";

const en = { hello: "Hello", of: (name: string) => `of ${name}`, is: { one: "is", many: "are" } };

test("what a translation lacks is said in English, sentence by sentence", () => {
  const words = inEachOf(en, { de: { hello: "Hallo", is: { one: "ist" } } });
  expect([words.de.hello, words.de.of("x"), words.de.is]).toEqual(["Hallo", "of x", { one: "ist", many: "are" }]);
  expect(words.ja).toEqual(en);
});

test("a text that is empty on purpose stays empty", () => {
  expect(inEachOf({ between: " " }, { ja: { between: "" } }).ja.between).toBe("");
});
