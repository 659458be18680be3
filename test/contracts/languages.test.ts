import { describe, expect, test } from "vitest";
import { API_BASES, channelKinds } from "../../src/channels/registry.ts";
import { type Language, LANGUAGES } from "../../src/core/language.ts";
import type { Message, Phrase } from "../../src/core/notice.ts";
import { chartsOf, reportOf } from "../../src/features/digests/message/report.ts";
import { isWhole } from "../../src/pictures/lettering.ts";
import { featureEvents } from "../../build/feature-events.ts";
import { eventTypes, exampleEvent } from "../../src/kinds/events.ts";
import { headline } from "../../src/channels/headline.ts";
import { stringsIn } from "../../src/channels/limits.ts";
import { allCatalogues, missingIn, rest, sentencesOf, stray } from "../../tools/words/catalogues.ts";
import { exampleOf, limitsOf } from "../support/channel-kinds.ts";
import { frames, writtenOf } from "../sections/generated-digests.ts";

const T0 = Date.UTC(2026, 0, 5, 12);
/** The texts of a catalogue by name, with markers in their slots. Functions that take more than texts are left out. */
function reportedIn(words: object, name = ""): Map<string, string> {
  const reported = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const full = `${name}${key}`;
    if (typeof value === "string") reported.set(full, value);
    else if (typeof value === "function") {
      const text = textOf(value as (...slots: string[]) => string | Phrase[]);
      if (text !== null) reported.set(full, text);
    } else if (typeof value === "object" && value !== null)
      for (const [inner, text] of reportedIn(value, `${full}.`)) reported.set(inner, text);
  }
  return reported;
}

const SLOTS = ["‹1›", "‹2›", "‹3›", "‹4›"];

function textOf(sentence: (...slots: string[]) => string | Phrase[]): string | null {
  try {
    const reported = sentence(...SLOTS);
    return typeof reported === "string"
      ? reported
      : reported.map((phrase) => (typeof phrase === "string" ? phrase : "")).join("");
  } catch {
    return null;
  }
}

/** Words that are the same in English: names, and words that both languages share. */
const SHARED =
  /^(Item|Videos?|Hashtags?|hashtag|Live|Rankings?|Trend|Trends|Leagues?|Lives|Profil|Creator|creators?|Image|Streams)$/i;

const bare = (text: string): string => text.replace(/‹\d›|\{\w+\}/g, "").replace(/[^\p{L}]/gu, "");

describe.each(allCatalogues)("the words of $name", ({ name, en, translations }) => {
  const english = reportedIn(en);
  const known = new Set(sentencesOf(en));

  test("exist in English", () => expect(known.size).toBeGreaterThan(0));

  test.each(LANGUAGES)("tell people in %s what to do, and name no call of the API", (language) => {
    for (const [sentence, text] of reportedIn((language === "en" ? en : translations[language]) ?? {}))
      expect(text, sentence).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE) |\/v1\/|replay-dead|threadId/);
  });

  test.each(rest.filter((language) => translations[language] !== undefined))("mean the same in %s", (language) => {
    const reported = reportedIn(translations[language]!);
    for (const [sentence, text] of reported) {
      if (!known.has(sentence))
        expect.fail(`${name} of src/languages/${language} says ${sentence}, which English does not`);
      // Functions that take more than texts are not checked here.
      const theirs = english.get(sentence);
      if (theirs === undefined) continue;
      expect(text.trim() === "" ? sentence : "", sentence).toBe(theirs.trim() === "" ? sentence : "");
      expect(text, sentence).not.toMatch(/ {2}|\[object/);
      // Units and prepositions are often the same.
      if (name !== "core" && bare(theirs) !== "" && !SHARED.test(bare(text)))
        expect(`${sentence}: ${text}`).not.toBe(`${sentence}: ${theirs}`);
    }
  });
});

test("every export of a language belongs to a catalogue", () => {
  expect(stray).toEqual([]);
});

/** The frequency of each three letters in a row. */
function lettersOf(texts: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const line = ` ${text
      .toLowerCase()
      .replace(/\{\w+\}|[^\p{L}\p{M}]+/gu, " ")
      .trim()} `;
    for (let at = 0; at < line.length - 2; at++) {
      const three = line.slice(at, at + 3);
      counts.set(three, (counts.get(three) ?? 0) + 1);
    }
  }
  return counts;
}

/** The similarity of two frequency tables, 0 to 1. */
function likeness(one: Map<string, number>, other: Map<string, number>): number {
  const length = (counts: Map<string, number>) => Math.hypot(...counts.values());
  const shared = [...one].reduce((sum, [three, count]) => sum + count * (other.get(three) ?? 0), 0);
  return shared === 0 ? 0 : shared / (length(one) * length(other));
}

/** With fewer letter triples the language cannot be detected. */
const ENOUGH = 150;
/** The usual similarity of words to the rest of their language. Between two languages it is at most 0.4. */
const ALIKE = 0.45;

/** The languages that these words resemble instead of their own. */
function readsLike(words: object, name: string, language: Language): string[] {
  const own = lettersOf([...reportedIn(words).values()]);
  if (own.size < ENOUGH) return [];
  const like = LANGUAGES.map((one) => {
    const rest = allCatalogues.filter((catalogue) => catalogue.name !== name);
    const all = rest.flatMap((catalogue) => [
      ...reportedIn((one === "en" ? catalogue.en : catalogue.translations[one]) ?? {}).values(),
    ]);
    return { one, alike: likeness(own, lettersOf(all)) };
  });
  const bound = Math.max(ALIKE, like.find(({ one }) => one === language)?.alike ?? 0);
  return like.flatMap(({ one, alike }) => (one !== language && alike > bound ? [one] : []));
}

test.each(rest)("the words of %s resemble no other language", (language) => {
  const invalid = allCatalogues.flatMap(({ name, translations }) => {
    const words = translations[language];
    const like = words === undefined ? [] : readsLike(words, name, language);
    return like.map((one) => `${name} of src/languages/${language} reads like ${one}`);
  });
  expect(invalid).toEqual([]);
});

test("German words instead of Italian ones are detected, although there is no other Italian", () => {
  // Shorter texts may pass.
  const long = allCatalogues.filter(
    ({ translations }) => lettersOf([...reportedIn(translations.de ?? {}).values()]).size >= 1.2 * ENOUGH,
  );
  expect(long.length).toBeGreaterThan(5);
  for (const { name, translations } of long)
    expect(readsLike(translations.de ?? {}, name, "it" as Language), name).toContain("de");
});

/** Reports whether a language lacks words of one of these catalogues, so that English is used. */
const lacks = (language: Language, ofThese: (name: string) => boolean): boolean =>
  allCatalogues.some((catalogue) => ofThese(catalogue.name) && missingIn(catalogue, language).length > 0);

/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATED = /\b(Sek|Min|Std|Tg|Mio|Mrd|[Nn]ov)\./g;

const chats = Object.entries(channelKinds).filter(([, { groups }]) => groups);

/** The notice of an event type's example, with its end if the type has one. */
function messagesOf(type: string, language: Language): Message[] {
  const event = exampleEvent(type, "evt_1", T0);
  const end = Object.keys(eventTypes).find((other) => eventTypes[other]!.ends === type);
  const updates = [undefined, ...(end === undefined ? [] : [exampleEvent(end, "evt_2", T0 + 3_600_000)])];
  return updates.map((update) => ({
    language,
    items: [{ event, notice: eventTypes[type]!.words(event, language, update) }],
    mentions: [],
  }));
}

describe.each(rest)("in %s", (language) => {
  test.each(Object.keys(eventTypes))("%s is complete, and not in English", (type) => {
    messagesOf(type, language).forEach((message, index) => {
      const english = messagesOf(type, "en")[index]!;
      const [item] = message.items;
      const { title, line, among } = item!.notice;
      const catalogue = eventTypes[type]!.kinds.length === 1 ? eventTypes[type]!.kinds[0] : "operator";
      // A feature may say its own events in any catalogue.
      if (!lacks(language, (name) => type in featureEvents || name === catalogue))
        expect(title, `src/languages/${language} says it in English`).not.toBe(english.items[0]!.notice.title);
      if (among !== null) expect(among.heading).not.toBe("");
      expect(JSON.stringify([title, line])).not.toMatch(/undefined|NaN|null| {2}/);
      if (type.startsWith("live.")) expect(headline(message).slice(0, 60)).toContain("Maria");
      for (const [name, kind] of chats) {
        const sending = {
          settings: exampleOf(name).settings,
          deliveryId: "dlv_1",
          at: T0,
          edit: null,
          bases: API_BASES,
        };
        for (const plain of [false, true]) {
          const request = kind.render({ ...sending, message, plain });
          expect(limitsOf(name).problems(request)).toEqual([]);
          expect(stringsIn(JSON.parse(request.body)).join("\n")).not.toMatch(/undefined|NaN|\[object/);
        }
      }
    });
  });

  test("digests are complete, without repetition, and not in English", () => {
    const inEnglish = lacks(language, (name) => /^(sections?\b|digest$|core$)/.test(name));
    for (const frame of Object.values(frames)) {
      for (let seed = 1; seed <= 4; seed++) {
        const written = writtenOf(frame, seed);
        const [report, english] = [reportOf(written, {}, language), reportOf(written, {}, "en")];
        const all = JSON.stringify(report);
        expect(all, `seed ${seed}`).not.toMatch(/undefined|NaN|\[object| {2}/);
        const labels = report.figures.map(({ label }) => label);
        expect(new Set(labels).size, labels.join()).toBe(labels.length);
        for (const { title, tables, note } of report.sections) {
          const theirs = english.sections.find((one) => one.title === title && !SHARED.test(title));
          if (!inEnglish) expect(theirs, title).toBeUndefined();
          expect(new Set(tables.map((table) => table.title)).size).toBe(tables.length);
          expect(note === "").toBe(false);
        }
        if (report.headline !== null && !inEnglish) expect(report.headline).not.toBe(english.headline);
        if (report.quiet !== null && !inEnglish) expect(report.quiet).not.toBe(english.quiet);
        const reported = [report.headline, report.quiet, ...report.sections.map(({ note }) => note)]
          .flatMap((text) => text?.replace(ABBREVIATED, "$1").match(/[^.。]+(?:\.\S[^.。]*)*[.。]/g) ?? [])
          .map((sentence) => sentence.trim());
        expect(reported.filter((one, index) => reported.indexOf(one) !== index)).toEqual([]);
        const theirs = chartsOf(written, "en");
        for (const [name, chart] of Object.entries(chartsOf(written, language))) {
          expect(isWhole(chart.title), chart.title).toBe(true);
          if (!inEnglish) expect(chart.alt).not.toBe(theirs[name]!.alt);
        }
      }
    }
  });
});
