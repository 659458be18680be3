import { describe, expect, test } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { exampleOf, isChat } from "../support/channel-kinds.ts";
import { API_BASES } from "../../src/channels/bases.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Report } from "../../src/core/report.ts";
import { chartsOf, reportOf } from "../../src/features/digests/message/report.ts";
import { picturesFor } from "../../src/features/digests/message/pictures.ts";
import { runs } from "../support/runs.ts";
import { frames, writtenOf } from "./generated-digests.ts";

/** What ends in a full stop, and what stands alone: the headline, notes, the quiet line. */
const sentencesOf = ({ headline, quiet, sections: notified }: Report): string[] =>
  [headline, quiet, ...notified.map(({ note }) => note)]
    .flatMap((text) => text?.match(/[^.]+(?:\.\d[^.]*)*\./g) ?? [])
    .map((sentence) => sentence.trim());

const placesIn = (text: string): string[] => text.match(/#\d+/g) ?? [];
const twice = (all: string[]): string[] => all.filter((one, index) => all.indexOf(one) !== index);

function check(report: Report): void {
  const whole = JSON.stringify({ ...report, sections: report.sections.map((one) => ({ ...one, picture: null })) });
  expect(whole).not.toMatch(/\bsame\b|[+−]0%|\+0 /);
  expect(twice(sentencesOf(report))).toEqual([]);
  expect(twice(report.figures.map(({ label }) => label))).toEqual([]);
  for (const { value, detail } of report.figures) expect(twice(placesIn(`${value} ${detail}`))).toEqual([]);
  const figure = (label: string) => report.figures.find((one) => one.label === label);
  const [climb, best] = [figure("Biggest climb"), figure("Best place")];
  if (climb?.detail?.startsWith(`${best?.detail}:`)) expect(placesIn(climb.detail)).not.toContain(best?.value);
  for (const { tables, cards } of report.sections) {
    expect(tables.length).toBeGreaterThan(0);
    expect(twice(cards.map(({ title }) => title))).toEqual([]);
    const ends = new Map<string, string>();
    for (const { title, rows } of tables) {
      expect(rows.length, title).toBeGreaterThan(0);
      expect(twice(rows.map(({ label }) => label))).toEqual([]);
      for (const { label, value, change } of rows) {
        expect(twice(placesIn(value)), `${label} ${value}`).toEqual([]);
        if (/growing/.test(title)) expect(change, label).not.toBeNull();
        // What grew did not shrink, and a place is told once of each standing.
        if (value.startsWith("+")) expect(change?.tone ?? "up").toBe("up");
        for (const place of placesIn(value)) {
          expect(ends.get(`${label} ${place}`), `${label} ${place}`).toBeUndefined();
          ends.set(`${label} ${place}`, title);
        }
      }
    }
  }
}

/** Pasts whose digest once said something twice. */
const ONCE_INVALID = [9];

describe.each(Object.entries(frames))("digests of a %s", (_, frame) => {
  test("say nothing twice, nothing empty and no change that is none", () => {
    for (const seed of new Set([...ONCE_INVALID, ...Array.from({ length: runs(60) }, (_, index) => index + 1)]))
      expect(() => check(reportOf(writtenOf(frame, seed), {}, "en")), `seed ${seed}`).not.toThrow();
  });

  test("begin with one sentence wherever something was seen, and say it once in each channel", () => {
    let headlines = 0;
    for (let seed = 1; seed <= runs(20); seed++) {
      const written = writtenOf(frame, seed);
      const { headline, sections: notified, quiet } = reportOf(written, {}, "en");
      if (notified.length > 0) expect(headline).toMatch(/\.$/);
      expect(headline !== null || quiet !== null).toBe(true);
      if (headline === null) continue;
      headlines++;
      for (const [name, kind] of Object.entries(channelKinds)) {
        const pictures = picturesFor(kind.pictures, chartsOf(written, "en"), "key", "en", {
          draw: () => new Uint8Array(9),
          publicUrl: "https://tally.example.com",
          mostFiles: 4,
        });
        const report = { ...reportOf(written, { pictures }, "en"), headline: "Nine cats came." };
        const provided = {
          settings: exampleOf(name).settings,
          deliveryId: "dlv_1",
          data: {},
          writtenAt: 0,
          at: 0,
          bases: API_BASES,
        };
        if (!isChat(name)) continue;
        // A chat without blocks has all in its text; elsewhere that is what a notification shows.
        // A subject is what a list of emails shows.
        const {
          text = "",
          subject: _subject,
          ...shown
        } = JSON.parse(kind.report({ ...provided, report, plain: false }).body) as JsonObject;
        const reportedIn = (part: string) => part.split("Nine cats came").length - 1;
        const [inText, inRest] = [reportedIn(text as string), reportedIn(JSON.stringify(shown))];
        expect([name, Math.max(inText, inRest)]).toEqual([name, 1]);
        if (text !== "") expect([name, inText]).toEqual([name, 1]);
      }
    }
    expect(headlines).toBeGreaterThan(0);
  });
});
