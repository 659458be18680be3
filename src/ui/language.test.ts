import { expect, test } from "vitest";
import { LANGUAGES } from "../core/language.ts";
import { chosenLanguage, languageCookie, ownNameOf, translationFor, wishedLanguage } from "./language.ts";

test.each([
  [null, "en"],
  ["", "en"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en;q=0.5, fr;q=0.9", "fr"],
  ["pt-PT", "pt-BR"],
  ["zh, ko;q=0.9", "en"],
  ["zh, ja;q=0.1", "ja"],
  ["de;q=0, es", "es"],
  ["*", "en"],
  [";;q=x,,", "en"],
  ["de;q=abc, vi;q=0.2", "vi"],
  [`${"xx,".repeat(100_000)}de`, "en"],
])("the browser's wish %j is %s", (accepted, expected) => {
  expect(wishedLanguage(accepted?.slice(0, 1_000_000) ?? null)).toBe(expected);
});

const requested = (headers: Record<string, string>) => new Request("https://one.example/", { headers });
const cookie = (of: Parameters<typeof languageCookie>[0]) => languageCookie(of).split(";")[0]!;

test("a choice in the browser goes before its wish, and a foreign cookie is ignored", () => {
  expect(chosenLanguage(requested({ cookie: cookie("ja") }))).toBe("ja");
  expect(chosenLanguage(requested({ cookie: "__Host-language=xx" }))).toBeNull();
  expect(languageCookie(null)).toContain("Max-Age=0");
});

test("texts are read once, and a page is English if they can't be read", async () => {
  const read: string[] = [];
  const files = (answer: () => Response) => ({
    files: { read: (name: string) => (read.push(name), Promise.resolve(answer())) },
  });
  const request = requested({ "accept-language": "vi" });
  const broken = files(() => new Response("<html>"));
  expect(await translationFor(request, broken)).toEqual({ language: "en", texts: {} });
  const good = files(() => Response.json({ Yes: "Vâng" }));
  expect(await translationFor(request, good)).toEqual({ language: "vi", texts: { Yes: "Vâng" } });
  expect(await translationFor(request, good)).toEqual({ language: "vi", texts: { Yes: "Vâng" } });
  expect(read).toEqual(["assets/texts-vi.json", "assets/texts-vi.json"]);
});

test("languages are called as they call themselves, all with a capital", () => {
  expect(LANGUAGES.map(ownNameOf)).toEqual([
    "English",
    "Deutsch",
    "Español",
    "Português (Brasil)",
    "Français",
    "日本語",
    "Bahasa Indonesia",
    "Tiếng Việt",
  ]);
});
