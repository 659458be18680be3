import * as z from "zod";
import { DAY_MS } from "../../core/duration.ts";
import { type Event, instantIn, numberIn, textIn } from "../../core/event.ts";
import { iso } from "../../core/instant.ts";
import type { Language } from "../../core/language.ts";
import { fieldWords } from "../../core/named-values.ts";
import type { Notice, Tone } from "../../core/notice.ts";
import { comparedNumbers } from "../../core/compared-numbers.ts";
import { shortNumber, signedPercent } from "../../core/numbers-as-text.ts";
import { say, spoken } from "../../core/sentence.ts";
import { growthWithin } from "../../core/spans.ts";
import { cut } from "../../core/text.ts";
import { type ChangeOf, changesOf, eventType } from "../event-type.ts";
import { linkOf, numbersOf, picturesOf, titleOf } from "../../core/item-look.ts";
import { en, type ListWords } from "./words/en.ts";
import { inEach } from "../../languages/in-each.ts";

/** Wording of item events in each language. */
const listWords = inEach("list", en);

const item = () => ({
  itemId: z.string().describe("The ID of the item."),
  fields: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe("The item's fields by the names that the operation gives them, such as `fields.title`."),
});

const EXAMPLE = {
  itemId: "7501001",
  fields: { title: "Day one", link: "https://www.videos.example/video/7501001", plays: 1250 },
};

const field = () => z.string().describe("The name of the field.");

/** Events of lists of items. */
export const listEvents = {
  "item.appeared": eventType({
    happens: "is new",
    about:
      "An item is in the list that was never seen. One that was gone, or that merely moved up from below what the answer before showed, is not new.",
    fields: () => ({
      ...item(),
      atLeast: z
        .exactOptional(z.int())
        .describe(
          "Number of new items, set if the answer has no item in common with the last one. Polls may have missed more.",
        ),
    }),
    example: () => ({ ...EXAMPLE, atLeast: 20 }),
    words: (event, language) => {
      const words = listWords[language];
      const atLeast = numberIn(event, "atLeast");
      const body = atLeast === null ? "" : words.atLeast(shortNumber(language, atLeast));
      return { ...notice(event, language, "news", words.appeared, body), fields: countsOf(event, language) };
    },
  }),
  "item.gone": eventType({
    happens: "disappears",
    about:
      "An item is missing from `confirmGone` answers in a row. One that may only have left what an answer shows, because others came in, is not gone.",
    fields: item,
    example: () => EXAMPLE,
    words: (event, language) => ({
      ...notice(event, language, "down", listWords[language].gone, ""),
      fields: countsOf(event, language),
    }),
  }),
  "item.changed": eventType({
    happens: "has another text or title",
    about:
      "A text field of an item changes. Numbers, addresses that lead to the same path, and the `timeField` don't count.",
    fields: () => ({
      ...item(),
      field: field(),
      before: z.string().describe("The text before."),
      after: z.string().describe("The text now."),
    }),
    example: () => ({ ...EXAMPLE, field: "title", before: "Day 1", after: "Day one" }),
    words: (event, language) => {
      const words = listWords[language];
      const [before, after] = [textIn(event, "before"), textIn(event, "after")];
      const body = before === null || after === null ? "" : words.change(labelOf(event), before, after);
      return notice(event, language, "news", words.changed, body);
    },
  }),
  "item.crossed": eventType({
    happens: "passes a number you set",
    about:
      "A number of an item passes a limit of `watch`. Once more only after it was clearly back, or back for three answers.",
    fields: () => ({
      ...item(),
      field: field(),
      before: z.number().describe("The number when last remembered."),
      after: z.number().describe("The number now."),
      threshold: z.number().describe("The limit that it passed; the last one, if it passed several."),
    }),
    example: () => ({ ...EXAMPLE, field: "plays", before: 980, after: 1250, threshold: 1000 }),
    words: (event, language) => {
      const words = listWords[language];
      const [before, after, limit] = [
        numberIn(event, "before"),
        numberIn(event, "after"),
        numberIn(event, "threshold"),
      ];
      if (after === null || limit === null) return notice(event, language, "news", words.crossed, "");
      const above = after > limit;
      const [to, now, then] = comparedNumbers(language, before === null ? [limit, after] : [limit, after, before]);
      const fact = above ? words.above(labelOf(event), to!) : words.below(labelOf(event), to!);
      const how = before === null ? "" : ` (${then} → ${now})`;
      return notice(event, language, above ? "up" : "down", words.crossed, `${fact}${how}`, fact);
    },
  }),
  "item.surged": eventType({
    happens: "grows fast",
    about: "A number of an item grows by `surgePercent` within a day. Sent once per day.",
    fields: () => ({
      ...item(),
      field: field(),
      before: z.number().describe("The number a day ago, or when first seen if that was later."),
      after: z.number().describe("The number now."),
      percent: z.number().describe("Growth in percent."),
      since: z.string().describe("When the number was `before`: the start of the growth period, ISO 8601."),
    }),
    example: (at) => ({ ...EXAMPLE, field: "plays", before: 1000, after: 1250, percent: 25, since: iso(at - DAY_MS) }),
    words: (event, language) => {
      const words = listWords[language];
      const [before, after] = [numberIn(event, "before"), numberIn(event, "after")];
      const percent = numberIn(event, "percent");
      const signed = percent === null ? "" : signedPercent(language, percent);
      const growth = growthWithin(language, signed, instantIn(event, "since"), event.detectedAt);
      const numbers =
        before === null || after === null
          ? labelOf(event)
          : words.change(labelOf(event), ...stepOf(language, before, after));
      return notice(event, language, "up", words.surged, growth === "" ? numbers : `${numbers} (${growth})`, growth);
    },
  }),
};

export type ListChange = ChangeOf<typeof listEvents>;

export const listChange = changesOf<typeof listEvents>();

const stepOf = (language: Language, before: number, after: number) =>
  comparedNumbers(language, [before, after]) as [string, string];

/** The label of the event's field. */
const labelOf = (event: Event): string => fieldWords(cut(textIn(event, "field") ?? "", 40));

/** Limit on the length of an id in a headline. */
const MAX_ID = 60;

/** Limit on the numbers shown of an item. */
const MAX_COUNTS = 3;

/** The numbers of an item in a message. */
const countsOf = ({ data }: Event, language: Language): Notice["fields"] =>
  numbersOf(data["fields"])
    .slice(0, MAX_COUNTS)
    .map(([name, value]) => ({ label: fieldWords(name), value: [shortNumber(language, value)] }));

/** Renders an event of an item. `body` has the details, `brief` is added to its entry in lists. */
function notice(
  event: Event,
  language: Language,
  tone: Tone,
  { one, many, heading }: ListWords["appeared"],
  body: string,
  brief = "",
): Notice {
  const words = listWords[language];
  const { fields } = event.data;
  const id = textIn(event, "itemId");
  const title = titleOf(fields) ?? (id === null ? words.item : cut(`${words.item} ${id}`, MAX_ID));
  const url = linkOf(fields);
  const list = event.target === null ? words.list : words.titled(event.target.name);
  return {
    tone,
    title: spoken(one(title, list)),
    url,
    subject: title,
    body: body === "" ? [] : [body],
    fields: [],
    line: say`${one(url === null ? { strong: title } : { link: title, url }, list)}${body === "" ? "" : ` · ${body}`}`,
    among: { who: title, together: many(list), heading: heading(list), brief: `${title} ${brief}`.trim() },
    links: url === null ? [] : [{ label: words.open, url }],
    footer: null,
    pictures: picturesOf(fields),
  };
}
