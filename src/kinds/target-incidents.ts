import { HOUR_MS } from "../core/duration.ts";
import * as z from "zod";
import { iso } from "../core/instant.ts";
import { eventType, instant } from "./event-type.ts";
import { faultNotified, lasted, ofTarget, reported } from "./operator-notice.ts";
import { operatorWords } from "./operator-words/words.ts";

const fault = () =>
  z.strictObject({
    kind: z
      .enum(["throttled", "unreachable", "refused", "gone", "malformed", "unreadable", "bug"])
      .describe(
        "Kind of fault: `unreachable` means no answer in time, `malformed` an answer that can't be decoded, `unreadable` one in which a number can't be read any more.",
      ),
    status: z.int().nullable().describe("The HTTP status; null if there was no answer."),
    detail: z.string().describe("The fault in a sentence."),
    retryAfterSeconds: z.exactOptional(z.number()).describe("How long the service asked to wait, in seconds."),
    path: z.exactOptional(z.string()).describe("JSON Pointer to the value that couldn't be decoded."),
  });

const since = () => ({
  since: instant().describe("The last check with a verdict, or a good answer where there are no verdicts."),
});

/** Whether the target of an event is a creator who may be live, the example's included. */
const isLive = ({ target }: { target: { kind: string } | null }): boolean => (target?.kind ?? "live") === "live";

/** Events of any kind about targets that cannot be checked. */
export const targetTroubles = {
  "target.failing": eventType({
    happens: "can't be checked",
    about: "Checking a target fails five times in a row.",
    fields: () => ({
      fault: fault().describe("The last fault."),
      count: z.int().describe("Number of failed tries in a row."),
    }),
    example: () => ({ fault: { kind: "unreachable" as const, status: null, detail: "no answer in time" }, count: 5 }),
    words: (event, language) => {
      const words = operatorWords[language];
      const fault = faultNotified(event);
      const step = fault === null ? "" : words.steps[fault.kind];
      const body = words.failed(reported(event, "count"), fault === null ? "" : words.fault(fault), step);
      return ofTarget(event, language, "warning", words.failing, body);
    },
  }),
  "target.recovered": eventType({
    happens: "can be checked again",
    about: "The first good answer after `target.failing`.",
    unasked: ["data.fault"],
    fields: () => ({
      fault: z.null().describe("Always null: there is no fault."),
      count: z.int().describe("Number of failed tries in a row before it."),
    }),
    example: () => ({ fault: null, count: 5 }),
    words: (event, language) => {
      const words = operatorWords[language];
      return ofTarget(event, language, "up", words.recovered, words.after(reported(event, "count")));
    },
  }),
  "target.unknown": eventType({
    happens: "has no clear status",
    about:
      "No check has given a verdict (of other kinds: a good answer) for ten minutes or three polls, whichever is longer. Sent only to subscriptions that name it.",
    onlyByName: true,
    fields: since,
    example: (at) => ({ since: iso(at - HOUR_MS) }),
    words: (event, language) => {
      const words = operatorWords[language];
      return isLive(event)
        ? ofTarget(event, language, "warning", words.unknownVerdict, words.unknownNext)
        : ofTarget(event, language, "warning", words.unknownData, words.unknownDataNext);
    },
  }),
  "target.known": eventType({
    happens: "has a clear status again",
    about:
      "The first check with a verdict after `target.unknown`, which after more than two hours without any check come together. Sent only to subscriptions that name it.",
    onlyByName: true,
    fields: since,
    example: (at) => ({ since: iso(at - HOUR_MS) }),
    words: (event, language) => {
      const { knownVerdict, knownData } = operatorWords[language];
      return ofTarget(event, language, "up", isLive(event) ? knownVerdict : knownData, lasted(event, language));
    },
  }),
};
