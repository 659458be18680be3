import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { neededTexts, problemOf, problemsOf, translated } from "../../tools/texts/catalogues.ts";
import { unwrappedIn } from "../../tools/texts/unwrapped.ts";
import { textsIn } from "../../tools/texts/used.ts";

const needed = neededTexts();

test.each(translated)("every text of the pages is there in %s, with its placeholders, and no other", (language) => {
  expect(needed.length).toBeGreaterThan(1900);
  const problems = problemsOf(language, needed);
  expect(problems.map(({ key, problem }) => `src/languages/${language}/pages.json: ${problem}: ${key}`)).toEqual([]);
});

test("no text with one form looks like one with two", () => {
  const forms = needed.map((key) => key.split("|").length);
  expect(new Set(forms)).toEqual(new Set([1, 2]));
});

/** Labels of the services' own pages, which are in English. */
const LABELS =
  "Discord Developer Portal|Public Key|Interactions Endpoint URL|General Information|Installation|Signing Secret|Slash Commands|Interactivity";

/** Examples to type, names of programs, variables and people, and commands. */
const AS_IT_IS = new RegExp(
  String.raw`^(?:[@#]\S+|https?:\S+|\{.*\}|.*@example\.com|Alex|Excel|[A-Z]+(?:_[A-Z]+)+|npm (?:start|run [\w:]+)|npx wrangler .*|Northlight Talent| · Tallylight|@maria[\n,].*|${LABELS})$`,
  "s",
);

test("no element of the pages has a text that nobody can translate", () => {
  const files = globSync("src/{ui,features,wiring}/**/*.tsx").map((file) => file.replaceAll("\\", "/"));
  expect(files.length).toBeGreaterThan(120);
  const left = files.flatMap((file) =>
    unwrappedIn({ file, source: readFileSync(file, "utf8") })
      .filter((text) => !AS_IT_IS.test(text.trim()) && !AS_IT_IS.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(left).toEqual([]);
});

test("texts are found however they are written", () => {
  const source = `
    t("one"); marked("two"); plural(n, "{n} three", "{n} threes"); t(a ? "four" : "five"); meant("button", "Six");
    say.text("seven"); say.plural(n, "eight", "eights"); other("no"); t(variable);
    const page = <div title={t("nine")}><T of="ten <b>x</b>" b={(text) => <b>{text}</b>} /><Plural n={n} one="one {n}" other="many {n}" /></div>;`;
  expect(textsIn({ file: "a.tsx", source })).toEqual([
    "one",
    "two",
    "{n} three|{n} threes",
    "four",
    "five",
    "Six [button]",
    "seven",
    "eight|eights",
    "nine",
    "ten <b>x</b>",
    "one {n}|many {n}",
  ]);
});

test("a text of an element is found unless it is translated", () => {
  const source = `
    const page = <div title="Wrong title" class="any words"><T of="fine" />{t("fine")} Wrong text {a ? "Wrong one" : t("fine")}<Field hint={b ?? "Wrong hint"} /></div>;`;
  expect(
    unwrappedIn({ file: "a.tsx", source })
      .map((text) => text.trim())
      .toSorted(),
  ).toEqual(["Wrong hint", "Wrong one", "Wrong text", "Wrong title"]);
});

test.each([
  ["de", "Hello {who}", undefined, "missing"],
  ["de", "Hello {who}", "Hallo", "other placeholders or tags"],
  ["de", "<b>Hello</b>", "<i>Hallo</i>", "other placeholders or tags"],
  ["de", "Hello", "Hallo ", "blanks around it"],
  ["de", "Watch [button]", "Ansehen", null],
  ["de", "{n} list|{n} lists", "Listen", "lacks a form"],
  ["de", "{n} list|{n} lists", { other: "{n} Listen" }, "lacks a form"],
  ["de", "{n} list|{n} lists", { one: "eine Liste", other: "{n} Listen" }, null],
  ["ja", "{n} list|{n} lists", { other: "リスト{n}件" }, null],
  [
    "de",
    "{n} list of {who}|{n} lists of {who}",
    { one: "eine Liste", other: "{n} von {who}" },
    "other placeholders or tags",
  ],
] as const)("%s, %j: %j is %s", (language, key, reported, problem) => {
  expect(problemOf(language, key, reported)?.problem ?? null).toBe(problem);
});
