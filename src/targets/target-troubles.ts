import * as z from "zod";
import { iso } from "../core/instant.ts";
import { eventType, instant } from "./event-type.ts";
import { faultTold, lasted, ofTarget, said } from "./operator-notice.ts";
import { operatorWords } from "./operator-words/words.ts";

const HOUR_MS = 3_600_000;

const fault = () =>
  z.strictObject({
    kind: z
      .enum(["throttled", "unreachable", "refused", "gone", "malformed", "bug"])
      .describe("What sort of fault: `unreachable` no answer in time, `malformed` one that does not decode."),
    status: z.int().nullable().describe("The HTTP status; null where none arrived."),
    detail: z.string().describe("The fault in a sentence."),
    retryAfterSeconds: z.exactOptional(z.number()).describe("How long the service asked to wait, seconds."),
    path: z.exactOptional(z.string()).describe("A JSON Pointer to what did not decode."),
  });

const since = () => ({ since: instant().describe("The last check that gave a verdict.") });

/** What any kind's target tells when it cannot be read. */
export const targetTroubles = {
  "target.failing": eventType({
    happens: "can't be read",
    about: "A target could not be read five times in a row.",
    fields: () => ({
      fault: fault().describe("The last fault."),
      count: z.int().describe("How many tries in a row have failed."),
    }),
    example: () => ({ fault: { kind: "unreachable" as const, status: null, detail: "no answer in time" }, count: 5 }),
    words: (event, language) => {
      const words = operatorWords[language];
      const fault = faultTold(event);
      const step = fault === null ? "" : words.steps[fault.kind];
      const body = words.failed(said(event, "count"), fault === null ? "" : words.fault(fault), step);
      return ofTarget(event, language, "warning", words.failing, body);
    },
  }),
  "target.recovered": eventType({
    happens: "can be read again",
    about: "The first good answer after `target.failing`.",
    fields: () => ({
      fault: z.null().describe("Always null: there is none."),
      count: z.int().describe("How many tries in a row had failed."),
    }),
    example: () => ({ fault: null, count: 5 }),
    words: (event, language) => {
      const words = operatorWords[language];
      return ofTarget(event, language, "up", words.recovered, words.after(said(event, "count")));
    },
  }),
  "target.unknown": eventType({
    happens: "may be live or not",
    about:
      "No check has said whether it is live for ten minutes or three polls, whichever is longer. Only where a subscription names it.",
    onlyByName: true,
    fields: since,
    example: (at) => ({ since: iso(at - HOUR_MS) }),
    words: (event, language) => {
      const words = operatorWords[language];
      return ofTarget(event, language, "warning", words.unknownVerdict, words.unknownNext);
    },
  }),
  "target.known": eventType({
    happens: "is known again",
    about: "The first check with a verdict after `target.unknown`. Only where a subscription names it.",
    onlyByName: true,
    fields: since,
    example: (at) => ({ since: iso(at - HOUR_MS) }),
    words: (event, language) =>
      ofTarget(event, language, "up", operatorWords[language].knownVerdict, lasted(event, language)),
  }),
};
