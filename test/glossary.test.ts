import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

// The field's terms, `docs/reference/glossary.md`: what stands here has a better word there.

/** In names of what is declared: the old word, and what is said instead. */
const IN_NAMES: Record<string, string> = {
  told: "notified",
  tell: "notify",
  begun: "started",
  began: "started",
  whence: "source",
  whom: "recipient",
  making: "creating",
  nudge: "wakeUp",
  hasten: "retryNow",
  rehearse: "simulate",
  tally: "ledger",
  seat: "pollSlot",
  riders: "followUps",
  dealt: "assigned",
  habit: "prediction",
  pulse: "healthSnapshot",
  gate: "breaker",
};

/** In what people read. */
const IN_TEXT = /\b(told|tells you|begun|whence|whom|hasten|needs a hand|nobody on air|on air)\b/i;

async function filesIn(folder: string, end: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((one) => one.isFile() && end.test(one.name))
    .map(({ parentPath, name }) => join(parentPath, name));
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Functions, constants and types at the top of a file: what other files and readers know it by. */
const DECLARED = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;

test("nothing is declared by a word that the glossary has a term for", async () => {
  const found: string[] = [];
  let names = 0;
  for (const file of await filesIn("src", /(?<!\.test)\.tsx?$/)) {
    for (const [, name] of (await readFile(file, "utf8")).matchAll(DECLARED)) {
      names += 1;
      for (const word of wordsOf(name!))
        if (Object.hasOwn(IN_NAMES, word)) found.push(`${file}: ${name}: say ${IN_NAMES[word]}`);
    }
  }
  expect(names).toBeGreaterThan(3000);
  expect(found).toEqual([]);
});

/** Paragraphs, lists and tables of a page of the docs, without code. */
const proseOf = (text: string): string => text.replaceAll(/```.*?```/gs, "").replaceAll(/`[^`\n]*`/g, "");

test("the docs say it in the terms of the glossary", async () => {
  const pages = [...(await filesIn("docs", /\.md$/)), "README.md", "CONTRIBUTING.md"];
  const found: string[] = [];
  for (const page of pages)
    for (const line of proseOf(await readFile(page, "utf8")).split("\n"))
      if (IN_TEXT.test(line)) found.push(`${page}: ${line.trim()}`);
  expect(pages.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

/** Text between tags, and texts of several words: what a page shows. */
const DISPLAYED = />([^<>{}=;]{3,})<|"([^"\n]*[a-z] [^"\n]*)"/g;

test("the pages say it in the terms of the glossary", async () => {
  const found: string[] = [];
  let texts = 0;
  for (const file of await filesIn("src", /(?<!\.test)\.tsx$/)) {
    const code = (await readFile(file, "utf8")).replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^\s*\/\/.*$/gm, "");
    for (const [, between, quoted] of code.matchAll(DISPLAYED)) {
      texts += 1;
      const text = (between ?? quoted)!.trim();
      if (IN_TEXT.test(text)) found.push(`${file}: ${text}`);
    }
  }
  expect(texts).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test("what the glossary has a term for is in the code by that name", async () => {
  const [nouns] = (await readFile("docs/reference/glossary.md", "utf8")).split("\n## Verbs");
  const terms = [...nouns!.matchAll(/^\| ([a-z][a-z -]+) \| [A-Z]/gm)].map(([, term]) => term!);
  const files = await Promise.all((await filesIn("src", /\.tsx?$/)).map((file) => readFile(file, "utf8")));
  const code = files.join("\n").toLowerCase();
  const isIn = (term: string) => new RegExp(term.replaceAll(/[ -]/g, "[ -]?")).test(code);
  expect(terms.length).toBeGreaterThan(60);
  expect(terms.filter((term) => !isIn(term))).toEqual([]);
});
