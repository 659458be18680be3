import * as z from "zod";
import { instantIn, numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { changesOf, eventType, instant, type ChangeOf } from "../event-type.ts";

const ranking = {
  rankType: z.int().describe("The ranking's number at the service: 8 is the daily one."),
  groupType: z.int().describe("The group of rankings that it belongs to, a number of the service."),
  title: z.string().describe("What the ranking is called."),
};

const standing = {
  ...ranking,
  gap: z
    .string()
    .nullable()
    .describe("What is missing to the next place, in the service's words; null where it says nothing."),
  resetAt: instant.nullable().describe("When the ranking's period ends; null where that is not known."),
};

const place = z.int().nullable();

const daily = { rankType: 8, groupType: 1, title: "Daily Ranking" };

const example = (at: number) => ({ ...daily, gap: null, resetAt: iso(at + 10_800_000) });

/** What a creator's rankings tell. */
export const rankingEvents = {
  "ranking.entered": eventType({
    about: "A creator is on a ranking, and was not before in the same period.",
    fields: {
      ...standing,
      place: place.describe("The place, from 1; null where the service does not say."),
      before: z.null().describe("Always null: there was no place."),
    },
    example: (at) => ({ ...example(at), place: 4, before: null }),
    words: (event) => {
      const at = numberIn(event, "place");
      const where = at === null ? "" : ` at #${at}`;
      return notice(event, "up", ` entered ${rankingOf(event)}${where}`, ["Now on the list"]);
    },
  }),
  "ranking.left": eventType({
    about: "A creator is no longer on a ranking, not at the end of its period.",
    fields: {
      ...standing,
      place: z.null().describe("Always null: there is no place."),
      before: place.describe("The last place, from 1; null where none was seen."),
    },
    example: (at) => ({ ...example(at), place: null, before: 7 }),
    words: (event) => {
      const before = numberIn(event, "before");
      const was = before === null ? "No longer on the list" : `#${before} → off the list`;
      return notice(event, "down", ` left ${rankingOf(event)}`, [was]);
    },
  }),
  "ranking.moved": eventType({
    about: "A creator's place crossed a threshold, moved by `minMove` places, or has held another side of one.",
    fields: {
      ...standing,
      place: z.int().describe("The place now, from 1."),
      before: z.int().describe("The place before it: of the last poll, or the one that was told last."),
      threshold: place.describe("The last threshold crossed: 10 is the top 10; null where only `minMove` was reached."),
    },
    example: (at) => ({ ...example(at), place: 4, before: 7, threshold: 5 }),
    words: moved,
  }),
  "ranking.league_changed": eventType({
    about: "A creator's league changed.",
    fields: {
      before: z.string().describe("The league before: D5, the lowest, to A1, then S."),
      after: z.string().describe("The league now."),
      direction: z.enum(["up", "down"]).describe("Which way it went."),
      beforeClass: z.int().describe("The league before as the service's number: 100 is D5, 2100 is S."),
      afterClass: z.int().describe("The league now as the service's number."),
    },
    example: () => ({ before: "B1", after: "A5", direction: "up", beforeClass: 1500, afterClass: 1600 }),
    words: (event) => {
      const [before, after] = [textIn(event, "before") ?? "?", textIn(event, "after") ?? "?"];
      const up = event.data["direction"] === "up";
      const how = `${before} → ${after} (${up ? "▲" : "▼"})`;
      return notice(event, up ? "up" : "down", ` moved ${up ? "up" : "down"} to league ${after}`, [how]);
    },
  }),
  "ranking.period_closed": eventType({
    about: "A ranking's period is over, and a place was seen in it.",
    fields: {
      ...ranking,
      place: place.describe("The last place seen in the period, from 1."),
      bestPlace: z.int().describe("The best place seen in the period, from 1."),
      periodEndedAt: instant.describe("When the period ended."),
      onRank: z.boolean().describe("True where the creator was on the list when it was last seen in the period."),
    },
    example: (at) => ({ ...daily, place: 4, bestPlace: 3, periodEndedAt: iso(at), onRank: true }),
    words: closed,
  }),
};

export type RankingChange = ChangeOf<typeof rankingEvents>;

export const rankingChange = changesOf<typeof rankingEvents>();

/** The words for a move: "#7 → #4 (▲3)". */
function moved(event: Event): Notice {
  const [before, now, threshold] = [numberIn(event, "before"), numberIn(event, "place"), numberIn(event, "threshold")];
  if (before === null || now === null) return notice(event, "news", ` moved in ${rankingOf(event)}`, ["Moved"]);
  const up = now < before;
  const move = `#${before} → #${now} (${up ? "▲" : "▼"}${Math.abs(before - now)})`;
  const line = threshold === null ? "" : ` · ${lineCrossed(threshold, up)}`;
  return notice(event, up ? "up" : "down", ` is ${up ? "up" : "down"} to #${now} in ${rankingOf(event)}`, [move, line]);
}

/** The words for a ranking's final place in a period. */
function closed(event: Event): Notice {
  const [at, best] = [numberIn(event, "place"), numberIn(event, "bestPlace")];
  const stayed = event.data["onRank"] !== false;
  const finished =
    stayed && at !== null ? ` finished ${rankingOf(event)} at #${at}` : ` was off ${rankingOf(event)} at its end`;
  const last = at === null ? "No place at the end" : `${stayed ? "Final place" : "Last seen at"} #${at}`;
  const endedAt = instantIn(event, "periodEndedAt");
  const ended: Phrase[] = endedAt === null ? [] : [" · period ended ", { at: endedAt, style: "relative" }];
  return notice(event, "news", finished, [last, best === null ? "" : ` · best #${best}`, ...ended]);
}

const rankingOf = (event: Event): string => textIn(event, "title") ?? "a ranking";

function lineCrossed(threshold: number, up: boolean): string {
  if (threshold === 1) return up ? "now first" : "no longer first";
  return `${up ? "into" : "out of"} the top ${threshold}`;
}

/** A notice that says what happened after the creator's name, then how, what is missing, and how long there is time. */
function notice(event: Event, tone: Tone, happened: string, how: Phrase[]): Notice {
  const name = targetName(event);
  const gap = textIn(event, "gap");
  const resetAt = instantIn(event, "resetAt");
  const resets: Phrase[] = resetAt === null ? [] : [{ at: resetAt, style: "relative" }];
  return {
    tone,
    title: `${name}${happened}`,
    url: null,
    body: how,
    fields: [
      ...(gap === null ? [] : [{ label: "To go", value: [gap] }]),
      ...(resets.length === 0 ? [] : [{ label: "Resets", value: resets }]),
    ],
    line: [{ strong: name }, `${happened} · `, ...how],
    links: [],
    footer: null,
  };
}
