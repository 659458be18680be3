import * as z from "zod";
import { instantIn, numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { changesOf, eventType, instant, type ChangeOf } from "../event-type.ts";
import { profileUrl } from "./profile.ts";

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
      const verb = { one: `entered ${rankingOf(event)}${where}`, many: "entered", heading: "New in" };
      return notice(event, "up", verb, [], at === null ? "" : `#${at}`);
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
      const was = before === null ? [] : [`Last at #${before}`];
      return notice(event, "down", { one: `left ${rankingOf(event)}`, many: "left", heading: "No longer in" }, was);
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
      const how = `${before} → ${after}`;
      const [tone, way] = up ? (["up", "up"] as const) : (["down", "down"] as const);
      const verb = {
        one: `moved ${way} a league: ${how} (${up ? "▲" : "▼"})`,
        many: `moved ${way}`,
        heading: `${up ? "Up" : "Down"} in`,
      };
      return notice(event, tone, verb, [], how, "their league");
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

/** What happened: the words after one creator's name, those after several, and the heading over their names, before the ranking's. */
interface Verb {
  one: string;
  many: string;
  heading: string;
}

const moves = {
  up: { many: "moved up in", heading: "Up in" },
  down: { many: "moved down in", heading: "Down in" },
};

/** The words for a move: "#7 → #4 (▲3)", each place once. */
function moved(event: Event): Notice {
  const [before, now, threshold] = [numberIn(event, "before"), numberIn(event, "place"), numberIn(event, "threshold")];
  const ranking = rankingOf(event);
  if (before === null || now === null)
    return notice(event, "news", { one: `moved in ${ranking}`, many: "moved in", heading: "Moved in" }, []);
  const way = now < before ? "up" : "down";
  const places = `#${before} → #${now}`;
  const move = `${places} (${way === "up" ? "▲" : "▼"}${Math.abs(before - now)})`;
  const line = threshold === null ? [] : [lineCrossed(threshold, way === "up")];
  return notice(event, way, { one: `moved ${move} in ${ranking}`, ...moves[way] }, line, places);
}

/** The words for a ranking's final place in a period. */
function closed(event: Event): Notice {
  const [at, best] = [numberIn(event, "place"), numberIn(event, "bestPlace")];
  const stayed = event.data["onRank"] !== false;
  const there = stayed && at !== null ? ` at #${at}` : "";
  const one = there === "" ? `was off ${rankingOf(event)} at its end` : `finished ${rankingOf(event)}${there}`;
  const last = there === "" && at !== null ? `Last seen at #${at}` : "";
  const highest = best === null || best === at ? "" : `${last === "" ? "Best" : " · best"} #${best}`;
  const endedAt = instantIn(event, "periodEndedAt");
  const said = `${last}${highest}`;
  const ended: Phrase[] =
    endedAt === null ? [] : [said === "" ? "Period ended " : " · period ended ", { at: endedAt, style: "relative" }];
  const verb = there === "" ? { many: "were off", heading: "Off" } : { many: "finished", heading: "Finished" };
  return notice(event, "news", { one, ...verb }, [said, ...ended], there === "" ? "" : `#${at}`);
}

const rankingOf = (event: Event): string => textIn(event, "title") ?? "a ranking";

function lineCrossed(threshold: number, up: boolean): string {
  if (threshold === 1) return up ? "Now first" : "No longer first";
  return `${up ? "Into" : "Out of"} the top ${threshold}`;
}

/** What happened to a creator, how, and what of it is said where many are listed; what is missing, how long there is time. */
function notice(
  event: Event,
  tone: Tone,
  { one, many, heading }: Verb,
  how: Phrase[],
  brief = "",
  ranking = rankingOf(event),
): Notice {
  const name = targetName(event);
  const url = profileUrl(event);
  const gap = textIn(event, "gap");
  const resetAt = instantIn(event, "resetAt");
  const resets: Phrase[] = resetAt === null ? [] : [{ at: resetAt, style: "relative" }];
  const body = how.filter((phrase) => phrase !== "");
  return {
    tone,
    title: `${name} ${one}`,
    url,
    subject: name,
    body,
    fields: [
      ...(gap === null ? [] : [{ label: "To go", value: [gap] }]),
      ...(resets.length === 0 ? [] : [{ label: "Resets", value: resets }]),
    ],
    line: [url === null ? { strong: name } : { link: name, url }, ` ${one}${body.length === 0 ? "" : " · "}`, ...body],
    among: {
      who: name,
      together: `${many} ${ranking}`,
      heading: `${heading} ${ranking}`,
      brief: `${name} ${brief}`.trim(),
    },
    links: url === null ? [] : [{ label: "Profile", url }],
    footer: null,
  };
}
