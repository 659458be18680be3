import * as z from "zod";
import { iso } from "../../core/instant.ts";
import { eventType, instant, type ChangeOf } from "../event-type.ts";
import { missing, over, renamed, started } from "./notices.ts";
import { liveWords } from "./words/words.ts";

const session = () => ({
  roomId: z
    .string()
    .nullable()
    .describe("The broadcast's room as it was seen last, digits; null where the service does not name it."),
  sessionId: z.string().describe("The broadcast, dropouts within the grace included: its start and end have the same."),
});

const INFO = {
  title: "Late night talk",
  viewers: 12_400,
  cover: "https://p16.tiktokcdn.com/cover.jpeg",
  avatar: "https://p16.tiktokcdn.com/avatar.jpeg",
  name: "Maria",
  handle: "maria",
};

const info = () =>
  z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .describe(
      "What the service said of broadcast and creator: `title`, `viewers`, `cover`, `avatar`, `name`, `handle` and what else " +
        "`live.info` and `user.info` are configured to read, each where it was told; null where nothing was.",
    );

/** What a live creator's target tells. */
export const liveEvents = {
  "live.started": eventType({
    happens: "goes live",
    about: "A creator went live, seen in `confirmOn` polls in a row.",
    fields: () => ({
      ...session(),
      initial: z.boolean().describe("True where it was on air before it was watched, told with `announceInitial`."),
      info: info(),
    }),
    example: () => ({ roomId: "7100", sessionId: "ses_example", initial: false, info: INFO }),
    urgent: true,
    words: started,
  }),
  "live.ended": eventType({
    happens: "ends",
    about:
      "A creator is no longer live, seen in `confirmOff` polls in a row and for `graceSeconds`; or is live in another room, further than " +
      "`graceSeconds` after the last poll that saw this broadcast: then `live.started` of the next one comes with it.",
    fields: () => ({
      ...session(),
      startedAt: instant().describe("When the poll was that saw it first."),
      durationSeconds: z
        .int()
        .min(0)
        .describe("From that poll to the first that saw it over, seconds, without `unknownSeconds`."),
      unknownSeconds: z
        .int()
        .min(0)
        .describe("How much of the time between them no poll observed, seconds: gaps longer than a verdict holds."),
      unknown: z
        .array(
          z.strictObject({
            from: instant().describe("The last poll before it that said anything."),
            to: instant().describe("The next one that did, or the end."),
          }),
        )
        .describe("These gaps, the oldest first."),
      info: info(),
      peakViewers: z
        .int()
        .min(0)
        .nullable()
        .describe("The most viewers that the service told; null where it told none."),
    }),
    example: (at) => ({
      roomId: "7100",
      sessionId: "ses_example",
      startedAt: iso(at - 5_400_000),
      durationSeconds: 5400,
      unknownSeconds: 0,
      unknown: [],
      info: INFO,
      peakViewers: 12_400,
    }),
    ends: "live.started",
    words: (event, language) => over(event, liveWords[language].ended, language),
  }),
  "live.no_show": eventType({
    happens: "stays away at a usual hour",
    about:
      "A creator who nearly always goes live at an hour of the week did not: good polls from 45 minutes before until an hour after, at most 15 minutes apart, saw no start. Sent only where a subscription names it.",
    fields: () => ({
      expectedAt: instant().describe("The usual hour that passed."),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe(
          "How sure that was, 0.8 to 1: in what part of the last weeks the creator came about then; older ones count less.",
        ),
    }),
    example: (at) => ({ expectedAt: iso(at - 3_600_000), confidence: 0.91 }),
    misses: "live.started",
    onlyByName: true,
    words: missing,
  }),
  "target.renamed": eventType({
    happens: "has a new handle",
    about: "A creator's handle is another one than before, as `user.info` says while they are on air.",
    fields: () => ({
      before: z.string().describe("The handle that was known."),
      after: z.string().describe("The handle now; links lead to it."),
    }),
    example: () => ({ before: "maria", after: "maria.live" }),
    words: renamed,
  }),
};

export type LiveChange = ChangeOf<typeof liveEvents>;
