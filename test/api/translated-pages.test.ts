import { afterAll, beforeAll, expect, test } from "vitest";
import { neededTexts } from "../../tools/texts/catalogues.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { cut } from "../../src/core/text.ts";
import { crawl, type Reached } from "../support/crawl.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { hostileWorld } from "../support/hostile-world.ts";
import { TEXTS } from "../support/hostile-words.ts";
import { Jar } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());

/** The text in full-width letters, without placeholders and tags: whoever reads it knows that it was translated. */
const pseudo = (text: string): string =>
  text
    .split(/(\{\{?[\w.]+\}?\}|<\/?[a-zA-Z]+>)/)
    .map((part, place) =>
      place % 2 === 1
        ? part
        : part.replaceAll(/[A-Za-z]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0)),
    )
    .join("");

const texts = Object.fromEntries(
  neededTexts().map((key) => {
    const [one, other] = key.split("|").map((form) => pseudo(form.replace(/ \[[a-z ]+\]$/, "")));
    return [key, other === undefined ? one! : { one: one!, other }];
  }),
);

/** A deployment whose Japanese is such a language. The dates and units of Japanese have no Latin letters. */
const ASSETS: Env["ASSETS"] = {
  fetch: async (requested) =>
    new URL(requested instanceof Request ? requested.url : requested).pathname.endsWith("/texts-ja.json")
      ? Response.json(texts)
      : deployedFiles.fetch(requested),
};

/** Elements that show what others wrote: names, addresses, code, and messages in the language of their channel. */
const FOREIGN =
  /<(script|style|bdi|code|textarea|kbd|pre|svg)\b[^>]*>.*?<\/\1>|<(b|span) class="nm"[^>]*>.*?<\/\2>|<option\b[^>]*>[^<]*<\/option>|<button type="button" data-put[^>]*>[^<]*<\/button>/gs;

const SPOKEN = /(?:aria-label|placeholder|title|alt|data-busy|data-ask)="([^"]*)"/g;

/** Names of services and programs, of the service's fields and of what is watched, examples, and words of formats. */
const NAMES =
  /Tallylight|Maria|Suna|Berlin|Tokyo|Slack|Discord|Telegram|ntfy|Google Chat|Microsoft Teams|Excel|CSV|UTC|USD|npm (start|run restore)|npx wrangler secret put [A-Z_]+|https?:\/\/\S*|xoxb-\S*|@[a-z]+|role:\d+|user:\d+|#\S+|\bVideo \d+|Creator \d+|Northlight Talent|\bknit\w*|Shop Weekly Ranking|\b(?:plays|likes|comments|shares|title|author|default)\b|(?:\d+\.){2}\d+[\w.-]*|\bAlex\b|\b[a-z]+_[0-9a-z_]+|\{\{[\w.]+\}\}|&\w+;|&#\d+;/gi;

const LONG = /(?:Donaudampfschifffahrt)+[\w…]*/g;

/** What a page says in Latin letters besides names. */
function untranslated(text: string, data: string[]): string[] {
  const displayed = text.replaceAll(FOREIGN, "\u0001");
  const spoken = [...displayed.matchAll(SPOKEN)].map(([, value]) => value!);
  const pieces = [...displayed.replaceAll(/<[^>]*>/g, "\u0001").split("\u0001"), ...spoken];
  return pieces.flatMap((piece) => {
    let left = piece.replaceAll(LONG, "");
    for (const one of data) left = left.replaceAll(one, "");
    left = left.replaceAll(NAMES, "");
    return /[A-Za-z]{3}/.test(left) ? [piece.trim()] : [];
  });
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** What the world's messages and channels say, and what was searched for. */
const STORED = [
  "the destination is gone",
  " is no longer live · 1 more update",
  " entered ",
  " at #4 · 1 more update",
  "pause ",
  "development",
];

test("every page is in the reader's language, and only names and messages are not", async () => {
  const begins = ["/", "/sign-in", ...(await hostileWorld(api))];
  const env = { ...api.env, ASSETS };
  const jar = new Jar((request) => {
    request.headers.set("accept-language", "ja");
    return api.send(request, env);
  });
  expect((await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string, next: "/" })).status).toBe(303);
  const { reached } = await crawl(jar.open, begins);
  const pages = reached.filter(({ status, type }: Reached) => status === 200 && type === "text/html");
  const names = [...TEXTS, ...TEXTS.flatMap((one) => [one.slice(0, 60).toWellFormed(), cut(one, 40)]), ...STORED];
  const data = [...names, ...names.map(escaped)].toSorted((a, b) => b.length - a.length);
  const left = new Map<string, string[]>();
  for (const { path, text } of pages) left.set(path, [...(left.get(path) ?? []), ...untranslated(text, data)]);
  expect(pages.length).toBeGreaterThan(100);
  for (const { address, text } of pages)
    expect([address, /<html lang="(\w+)"/.exec(text)?.[1]]).toEqual([address, "ja"]);
  const found = [...left].flatMap(([path, pieces]) => (pieces.length === 0 ? [] : [[path, [...new Set(pieces)]]]));
  const advice = "translate them with t(), and add them to each src/languages/<code>/pages.json (npm run texts)";
  expect(Object.fromEntries(found), advice).toEqual({});
});
