import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { API_BASES } from "../../src/channels/bases.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { LANGUAGES, type InEach, type Language } from "../../src/core/language.ts";
import type { Message, Phrase } from "../../src/core/notice.ts";
import { chartsOf, reportOf } from "../../src/flows/digest/report.ts";
import { isWhole } from "../../src/pictures/lettering.ts";
import { eventTypes, exampleEvent } from "../../src/targets/events.ts";
import { headline } from "../../src/channels/headline.ts";
import { stringsIn } from "../../src/channels/limits.ts";
import { exampleOf, limitsOf } from "../support/channel-kinds.ts";
import { frames, writtenOf } from "../sections/generated-digests.ts";

const T0 = Date.UTC(2026, 0, 5, 12);
const others = LANGUAGES.filter((language) => language !== "en");

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));

/** Every catalogue, by where it is. */
const rooms = await Promise.all(
  readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("words/words.ts"))
    .map(async (path): Promise<[string, InEach<object>]> => {
      const module = (await import(SOURCE + path)) as Record<string, InEach<object>>;
      return [path, Object.values(module)[0]!];
    }),
);

/** What a catalogue says under each of its names, with marks in its slots; what takes no texts is left out. */
function saidIn(words: object, name = ""): Map<string, string> {
  const said = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    const full = `${name}${key}`;
    if (typeof value === "string") said.set(full, value);
    else if (typeof value === "function") {
      const text = textOf(value as (...slots: string[]) => string | Phrase[]);
      if (text !== null) said.set(full, text);
    } else if (typeof value === "object" && value !== null)
      for (const [inner, text] of saidIn(value, `${full}.`)) said.set(inner, text);
  }
  return said;
}

const SLOTS = ["‹1›", "‹2›", "‹3›", "‹4›"];

function textOf(sentence: (...slots: string[]) => string | Phrase[]): string | null {
  try {
    const said = sentence(...SLOTS);
    return typeof said === "string" ? said : said.map((phrase) => (typeof phrase === "string" ? phrase : "")).join("");
  } catch {
    return null;
  }
}

/** Words that are the same in English: names, and what both languages say. */
const SHARED =
  /^(Videos?|Hashtags?|hashtag|Live|Rankings?|Trend|Trends|Leagues?|Lives|Profil|Creator|creators?|Image)$/i;

const bare = (text: string): string => text.replace(/‹\d›|\{\w+\}/g, "").replace(/[^\p{L}]/gu, "");

describe.each(rooms)("%s", (_, inEach) => {
  const english = saidIn(inEach.en);

  test.each(others)("says it all in %s", (language) => {
    const said = saidIn(inEach[language]);
    for (const [name, theirs] of english) {
      const text = said.get(name) ?? "nothing";
      expect(text.trim() === "" ? name : "", name).toBe(theirs.trim() === "" ? name : "");
      expect(text, name).not.toMatch(/ {2}|\[object/);
      if (bare(theirs) !== "" && !SHARED.test(bare(text))) expect(`${name}: ${text}`).not.toBe(`${name}: ${theirs}`);
    }
  });
});

/** What ends in a point that ends no sentence. */
const ABBREVIATED = /\b(Sek|Min|Std|Tg|Mio|Mrd|[Nn]ov)\./g;

const chats = Object.entries(channelKinds).filter(([, { groups }]) => groups);

/** The notice of an event type's example, with its end where one comes to it. */
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

describe.each(others)("in %s", (language) => {
  test.each(Object.keys(eventTypes))("%s is told whole, and not in English", (type) => {
    messagesOf(type, language).forEach((message, index) => {
      const english = messagesOf(type, "en")[index]!;
      const [item] = message.items;
      const { title, line, among } = item!.notice;
      expect(title).not.toBe(english.items[0]!.notice.title);
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

  test("digests are told whole, nothing twice, in words that are not English", () => {
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
          expect(theirs, title).toBeUndefined();
          expect(new Set(tables.map((table) => table.title)).size).toBe(tables.length);
          expect(note === "").toBe(false);
        }
        if (report.headline !== null) expect(report.headline).not.toBe(english.headline);
        if (report.quiet !== null) expect(report.quiet).not.toBe(english.quiet);
        const said = [report.headline, report.quiet, ...report.sections.map(({ note }) => note)]
          .flatMap((text) => text?.replace(ABBREVIATED, "$1").match(/[^.。]+(?:\.\S[^.。]*)*[.。]/g) ?? [])
          .map((sentence) => sentence.trim());
        expect(said.filter((one, index) => said.indexOf(one) !== index)).toEqual([]);
        const inEnglish = chartsOf(written, "en");
        for (const [name, chart] of Object.entries(chartsOf(written, language))) {
          expect(isWhole(chart.title), chart.title).toBe(true);
          expect(chart.alt).not.toBe(inEnglish[name]!.alt);
        }
      }
    }
  });
});
