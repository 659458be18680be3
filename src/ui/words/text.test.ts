import { expect, test } from "vitest";
import { inSentence, marked, meant, plural, speaking, t, type Texts } from "./text.ts";

const german: Texts = {
  "Seen {when}": "{when} gesehen",
  "{n} creator|{n} creators": { one: "{n} Creatorin", other: "{n} Creator" },
  "Watch [button]": "Beobachten",
};

test("texts are English outside of a translation and where it lacks them", () => {
  expect(t("Seen {when}", { when: "now" })).toBe("Seen now");
  expect(plural(1, "{n} creator", "{n} creators")).toBe("1 creator");
  expect(plural(1200, "{n} creator", "{n} creators")).toBe("1,200 creators");
  expect(speaking({ language: "de", texts: german }, () => t("Nothing yet"))).toBe("Nothing yet");
});

test("texts, plurals and words of several meanings are translated, numbers grouped", async () => {
  await speaking({ language: "de", texts: german }, async () => {
    await Promise.resolve();
    expect(t(marked("Seen {when}"), { when: "jetzt" })).toBe("jetzt gesehen");
    expect(plural(1, "{n} creator", "{n} creators")).toBe("1 Creatorin");
    expect(plural(1200, "{n} creator", "{n} creators")).toBe("1.200 Creator");
    expect(meant("button", "Watch")).toBe("Beobachten");
    expect(meant("noun", "Watch")).toBe("Watch");
  });
});

test("a language without a form for one uses the only form", () =>
  speaking({ language: "ja", texts: { "{n} list|{n} lists": { other: "リスト{n}件" } } }, () =>
    expect(plural(1, "{n} list", "{n} lists")).toBe("リスト1件"),
  ));

test("a value is never read as a placeholder or a text", () => {
  expect(t("{a} {b}", { a: "{b}", b: "$&" })).toBe("{b} $&");
  expect(t("Hello {who}", { when: "now" })).toBe("Hello {who}");
  expect(speaking({ language: "de", texts: german }, () => t("constructor"))).toBe("constructor");
});

test("two responses at once keep their languages", async () => {
  const reported = async (texts: Texts) =>
    speaking({ language: "de", texts }, async () => {
      await new Promise((done) => setTimeout(done, 1));
      return t("Yes");
    });
  expect(await Promise.all([reported({ Yes: "Ja" }), reported({ Yes: "Jawohl" })])).toEqual(["Ja", "Jawohl"]);
});

test("a title within a sentence is in lower case, except for German nouns", () => {
  expect(inSentence("Rankings")).toBe("rankings");
  expect(speaking({ language: "de", texts: {} }, () => inSentence("Rankings"))).toBe("Rankings");
  expect(speaking({ language: "fr", texts: {} }, () => inSentence("Écrans"))).toBe("écrans");
});
