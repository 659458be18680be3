import * as z from "zod";
import type { Event } from "../core/event.ts";
import { iso } from "../core/instant.ts";
import type { Language } from "../core/language.ts";
import type { Reason } from "../core/reason.ts";
import { channelEvents, channelFields } from "./channel-events.ts";
import { eventType, instant } from "./event-type.ts";
import { bareNotice, lasted, notice, said, troubleWords } from "./operator-notice.ts";
import { operatorWords } from "./operator-words/words.ts";

const HOUR_MS = 3_600_000;

const trouble = () => ({
  reason: z.string().describe("The reason code, as in `/healthz`."),
  detail: z.string().describe("The reason in a sentence, with what to do."),
  since: instant().describe("The tick at which the problem began."),
});

const troubleExample = (detail: string) => (at: number) => ({
  reason: "budget_exceeded",
  detail,
  since: iso(at - HOUR_MS),
});

const upstream = () => ({
  status: z.int().describe("The HTTP status that revealed it."),
  detail: z.string().describe("What happened, in a sentence."),
  since: instant().describe("The tick that first found it."),
});

const refusal = () => ({ ...upstream(), until: instant().describe("No calls start before this time.") });

const upstreamExample = (at: number) => ({ status: 200, detail: "an example", since: iso(at - HOUR_MS) });

const doubted = () =>
  z.exactOptional(z.string()).describe("The operation whose answer lacked most items, if it was a list.");

/** The wording of a mass flip, or of a list that lost most of its items. */
const suspectWords = (event: Event, language: Language) =>
  said(event, "operation") === ""
    ? operatorWords[language].troubles.upstream_suspect
    : operatorWords[language].incomplete;

/** A problem of the polled service and what to do about it. */
const wordsFor = (reason: Reason) => (event: Event, language: Language) => {
  const { title, next } = operatorWords[language].troubles[reason];
  return notice("warning", title, next ?? said(event, "detail"), event);
};

/** An event type of problems for which all calls pause. */
const shut = (reason: "unauthorized" | "key_expired" | "throttled", status: number, happens: string, about: string) =>
  eventType({
    happens,
    about,
    fields: refusal,
    example: (at) => ({ ...upstreamExample(at), status, until: iso(at + HOUR_MS) }),
    words: wordsFor(`upstream_${reason}`),
  });

/** Events for operators that are not about a target. */
export const operatorEvents = {
  "channel.disabled": eventType({
    happens: "a channel is turned off",
    about: "A channel is turned off because its destination is gone. Sent to other channels.",
    fields: () => ({ ...channelFields(), reason: z.string().describe("Why, in a few words.") }),
    example: () => ({ channelId: "ch_example", name: "Another channel", reason: "the destination is gone" }),
    words: (event, language) => {
      const { disabled, revive } = operatorWords[language];
      const body = revive(said(event, "reason"), said(event, "channelId"));
      return notice("warning", disabled(said(event, "name")), body, event);
    },
  }),
  ...channelEvents,
  "system.degraded": eventType({
    happens: "something needs attention",
    about: "Tallylight itself has had a problem for two more ticks.",
    fields: trouble,
    example: troubleExample("90 calls per minute are needed, but the budget is 60"),
    words: (event, language) => {
      const { title, next } = troubleWords(language, said(event, "reason"));
      return notice("warning", title, operatorWords[language].standing(said(event, "detail"), next), event);
    },
  }),
  "system.recovered": eventType({
    happens: "everything works again",
    about: "A problem that `system.degraded` reported is over.",
    fields: trouble,
    example: troubleExample("the problem is over"),
    words: (event, language) =>
      notice("up", troubleWords(language, said(event, "reason")).over, lasted(event, language), event),
  }),
  "channel.changed": eventType({
    happens: "a channel sends elsewhere",
    about: "A channel's destination changes. Sent to other channels.",
    fields: () => ({
      ...channelFields(),
      by: z.string().describe("The name of the token that changed it, or `unsubscribe link`."),
    }),
    example: () => ({ channelId: "ch_example", name: "Another channel", by: "a token" }),
    words: (event, language) => {
      const { changed, changedBy } = operatorWords[language];
      return notice("warning", changed(said(event, "name")), changedBy(said(event, "by")), event);
    },
  }),
  "upstream.unauthorized": shut(
    "unauthorized",
    401,
    "the service rejects the login",
    "The data service rejects the credentials (401).",
  ),
  "upstream.key_expired": shut("key_expired", 428, "the service's key expires", "The account's key has expired (428)."),
  "upstream.throttled": shut(
    "throttled",
    429,
    "the service asks us to slow down",
    "The data service asks for fewer calls (429).",
  ),
  "upstream.drifted": eventType({
    happens: "the service's answers change",
    about: "Most answers of one operation can't be decoded, two ticks in a row.",
    fields: () => ({
      ...upstream(),
      operation: z.string().describe("The operation."),
      path: z.string().nullable().describe("JSON Pointer to the value that couldn't be decoded; null if unknown."),
    }),
    example: (at) => ({ ...upstreamExample(at), operation: "live.check", path: "/data/data" }),
    words: (event, language) => {
      const { troubles, drifted } = operatorWords[language];
      const body = drifted(said(event, "operation"), said(event, "path"));
      return notice("warning", troubles.upstream_drifted.title, body, event);
    },
  }),
  "upstream.suspect": eventType({
    happens: "half of all creators change at once, or a list loses most of its items",
    about:
      "Half of the live targets polled together, three or more, change the same way at once. The changes are held until the next poll. Or an answer lacks most of the items that a list, a category or a search had: nothing of it is gone until more answers agree.",
    fields: () => ({ ...upstream(), operation: doubted() }),
    example: upstreamExample,
    words: (event, language) => {
      const { title, next } = suspectWords(event, language);
      return notice("warning", title, next ?? said(event, "detail"), event);
    },
  }),
  "upstream.recovered": eventType({
    happens: "the service works again",
    about:
      "The first good answer after a problem with the data service. If answers also changed within the day before, it is sent only once they have stayed good for ten minutes, or for hours after more changes.",
    fields: () => ({
      ...upstream(),
      of: z.string().describe("The event type of the problem that is over."),
      operation: doubted(),
    }),
    example: (at) => ({ ...upstreamExample(at), of: "upstream.throttled" }),
    words: (event, language) => {
      const of = said(event, "of");
      const words =
        of === "upstream.suspect" ? suspectWords(event, language) : troubleWords(language, of.replace(".", "_"));
      return notice("up", words.over, lasted(event, language), event);
    },
  }),
};

/** The test message of `POST /v1/channels/{id}/test`. It is never stored, and subscriptions cannot name it. */
export const channelTest = eventType({
  happens: "a test is sent",
  about: "Someone sends a test message to the channel.",
  fields: () => ({ ...channelFields(), message: z.string().describe("The message text.") }),
  example: () => ({ channelId: "ch_example", name: "A channel", message: operatorWords.en.test }),
  words: (event, language) => {
    const { hello, test } = operatorWords[language];
    return bareNotice("news", hello(said(event, "name")), [test], [test]);
  },
});
