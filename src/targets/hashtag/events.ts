import * as z from "zod";
import { numberIn, targetName, textIn } from "../../core/event-data.ts";
import type { Event } from "../../core/event.ts";
import type { Notice, Phrase, Tone } from "../../core/notice.ts";
import { shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { changesOf, eventType, type ChangeOf } from "../event-type.ts";

const tag = {
  cid: z.string().describe("The hashtag's id at the service."),
  name: z.string().describe("The hashtag, without '#'; its `cid` where no name is told."),
};

const result = {
  ...tag,
  viewCount: z.int().nullable().describe("Views of its videos; null where the service does not say."),
  useCount: z.int().nullable().describe("How many videos use it; null where the service does not say."),
  position: z.int().describe("Its place among the results, from 1."),
};

const example = () => ({ cid: "1001", name: "example", viewCount: 1_250_000, useCount: 3400, position: 2 });

/** What a hashtag search tells. */
export const hashtagEvents = {
  "hashtag.appeared": eventType({
    about: "A hashtag is new among the results of the search.",
    fields: result,
    example,
    words: (event) => {
      const position = numberIn(event, "position");
      const where = position === null ? [] : [`Place ${position} among the results`];
      const verb = { one: "appeared in", many: "appeared in", heading: "New in" };
      return { ...notice(event, "news", verb, viewsOf(event)), body: where, fields: countsOf(event) };
    },
  }),
  "hashtag.gone": eventType({
    about: "A hashtag is missing from the results of `confirmGone` complete searches in a row.",
    fields: result,
    example,
    words: (event) => {
      const position = numberIn(event, "position");
      const body = position === null ? [] : [`Place ${position} when last seen`];
      const verb = { one: "left", many: "left", heading: "No longer in" };
      return { ...notice(event, "down", verb, viewsOf(event)), body, fields: countsOf(event) };
    },
  }),
  "hashtag.surged": eventType({
    about: "A hashtag's views grew by `surgePercent` within `surgeWindowSeconds`; once a window.",
    fields: {
      ...tag,
      before: z.int().describe("Views at the window's start, or when first seen if that was later."),
      after: z.int().describe("Views now."),
      percent: z.number().describe("By how much they grew, percent."),
    },
    example: () => ({ cid: "1001", name: "example", before: 1_000_000, after: 1_250_000, percent: 25 }),
    words: (event) => {
      const [before, after, percent] = [
        numberIn(event, "before"),
        numberIn(event, "after"),
        numberIn(event, "percent"),
      ];
      const views =
        before === null || after === null ? "More views" : `${shortNumber(before)} → ${shortNumber(after)} views`;
      const growth = percent === null ? "" : signedPercent(percent);
      const body = growth === "" ? views : `${views} (${growth})`;
      const verb = { one: "surges in", many: "surge in", heading: "Surging in" };
      return { ...notice(event, "up", verb, [` · ${body}`], growth), body: [body], fields: [] };
    },
  }),
};

export type HashtagChange = ChangeOf<typeof hashtagEvents>;

export const hashtagChange = changesOf<typeof hashtagEvents>();

interface Verb {
  one: string;
  many: string;
  heading: string;
}

function notice(event: Event, tone: Tone, verb: Verb, end: Phrase[], more = ""): Omit<Notice, "body" | "fields"> {
  const bare = textIn(event, "name")?.replace(/^#/, "");
  const name = `#${bare ?? "hashtag"}`;
  const known = bare !== undefined && bare.isWellFormed();
  const url = known ? `https://www.tiktok.com/tag/${encodeURIComponent(bare)}` : null;
  const target = targetName(event);
  return {
    tone,
    title: `${name} ${verb.one} ${target}`,
    url,
    subject: name,
    line: [url === null ? { strong: name } : { link: name, url }, ` ${verb.one} ${target}`, ...end],
    among: {
      who: name,
      together: `${verb.many} ${target}`,
      heading: `${verb.heading} ${target}`,
      brief: `${name} ${more}`.trim(),
    },
    links: url === null ? [] : [{ label: "Open", url }],
    footer: null,
  };
}

function countsOf(event: Event): Notice["fields"] {
  const [views, uses] = [numberIn(event, "viewCount"), numberIn(event, "useCount")];
  return [
    ...(views === null ? [] : [{ label: "Views", value: [shortNumber(views)] }]),
    ...(uses === null ? [] : [{ label: "Videos", value: [shortNumber(uses)] }]),
  ];
}

function viewsOf(event: Event): Phrase[] {
  const views = numberIn(event, "viewCount");
  return views === null ? [] : [` · ${shortNumber(views)} views`];
}
