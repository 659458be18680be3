import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, textIn } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { comparedNumbers } from "../../core/compared-numbers.ts";
import { shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { say, spoken } from "../../core/sentence.ts";
import { growthWithin } from "../../core/spans.ts";
import { type ChangeOf, changesOf, eventType } from "../event-type.ts";
import { en, type HashtagWords } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** Wording of hashtag events in each language. */
const hashtagWords = inEach("hashtag", en);

const tag = () => ({
  cid: z.string().describe("The hashtag's ID at the service."),
  name: z.string().describe("The hashtag without '#', or its `cid` if the service gives no name."),
});

const result = () => ({
  ...tag(),
  viewCount: z.int().nullable().describe("Views of its videos; null if the service gives none."),
  useCount: z.int().nullable().describe("Number of videos that use it; null if the service gives none."),
  position: z.int().describe("Position in the search results, starting at 1."),
});

const example = () => ({ cid: "1001", name: "example", viewCount: 1_250_000, useCount: 3400, position: 2 });

/** Events of hashtag searches. */
export const hashtagEvents = {
  "hashtag.appeared": eventType({
    happens: "appears",
    about: "A hashtag is in the search results that was never there, or was gone.",
    fields: result,
    example,
    words: (event, language) => {
      const words = hashtagWords[language];
      const position = numberIn(event, "position");
      const body = position === null ? [] : [words.place(position)];
      const end = viewsOf(event, language);
      return { ...notice(event, language, "news", words.appeared, end), body, fields: countsOf(event, language) };
    },
  }),
  "hashtag.gone": eventType({
    happens: "disappears",
    about:
      "A hashtag is missing from `confirmGone` complete searches in a row. One that may only rank below the `count` results checked is not gone.",
    fields: result,
    example,
    words: (event, language) => {
      const words = hashtagWords[language];
      const position = numberIn(event, "position");
      const body = position === null ? [] : [words.lastPlace(position)];
      const end = viewsOf(event, language);
      return { ...notice(event, language, "down", words.gone, end), body, fields: countsOf(event, language) };
    },
  }),
  "hashtag.surged": eventType({
    happens: "grows fast",
    about: "A hashtag's views grow by `surgePercent` within `surgeWindowSeconds`. Sent once per window.",
    fields: () => ({
      ...tag(),
      before: z.int().describe("Views at the window's start, or when first seen if that was later."),
      after: z.int().describe("Views now."),
      percent: z.number().describe("Growth in percent."),
      since: z.string().describe("When the views were `before`: the start of the growth period, ISO 8601."),
    }),
    example: (at) => ({
      cid: "1001",
      name: "example",
      before: 1_000_000,
      after: 1_250_000,
      percent: 25,
      since: iso(at - DAY_MS),
    }),
    words: (event, language) => {
      const words = hashtagWords[language];
      const [before, after, percent] = [
        numberIn(event, "before"),
        numberIn(event, "after"),
        numberIn(event, "percent"),
      ];
      const views =
        before === null || after === null
          ? words.moreViews
          : words.growth(...(comparedNumbers(language, [before, after]) as [string, string]));
      const signed = percent === null ? "" : signedPercent(language, percent);
      const growth = growthWithin(language, signed, instantIn(event, "since"), event.detectedAt);
      const body = growth === "" ? views : `${views} (${growth})`;
      const worded = notice(event, language, "up", words.surged, body, growth);
      const push =
        growth === "" ? undefined : { text: `${worded.subject} ${growth}`, body: [worded.title, "\n", body] };
      return { ...worded, body: [body], fields: [], push };
    },
  }),
};

export type HashtagChange = ChangeOf<typeof hashtagEvents>;

export const hashtagChange = changesOf<typeof hashtagEvents>();

/** Renders an event of a hashtag. `end` is added to the line only, `more` to its entry in lists. */
function notice(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: HashtagWords["appeared"],
  end: string,
  more = "",
): Omit<Notice, "body" | "fields"> {
  const words = hashtagWords[language];
  const bare = textIn(event, "name")?.replace(/^#/, "");
  const name = `#${bare ?? words.hashtag}`;
  const known = bare !== undefined && bare.isWellFormed();
  const url = known ? `https://www.tiktok.com/tag/${encodeURIComponent(bare)}` : null;
  const search = event.target === null ? words.search : words.titled(event.target.name);
  return {
    tone,
    title: spoken(one(name, search)),
    url,
    subject: name,
    line: say`${one(url === null ? { strong: name } : { link: name, url }, search)}${end === "" ? "" : ` · ${end}`}`,
    among: { who: name, together: many(search), heading: heading(search), brief: `${name} ${more}`.trim() },
    links: url === null ? [] : [{ label: words.open, url }],
    footer: null,
  };
}

function countsOf(event: Event, language: Language): Notice["fields"] {
  const { viewsLabel, videosLabel } = hashtagWords[language];
  const [views, uses] = [numberIn(event, "viewCount"), numberIn(event, "useCount")];
  return [
    ...(views === null ? [] : [{ label: viewsLabel, value: [shortNumber(language, views)] }]),
    ...(uses === null ? [] : [{ label: videosLabel, value: [shortNumber(language, uses)] }]),
  ];
}

function viewsOf(event: Event, language: Language): string {
  const views = numberIn(event, "viewCount");
  return views === null ? "" : hashtagWords[language].views(shortNumber(language, views));
}
