import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, textIn } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import { fieldWords } from "../../core/named-values.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { comparedNumbers } from "../../core/compared-numbers.ts";
import { signedPercent } from "../../core/numbers-as-text.ts";
import { say, spoken } from "../../core/sentence.ts";
import { growthWithin } from "../../core/spans.ts";
import { cut } from "../../core/text.ts";
import { type ChangeOf, changesOf, eventType } from "../event-type.ts";
import { en, type RecordSaying } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** Wording of record events in each language. */
const recordWords = inEach("record", en);

const field = () => ({ field: z.string().describe("The name of the field.") });

const numbers = () => ({
  ...field(),
  before: z.number().describe("The number when last remembered."),
  after: z.number().describe("The number now."),
});

/** Events of records. */
export const recordEvents = {
  "field.changed": eventType({
    happens: "has another text or name",
    about: "A text field of the record changes. Numbers and addresses that lead to the same path don't count.",
    fields: () => ({
      ...field(),
      before: z.string().describe("The text before."),
      after: z.string().describe("The text now."),
    }),
    example: () => ({ field: "bio", before: "Say hi", after: "New clips every day" }),
    words: (event, language) => {
      const [before, after] = [textIn(event, "before"), textIn(event, "after")];
      const body = before === null || after === null ? "" : `${before} → ${after}`;
      return notice(event, language, "news", recordWords[language].changed, "", body);
    },
  }),
  "field.crossed": eventType({
    happens: "passes a number you set",
    about:
      "A number of the record passes a limit of `watch`. Once more only after it was clearly back, or back for three answers.",
    fields: () => ({
      ...numbers(),
      threshold: z.number().describe("The limit that it passed; the last one, if it passed several."),
    }),
    example: () => ({ field: "followers", before: 9900, after: 10_200, threshold: 10_000 }),
    words: (event, language) => {
      const words = recordWords[language];
      const [after, limit] = [numberIn(event, "after"), numberIn(event, "threshold")];
      const below = after !== null && limit !== null && after < limit;
      const { to, step } = stepOf(event, language, limit);
      return notice(event, language, below ? "down" : "up", below ? words.below : words.above, to, step);
    },
  }),
  "field.milestone": eventType({
    happens: "reaches a milestone",
    about:
      "A number of the record reaches a milestone for the first time: 1, 2 or 5 times a power of ten, or one of `milestones`.",
    fields: () => ({
      ...numbers(),
      milestone: z.number().describe("The milestone; the highest one, if it reached several."),
    }),
    example: () => ({ field: "followers", before: 9900, after: 10_200, milestone: 10_000 }),
    words: (event, language) => {
      const milestone = numberIn(event, "milestone");
      const { to, step } = stepOf(event, language, milestone);
      return notice(event, language, "up", recordWords[language].reached, to, step);
    },
  }),
  "field.surged": eventType({
    happens: "grows fast",
    about: "A number of the record grows by `surgePercent` within a day. Sent once per day.",
    fields: () => ({
      ...field(),
      before: z.number().describe("The number a day ago, or when first seen if that was later."),
      after: z.number().describe("The number now."),
      percent: z.number().describe("Growth in percent."),
      since: z.string().describe("When the number was `before`: the start of the growth period, ISO 8601."),
    }),
    example: (at) => ({ field: "followers", before: 8000, after: 10_000, percent: 25, since: iso(at - DAY_MS) }),
    words: (event, language) => {
      const percent = numberIn(event, "percent");
      const signed = percent === null ? "" : signedPercent(language, percent);
      const growth = growthWithin(language, signed, instantIn(event, "since"), event.detectedAt);
      const { step } = stepOf(event, language, null);
      return notice(event, language, "up", recordWords[language].surged, growth, step);
    },
  }),
};

export type RecordChange = ChangeOf<typeof recordEvents>;

export const recordChange = changesOf<typeof recordEvents>();

/** The change of a number, and what it passed: "9,900 → 10.2K", "10K". */
function stepOf(event: Event, language: Language, passed: number | null): { to: string; step: string } {
  const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
  const isStep = before !== null && after !== null;
  const texts = comparedNumbers(language, [...(isStep ? [before, after] : []), ...(passed === null ? [] : [passed])]);
  return { to: passed === null ? "" : texts.at(-1)!, step: isStep ? `${texts[0]} → ${texts[1]}` : "" };
}

/** Limit on the length of a field's name in messages. */
const MAX_NAME = 40;

/** Renders an event of a record's field. `to` is part of the sentence, `body` follows it. */
function notice(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: RecordSaying,
  to: string,
  body: string,
): Notice {
  const words = recordWords[language];
  const name = event.target?.name ?? words.record;
  const what = fieldWords(cut(textIn(event, "field") ?? words.field, MAX_NAME)) || words.field;
  const who = `${name}: ${what}`;
  return {
    tone,
    title: spoken(one(name, what, to)),
    url: null,
    subject: name,
    body: body === "" ? [] : [body],
    fields: [],
    line: say`${one({ strong: name }, what, to)}${body === "" ? "" : ` · ${body}`}`,
    among: { who, together: many(), heading: heading(), brief: `${who} ${to}`.trim() },
    links: [],
    footer: null,
  };
}
